// How far the tables of solved games are, known to all pages alike. The server is asked while someone looks: often
// while a table is being built, seldom otherwise.
import { useQuery } from '@tanstack/react-query';
import { asApiError } from '../../api/client';
import { buildTablebase, listTablebases, stopTablebase } from '../../api/tablebases';
import type { GameInfo, TablebaseState, TablebaseView } from '../../api/types';
import { isRecord, readStored, writeStored } from '../../lib/storage';
import { queries, watched } from '../useLoad';

/** The tables by the game's id. */
type Tables = Readonly<Record<string, TablebaseView>>;

/** Where the last state is kept, so that a page that opens has the right shape from the first moment. */
const KEPT = 'ludwerk.tables';

function remembered(): Tables | undefined {
  const kept = readStored(KEPT);
  if (!isRecord(kept)) return undefined;
  const tables: Record<string, TablebaseView> = {};
  for (const [game, state] of Object.entries(kept)) {
    if (state !== 'missing' && state !== 'ready') continue;
    const unknown = { phase: null, done: null, left_ms: null, bytes: null, positions: 0, error: null };
    tables[game] = { game, state, ...unknown };
  }
  return tables;
}

function remember(tables: Tables): Tables {
  const states = Object.values(tables).map(({ game, state }) => [
    game,
    state === 'ready' ? state : 'missing',
  ]);
  writeStored(KEPT, Object.fromEntries(states));
  return tables;
}

const BUILDING_MS = 700;
const IDLE_MS = 20_000;

const TABLES = ['tablebases'];

/** Asks the server now. */
export function refreshTables(): Promise<void> {
  return queries.refetchQueries({ queryKey: TABLES });
}

/** Asks for a change; a conflict is no refusal where the state that was wanted, or one beyond it, is there. */
async function change(
  game: string,
  request: (game: string) => Promise<TablebaseView>,
  wanted: readonly TablebaseState[],
): Promise<void> {
  try {
    const view = await request(game);
    // What was asked before tells nothing any more.
    await queries.cancelQueries({ queryKey: TABLES });
    queries.setQueryData<Tables>(TABLES, (before) => remember({ ...before, [game]: view }));
  } catch (error) {
    const refusal = asApiError(error);
    await refreshTables();
    const state = queries.getQueryData<Tables>(TABLES)?.[game]?.state ?? 'missing';
    if (refusal.status !== 409 || !wanted.includes(state)) throw refusal;
  }
}

/** Begins to build the table of a game. */
export function buildTable(game: string): Promise<void> {
  return change(game, buildTablebase, ['building', 'ready']);
}

/** Stops building it. */
export function stopTable(game: string): Promise<void> {
  return change(game, stopTablebase, ['missing', 'ready', 'failed']);
}

/** What is known of the table of a game. */
export interface Table {
  /** As it is, or as it was the last time; `null` while nothing is known, and for a game that cannot be solved. */
  readonly view: TablebaseView | null;
  /** Whether the server has told of it. */
  readonly isTold: boolean;
  /** Whether it is sure that it can be asked. */
  readonly isReady: boolean;
}

/** Follows the table of a game as long as the component is there; `null` and games without tables ask nothing. */
export function useTable(game: Pick<GameInfo, 'id' | 'solvable'> | null): Table {
  const id = game?.solvable ? game.id : null;
  const { data, isPlaceholderData } = useQuery<Tables>(
    {
      ...watched<Tables>((tables) =>
        Object.values(tables ?? {}).some(({ state }) => state === 'building') ? BUILDING_MS : IDLE_MS,
      ),
      queryKey: TABLES,
      queryFn: async ({ signal }) =>
        remember(Object.fromEntries((await listTablebases({ signal })).map((view) => [view.game, view]))),
      enabled: id !== null,
      placeholderData: remembered,
      gcTime: Number.POSITIVE_INFINITY,
    },
    queries,
  );
  const view = id === null ? null : (data?.[id] ?? null);
  const isTold = data !== undefined && !isPlaceholderData;
  return { view, isTold, isReady: isTold && view?.state === 'ready' };
}
