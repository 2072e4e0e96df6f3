// A tournament that is watched: how far it is, the table, comparisons, and all its games.
import { type JSX, useEffect, useRef } from 'react';
import { Link, useLocation, useParams, useSearch } from 'wouter';
import type { TournamentState, TournamentView } from '../../api/types';
import { capitalise } from '../../lib/format';
import { useTitle } from '../../lib/hooks';
import { announce, Banner, Button, EmptyState, ErrorState, LinkButton, PageLoading, Tabs } from '../../ui';
import { Actions } from './Actions';
import { Compare } from './Compare';
import { CrossTable } from './CrossTable';
import { Forfeits, PlanDetails, SeatEffects } from './Effects';
import { GamesList } from './GamesList';
import { RatingsPlot } from './RatingsPlot';
import { SprtBar } from './SprtBar';
import { byRank, StandingsTable } from './StandingsTable';
import { ProgressBar, StateBadge } from './StateBadge';
import css from './TournamentPage.module.css';
import { useTournament } from './useTournament';
import { agentLabel, FORMAT_WORDS, STATE_WORDS, timeLeft, tournamentTitle } from './words';

type TabName = 'table' | 'compare' | 'games' | 'details';
const TAB_NAMES: readonly string[] = ['table', 'compare', 'games', 'details'];

/** The two agents that the address names; the two best without it. */
function pairIn(search: string, view: TournamentView): readonly [number, number] {
  const [a, b] = (new URLSearchParams(search).get('pair') ?? '').split('-').map(Number);
  const isAgent = (agent: number | undefined): agent is number =>
    agent !== undefined && Number.isInteger(agent) && agent >= 0 && agent < view.agents.length;
  if (isAgent(a) && isAgent(b) && a !== b) return [a, b];
  const [first = 0, second = 1] = byRank(view.agents);
  return [first, second];
}

/** How far it is, in a line below the bar. */
function progressWords(view: TournamentView): string {
  const { games, planned, per_minute: rate, left_ms: left, state } = view;
  const parts = [`${games} of ${view.sprt ? 'at most ' : ''}${planned} games`];
  if (state === 'complete') return `${games} games`;
  if (state === 'waiting') {
    parts.push(
      view.ahead === 0
        ? 'begins in a moment'
        : `${view.ahead} ${view.ahead === 1 ? 'tournament is' : 'tournaments are'} played first`,
    );
  }
  if (rate !== null) parts.push(rate >= 10 ? `${Math.round(rate)} a minute` : `${rate.toFixed(1)} a minute`);
  if (left !== null && games < planned) parts.push(`${view.sprt ? 'at most ' : ''}${timeLeft(left)} left`);
  return parts.join(' · ');
}

/** Says to screen readers when it has come to an end or a standstill. */
function useAnnouncedState(state: TournamentState | undefined): void {
  const before = useRef(state);
  useEffect(() => {
    if (before.current !== undefined && state !== undefined && before.current !== state) {
      announce(`The tournament: ${STATE_WORDS[state]}.`);
    }
    before.current = state;
  }, [state]);
}

function Table({ view, address }: { view: TournamentView; address: string }): JSX.Element {
  return (
    <div className={css.panel}>
      {view.sprt && (
        <SprtBar
          sprt={view.sprt}
          first={agentLabel(view.agents[0]?.name ?? '')}
          second={agentLabel(view.agents[1]?.name ?? '')}
        />
      )}
      <StandingsTable agents={view.agents} seats={view.seats.length} caption="Standings" />
      <div className={css.two}>
        <section className={css.card} aria-labelledby="ratings">
          <h2 id="ratings" className={css.heading}>
            Ratings
          </h2>
          <p className={css.note}>
            Elo with 95% intervals; the mean of all is 0. Where bars overlap, more games would help.
          </p>
          <RatingsPlot agents={view.agents} />
        </section>
        <section className={css.card} aria-labelledby="cross">
          <h2 id="cross" className={css.heading}>
            Who beat whom
          </h2>
          <p className={css.note}>
            The score of the row against the column. Select a cell to compare the two.
          </p>
          <CrossTable
            view={view}
            compareAddress={(first, second) => `${address}?view=compare&pair=${first}-${second}`}
          />
        </section>
        <section className={css.card} aria-labelledby="seats">
          <h2 id="seats" className={css.heading}>
            Seats
          </h2>
          <SeatEffects view={view} />
          {view.forfeits.length === 0 && <p className={css.note}>No game was forfeited.</p>}
        </section>
        {view.forfeits.length > 0 && (
          <section className={css.card} aria-labelledby="forfeits">
            <h2 id="forfeits" className={css.heading}>
              Forfeits
            </h2>
            <Forfeits view={view} />
          </section>
        )}
      </div>
    </div>
  );
}

interface TournamentProps {
  view: TournamentView;
  onChanged: (view: TournamentView) => void;
  onDelete: (isDeleting: boolean) => void;
}

function Tournament({ view, onChanged, onDelete }: TournamentProps): JSX.Element {
  const search = useSearch();
  const [, navigate] = useLocation();
  const address = `/tournaments/${view.id}`;
  const wanted = new URLSearchParams(search).get('view') ?? 'table';
  const tab = (TAB_NAMES.includes(wanted) ? wanted : 'table') as TabName;
  const pair = pairIn(search, view);
  const names = byRank(view.agents).map((agent) => view.agents[agent]?.name ?? '');
  const title = tournamentTitle(view.name, names);
  useTitle(title);
  useAnnouncedState(view.state);
  return (
    <div className={css.page}>
      <header className={css.head}>
        <div className={css.words}>
          <p className={css.crumb}>
            <Link href="/tournaments">Tournaments</Link>
          </p>
          <h1 className={css.title}>{title}</h1>
          <p className={css.facts}>
            <StateBadge state={view.state} />
            <span>
              {view.title}, {capitalise(view.variant)} · {FORMAT_WORDS[view.plan.format]} of{' '}
              {view.agents.length} agents
            </span>
          </p>
        </div>
        <div className={css.tools}>
          <Actions view={view} onChanged={onChanged} onDelete={onDelete} />
        </div>
        <div className={css.progress}>
          <ProgressBar
            games={view.games}
            // A test that is decided has no more games.
            planned={view.state === 'complete' ? view.games : view.planned}
            isRunning={view.state === 'running'}
            label="Progress"
          />
          <p className={css.progressWords}>{progressWords(view)}</p>
        </div>
      </header>
      {view.state === 'failed' && (
        <Banner tone="bad" icon="warning" role="alert">
          It cannot continue: {view.reason}
        </Banner>
      )}
      {view.without_opening > 0 && (
        <Banner tone="warning" icon="info">
          For {view.without_opening} games the opening could not be played; they began at the standard start.
        </Banner>
      )}
      <Tabs<TabName>
        label="Views of the tournament"
        value={tab}
        onChange={(value) =>
          navigate(value === 'table' ? address : `${address}?view=${value}`, { replace: true })
        }
        tabs={[
          { value: 'table', label: 'Table', icon: 'trophy', panel: <Table view={view} address={address} /> },
          {
            value: 'compare',
            label: 'Compare',
            icon: 'people',
            panel: (
              <Compare
                view={view}
                pair={pair}
                onChange={(first, second) =>
                  navigate(`${address}?view=compare&pair=${first}-${second}`, { replace: true })
                }
              />
            ),
          },
          { value: 'games', label: 'Games', icon: 'library', panel: <GamesList view={view} /> },
          {
            value: 'details',
            label: 'Details',
            icon: 'info',
            panel: (
              <section className={css.card} aria-label="Details">
                <PlanDetails view={view} />
              </section>
            ),
          },
        ]}
      />
    </div>
  );
}

/** The page. */
export default function TournamentPage(): JSX.Element {
  const { id = '' } = useParams<{ id: string }>();
  const { view, error, show, reload, rest } = useTournament(id);
  useTitle('Tournament');
  if (error?.missing) {
    return (
      <EmptyState
        page
        icon="search"
        title="There is no such tournament."
        action={
          <LinkButton to="/tournaments" variant="primary" icon="trophy">
            To the tournaments
          </LinkButton>
        }
      >
        It may have been deleted.
      </EmptyState>
    );
  }
  if (!view) return error ? <ErrorState page error={error} onRetry={reload} /> : <PageLoading />;
  return (
    <>
      {error && (
        <Banner
          tone="bad"
          icon={error.offline ? 'offline' : 'warning'}
          role="alert"
          actions={
            <Button size="small" onClick={reload}>
              Try again
            </Button>
          }
        >
          {error.message} What is shown may be out of date.
        </Banner>
      )}
      <Tournament view={view} onChanged={show} onDelete={rest} />
    </>
  );
}
