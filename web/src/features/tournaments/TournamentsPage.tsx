// All tournaments of the server, with an invitation to make the first one.
import type { JSX } from 'react';
import { listTournaments } from '../../api/tournaments';
import type { TournamentSummary } from '../../api/types';
import { findGame, useCatalog } from '../../common/catalog';
import { ContestCard, ContestList } from '../../common/contests/ContestList';
import { useLoad } from '../../common/useLoad';
import { capitalise, formatAgo } from '../../lib/format';
import { useTitle } from '../../lib/hooks';
import { Icon } from '../../ui';
import { ProgressBar, StateBadge } from './StateBadge';
import css from './TournamentsPage.module.css';
import { agentLabel, FORMAT_WORDS, tournamentTitle } from './words';

/** How often the list is fetched again. */
const REFRESH_MS = 2000;

function Card({ tournament, title }: { tournament: TournamentSummary; title: string }): JSX.Element {
  const { id, state, games, planned, agents, variant, format, created } = tournament;
  const name = tournamentTitle(tournament.name, agents);
  const [leader] = agents;
  return (
    <ContestCard
      to={`/tournaments/${id}`}
      name={name}
      badge={<StateBadge state={state} />}
      facts={`${title}, ${capitalise(variant)} · ${FORMAT_WORDS[format]} of ${agents.length} agents · ${formatAgo(created, Date.now())}`}
    >
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
      <p>{state === 'complete' ? `${games} games` : `${games} of ${planned} games`}</p>
    </ContestCard>
  );
}

/** The page. */
export default function TournamentsPage(): JSX.Element {
  useTitle('Tournaments');
  const { catalog } = useCatalog();
  const list = async (signal: AbortSignal) => (await listTournaments({ signal })).tournaments;
  return (
    <ContestList
      title="Tournaments"
      lead="Agents play among themselves: who is better, by how much, and how sure is that?"
      make={{ to: '/tournaments/new', text: 'New tournament' }}
      empty={{
        icon: 'trophy',
        title: 'No tournament yet',
        text: 'Let a few levels of a game play each other and watch the table fill. You can stop at any time, go on later, and step through every game.',
      }}
      loaded={useLoad('tournaments', '', list, REFRESH_MS)}
      card={(tournament) => (
        <Card
          key={tournament.id}
          tournament={tournament}
          title={findGame(catalog, tournament.game)?.title ?? capitalise(tournament.game)}
        />
      )}
    />
  );
}
