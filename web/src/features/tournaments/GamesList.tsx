// The games of a tournament, filtered, each with a link to step through it.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type JSX, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { asApiError } from '../../api/client';
import { listTournamentGames, type TournamentGameFilter } from '../../api/tournaments';
import type { TournamentGame, TournamentView } from '../../api/types';
import { queries } from '../../common/useLoad';
import { capitalise } from '../../lib/format';
import { Button, EmptyState, ErrorState, Icon, Select, Skeleton } from '../../ui';
import css from './GamesList.module.css';
import { agentLabel, gameWords, winnersIn } from './words';

const PAGE_SIZE = 25;

type Results = '' | 'win' | 'draw' | 'loss' | 'forfeit';

/** While games end all the time, the list is fetched again at most so often. */
const REFRESH_MS = 3000;

/** The value as it is now and then. */
function useNowAndThen<T>(value: T, milliseconds: number): T {
  const [shown, setShown] = useState({ value, at: Date.now() });
  const isDue = !Object.is(shown.value, value);
  useEffect(() => {
    if (!isDue) return;
    const wait = Math.max(0, shown.at + milliseconds - Date.now());
    const timer = setTimeout(() => setShown({ value, at: Date.now() }), wait);
    return () => clearTimeout(timer);
  }, [value, shown.at, isDue, milliseconds]);
  return shown.value;
}

/** The games that match; fetched again when the tournament has gone on, as far as they have been looked at. */
function useGames(view: TournamentView, filter: TournamentGameFilter) {
  const key = `${view.id} ${JSON.stringify(filter)}`;
  const [looked, setLooked] = useState({ key, n: PAGE_SIZE });
  const n = looked.key === key ? looked.n : PAGE_SIZE;
  const nGames = useNowAndThen(view.games, REFRESH_MS);
  const { data, failureReason } = useQuery(
    {
      queryKey: ['games of a tournament', key, n, nGames],
      queryFn: async ({ signal }) => {
        // A page has at most 200; what lies beyond is fetched in parts.
        const parts = Array.from({ length: Math.ceil(n / 200) }, (_, part) =>
          listTournamentGames(
            view.id,
            { ...filter, offset: part * 200, limit: Math.min(200, n - part * 200) },
            { signal },
          ),
        );
        const pages = await Promise.all(parts);
        return { key, games: pages.flatMap(({ games }) => games), total: pages[0]?.total ?? 0 };
      },
      placeholderData: keepPreviousData,
    },
    queries,
  );
  return {
    listed: data?.key === key ? data : null,
    error: failureReason === null ? null : asApiError(failureReason),
    more: () => setLooked({ key, n: n + PAGE_SIZE * 2 }),
  };
}

function Row({ game, view }: { game: TournamentGame; view: TournamentView }): JSX.Element {
  const names = view.agents.map(({ name }) => agentLabel(name));
  const winners = winnersIn(game);
  const isDraw = game.returns.every((share) => share === game.returns[0]);
  const end = game.forfeit === null ? capitalise(game.reason) : `Forfeit: ${game.reason}`;
  return (
    <li className={css.game}>
      <span className={css.number}>{game.number + 1}</span>
      <div className={css.who}>
        <Link href={`/tournaments/${view.id}/games/${game.number}`} className={css.link}>
          {game.seating.map((agent, seat) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: a seat has no other name than its number.
              key={seat}
              className={css.player}
            >
              {!isDraw && winners.includes(agent) && (game.returns[seat] ?? 0) > 0 ? (
                <strong>{names[agent]}</strong>
              ) : (
                names[agent]
              )}
              <span className={css.seat}> {view.seat_names[seat]}</span>
            </span>
          ))}
        </Link>
      </div>
      <span className={css.result}>
        {!isDraw && <Icon name="trophy" size={16} />}
        {gameWords(game, names)}
        {game.points && <span className={css.points}>{game.points.join(' : ')}</span>}
      </span>
      <span className={css.end}>
        {game.forfeit !== null && <Icon name="warning" size={16} />}
        {end} · {game.plies} moves
        {view.plan.format === 'swiss' && ` · round ${game.round + 1}`}
      </span>
    </li>
  );
}

interface GamesListProps {
  view: TournamentView;
  /** Shows the games of these two only, without a choice. */
  between?: readonly [number, number];
}

/** The list with its filters. */
export function GamesList({ view, between }: GamesListProps): JSX.Element {
  const [agent, setAgent] = useState('');
  const [result, setResult] = useState<Results>('');
  const [first, second] = between ?? [agent === '' ? undefined : Number(agent), undefined];
  const { listed, error, more } = useGames(view, {
    agent: first,
    against: second,
    result: result === '' || result === 'forfeit' ? undefined : result,
    forfeit: result === 'forfeit' ? true : undefined,
  });
  const of = first === undefined ? null : agentLabel(view.agents[first]?.name ?? '');
  return (
    <div className={css.box}>
      <search className={css.filters}>
        {!between && (
          <Select label="Agent" value={agent} onChange={(event) => setAgent(event.currentTarget.value)}>
            <option value="">All agents</option>
            {view.agents.map(({ name }, index) => (
              <option key={name} value={index}>
                {agentLabel(name)}
              </option>
            ))}
          </Select>
        )}
        <Select
          label="Result"
          value={result}
          onChange={(event) => setResult(event.currentTarget.value as Results)}
        >
          <option value="">All results</option>
          <option value="win">{of ? `${of} won` : 'Somebody won'}</option>
          <option value="draw">Draws and shared wins</option>
          {of && <option value="loss">{of} lost</option>}
          <option value="forfeit">Forfeits</option>
        </Select>
      </search>
      {error && !listed && <ErrorState error={error} />}
      {listed?.total === 0 && (
        <EmptyState icon="search" title={view.games === 0 ? 'No game has ended yet.' : 'No game matches.'} />
      )}
      <ol className={css.games} aria-label="Games" aria-busy={listed === null}>
        {listed?.games.map((game) => (
          <Row key={game.number} game={game} view={view} />
        ))}
        {listed === null &&
          !error &&
          [0, 1, 2, 3, 4].map((index) => (
            <li key={index}>
              <Skeleton width="100%" className={css.skeleton} />
            </li>
          ))}
      </ol>
      {listed && listed.total > 0 && (
        <footer className={css.foot}>
          {listed.games.length < listed.total && (
            <Button icon="down" onClick={more}>
              Show more
            </Button>
          )}
          <p className={css.count}>
            {listed.games.length < listed.total ? `${listed.games.length} of ${listed.total}` : listed.total}
            {listed.total === 1 ? ' game' : ' games'}
          </p>
        </footer>
      )}
    </div>
  );
}
