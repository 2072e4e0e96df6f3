// How far the tables of solved games are, known to all pages alike. The server is asked while someone looks: often
// while a table is being built, seldom otherwise.
import { useEffect } from 'react';
import { create } from 'zustand';
import { type ApiError, asApiError } from '../../api/client';
import { buildTablebase, listTablebases, stopTablebase } from '../../api/tablebases';
import type { GameInfo, TablebaseState, TablebaseView } from '../../api/types';
import { isRecord, readStored, writeStored } from '../../lib/storage';

interface TablesState {
  /** By the game's id: what the server has told, before that what it told the last time; `null` for nothing. */
  readonly tables: Readonly<Record<string, TablebaseView>> | null;
  /** Whether the server has told. */
  readonly isTold: boolean;
  /** What went wrong when a table was to be built or stopped, by the game's id. */
  readonly refusals: Readonly<Record<string, ApiError>>;
}

/** Where the last state is kept, so that a page that opens has the right shape from the first moment. */
const KEY = 'ludwerk.tables';

function remembered(): Record<string, TablebaseView> | null {
  const kept = readStored(KEY);
  if (!isRecord(kept)) return null;
  const tables: Record<string, TablebaseView> = {};
  for (const [game, state] of Object.entries(kept)) {
    if (state !== 'missing' && state !== 'ready') continue;
    const unknown = { phase: null, done: null, left_ms: null, bytes: null, positions: 0, error: null };
    tables[game] = { game, state, ...unknown };
  }
  return tables;
}

function remember(tables: Readonly<Record<string, TablebaseView>>): void {
  const states = Object.values(tables).map(({ game, state }) => [
    game,
    state === 'ready' ? state : 'missing',
  ]);
  writeStored(KEY, Object.fromEntries(states));
}

const useStore = create<TablesState>(() => ({ tables: remembered(), isTold: false, refusals: {} }));

const BUILDING_MS = 700;
const IDLE_MS = 20_000;

let lookers = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let running: Promise<void> | null = null;
/** Counts what was told, so that an answer that was overtaken by another tells nothing. */
let told = 0;

function isBuilding(): boolean {
  return Object.values(useStore.getState().tables ?? {}).some((table) => table.state === 'building');
}

function accept(views: readonly TablebaseView[]): void {
  const tables = { ...useStore.getState().tables };
  for (const view of views) tables[view.game] = view;
  told += 1;
  useStore.setState({ tables, isTold: true });
  remember(tables);
}

/** Asks the server now. What is not answered is asked again later. */
export function refreshTables(): Promise<void> {
  const asked = told;
  running ??= listTablebases()
    .then(
      (views) => {
        if (asked === told) accept(views);
      },
      () => {},
    )
    .finally(() => {
      running = null;
      schedule();
    });
  return running;
}

function schedule(): void {
  clearTimeout(timer);
  if (lookers === 0) return;
  timer = setTimeout(ask, isBuilding() ? BUILDING_MS : IDLE_MS);
}

function ask(): void {
  // A hidden page asks when it is seen again.
  if (document.visibilityState === 'hidden') schedule();
  else void refreshTables();
}

function look(): () => void {
  lookers += 1;
  void refreshTables();
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    lookers -= 1;
    if (lookers > 0) return;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onVisible);
  };
}

function onVisible(): void {
  if (document.visibilityState === 'visible') void refreshTables();
}

/** Asks for a change; a conflict is no refusal where the state that was wanted, or one beyond it, is there. */
async function change(
  game: string,
  request: (game: string) => Promise<TablebaseView>,
  wanted: readonly TablebaseState[],
): Promise<void> {
  const { [game]: _before, ...refusals } = useStore.getState().refusals;
  useStore.setState({ refusals });
  try {
    accept([await request(game)]);
  } catch (error) {
    const refusal = asApiError(error);
    await refreshTables();
    const state = useStore.getState().tables?.[game]?.state ?? 'missing';
    if (refusal.status !== 409 || !wanted.includes(state)) {
      useStore.setState({ refusals: { ...useStore.getState().refusals, [game]: refusal } });
    }
  }
  schedule();
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
  /** Why it could not be built or stopped. */
  readonly refusal: ApiError | null;
}

/** Follows the table of a game as long as the component is there; `null` and games without tables ask nothing. */
export function useTable(game: Pick<GameInfo, 'id' | 'solvable'> | null): Table {
  const id = game?.solvable ? game.id : null;
  useEffect(() => (id === null ? undefined : look()), [id]);
  const view = useStore((state) => (id === null ? null : (state.tables?.[id] ?? null)));
  const isTold = useStore((state) => state.isTold);
  const refusal = useStore((state) => (id === null ? null : (state.refusals[id] ?? null)));
  return { view, isTold, isReady: isTold && view?.state === 'ready', refusal };
}

/** Begins anew, as a page does that is opened; for tests. */
export function resetTables(): void {
  clearTimeout(timer);
  told += 1;
  useStore.setState({ tables: remembered(), isTold: false, refusals: {} });
}
