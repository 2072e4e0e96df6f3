// All tournaments of the server, with an invitation to make the first one.
import type { JSX } from 'react';
import { Link } from 'wouter';
import { listTournaments } from '../../api/tournaments';
import type { TournamentSummary } from '../../api/types';
import { capitalise, formatAgo } from '../../lib/format';
import { useTitle } from '../../lib/hooks';
import { findGame, useCatalog } from '../../shared/catalog';
import { useLoad } from '../../shared/useLoad';
import { EmptyState, ErrorState, Icon, LinkButton, Skeleton } from '../../ui';
import { ProgressBar, StateBadge } from './StateBadge';
import css from './TournamentsPage.module.css';
import { agentLabel, FORMAT_WORDS, tournamentTitle } from './words';

/** How often the list is fetched again. */
const REFRESH_MS = 2000;

function Row({ tournament, title }: { tournament: TournamentSummary; title: string }): JSX.Element {
  const { id, state, games, planned, agents } = tournament;
  const name = tournamentTitle(tournament.name, agents);
  const [leader] = agents;
  return (
    <li className={css.row}>
      <div className={css.rowHead}>
        <h2 className={css.rowTitle}>
          <Link href={`/tournaments/${id}`} className={css.rowLink}>
            {name}
          </Link>
        </h2>
        <StateBadge state={state} />
      </div>
      <p className={css.facts}>
        {title}, {capitalise(tournament.variant)} · {FORMAT_WORDS[tournament.format]} of {agents.length}{' '}
        agents · {formatAgo(tournament.created, Date.now())}
      </p>
      <div className={css.rowFoot}>
        {leader !== undefined && games > 0 && (
          <p className={css.leader}>
            <Icon name="trophy" size={18} />
            <span>
              {state === 'complete' ? 'First' : 'Leads'}: <strong>{agentLabel(leader)}</strong>
            </span>
          </p>
        )}
        {state !== 'complete' && (
          <ProgressBar
            games={games}
            planned={planned}
            isRunning={state === 'running'}
            label={`Progress of ${name}`}
          />
        )}
        <p className={css.count}>
          {state === 'complete' ? `${games} games` : `${games} of ${planned} games`}
        </p>
      </div>
    </li>
  );
}

/** The page. */
export default function TournamentsPage(): JSX.Element {
  useTitle('Tournaments');
  const { catalog } = useCatalog();
  const {
    data: list,
    error,
    reload,
  } = useLoad('tournaments', '', (signal) => listTournaments({ signal }), REFRESH_MS);
  const isEmpty = list !== null && list.tournaments.length === 0;
  const make = (
    <LinkButton to="/tournaments/new" variant="primary" icon="plus">
      New tournament
    </LinkButton>
  );
  return (
    <div className={css.page}>
      <header className={css.head}>
        <div>
          <h1>Tournaments</h1>
          <p className={css.lead}>
            Agents play among themselves: who is better, by how much, and how sure is that?
          </p>
        </div>
        {!isEmpty && make}
      </header>
      {error && !list && <ErrorState error={error} onRetry={reload} />}
      {isEmpty && (
        <EmptyState icon="trophy" title="No tournament yet" action={make}>
          Let a few levels of a game play each other and watch the table fill. You can stop at any time, go on
          later, and step through every game.
        </EmptyState>
      )}
      {!isEmpty && (
        <ul className={css.list} aria-label="Tournaments" aria-busy={list === null}>
          {list?.tournaments.map((tournament) => (
            <Row
              key={tournament.id}
              tournament={tournament}
              title={findGame(catalog, tournament.game)?.title ?? capitalise(tournament.game)}
            />
          ))}
          {list === null &&
            !error &&
            [0, 1, 2].map((index) => (
              <li key={index}>
                <Skeleton width="100%" className={css.skeleton} />
              </li>
            ))}
        </ul>
      )}
    </div>
  );
}
