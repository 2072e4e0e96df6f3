// How far the tables of solved games are, known to all pages alike. The server is asked while someone looks: often
// while a table is being built, seldom otherwise.
import { useEffect } from 'react';
import { create } from 'zustand';
import { type ApiError, asApiError } from '../api/client';
import { buildTablebase, listTablebases, stopTablebase } from '../api/tablebases';
import type { GameInfo, TablebaseState, TablebaseView } from '../api/types';

interface TablesState {
  /** By the game's id; `null` while nothing is known. */
  readonly tables: Readonly<Record<string, TablebaseView>> | null;
  /** What went wrong when a table was to be built or stopped, by the game's id. */
  readonly refusals: Readonly<Record<string, ApiError>>;
}

const useStore = create<TablesState>(() => ({ tables: null, refusals: {} }));

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
  useStore.setState({ tables });
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
  /** `null` while nothing is known, and for a game that cannot be solved. */
  readonly view: TablebaseView | null;
  readonly isReady: boolean;
  /** Why it could not be built or stopped. */
  readonly refusal: ApiError | null;
}

/** Follows the table of a game as long as the component is there; `null` and games without tables ask nothing. */
export function useTable(game: Pick<GameInfo, 'id' | 'solvable'> | null): Table {
  const id = game?.solvable ? game.id : null;
  useEffect(() => (id === null ? undefined : look()), [id]);
  const view = useStore((state) => (id === null ? null : (state.tables?.[id] ?? null)));
  const refusal = useStore((state) => (id === null ? null : (state.refusals[id] ?? null)));
  return { view, isReady: view?.state === 'ready', refusal };
}

/** Forgets everything, for tests. */
export function resetTables(): void {
  clearTimeout(timer);
  told += 1;
  useStore.setState({ tables: null, refusals: {} });
}
