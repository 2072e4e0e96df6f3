// Which games the library shows: the filters, their place in the page's address, and the server's query.

import type { GameList, GameSummary } from '../../api/types';

export type GameState = 'all' | 'playing' | 'over' | 'imported';

export interface Filters {
  /** A game's id, or empty for all. */
  readonly game: string;
  readonly state: GameState;
  /** Only games of which this browser holds a key. */
  readonly mine: boolean;
  /** Part of a player's name. */
  readonly player: string;
}

export const NO_FILTERS: Filters = { game: '', state: 'all', mine: false, player: '' };

const STATES: readonly GameState[] = ['all', 'playing', 'over', 'imported'];

/** The filters that the page's address holds. */
export function readFilters(search: string): Filters {
  const fields = new URLSearchParams(search);
  const state = STATES.find((each) => each === fields.get('state')) ?? 'all';
  return {
    game: fields.get('game') ?? '',
    state,
    mine: fields.get('mine') === '1',
    player: fields.get('player') ?? '',
  };
}

/** The filters as the query of the page's address, with `?` unless it is empty. */
export function filtersQuery(filters: Filters): string {
  const fields = new URLSearchParams();
  if (filters.game) fields.set('game', filters.game);
  if (filters.state !== 'all') fields.set('state', filters.state);
  if (filters.mine) fields.set('mine', '1');
  if (filters.player.trim()) fields.set('player', filters.player.trim());
  const query = fields.toString();
  return query && `?${query}`;
}

export function hasFilters(filters: Filters): boolean {
  return filtersQuery(filters) !== '';
}

/** What the server is asked: the part of the filters that it knows. */
export interface ListQuery {
  game?: string;
  status?: 'playing' | 'over';
  player?: string;
  offset: number;
  limit: number;
}

export function listQuery(filters: Filters, offset: number, limit: number): ListQuery {
  const query: ListQuery = { offset, limit };
  if (filters.game) query.game = filters.game;
  if (filters.state === 'playing' || filters.state === 'over') query.status = filters.state;
  const player = filters.player.trim();
  if (player) query.player = player;
  return query;
}

/** The rest of the filters, which only this browser can apply. */
export function passes(filters: Filters, game: GameSummary, isMine: (id: string) => boolean): boolean {
  if (filters.mine && !isMine(game.id)) return false;
  if (filters.state === 'imported') return game.imported;
  if (filters.state === 'playing') return !game.imported && game.result === null;
  return true;
}

/** What was found so far, and where to ask on. */
export interface Page {
  readonly games: readonly GameSummary[];
  /** The offset of the next request; `null` when all was seen. */
  readonly next: number | null;
  /** How many match in all, when the server's filters are all that there are. */
  readonly total: number | null;
}

/**
 * Asks until a page is full or all was seen. The server does not know which games are mine, so a page may
 * take several requests.
 */
export async function collectPage(
  filters: Filters,
  from: number,
  size: number,
  isMine: (id: string) => boolean,
  ask: (query: ListQuery) => Promise<GameList>,
): Promise<Page> {
  const isServersWork = !filters.mine && filters.state !== 'imported' && filters.state !== 'playing';
  const games: GameSummary[] = [];
  for (let offset = from; ; ) {
    const list = await ask(listQuery(filters, offset, isServersWork ? size : 100));
    for (const [index, game] of list.games.entries()) {
      if (passes(filters, game, isMine)) games.push(game);
      const isLast = offset + index + 1 >= list.total;
      if (games.length === size && !isLast) {
        return { games, next: offset + index + 1, total: isServersWork ? list.total : null };
      }
    }
    offset += list.games.length;
    if (list.games.length === 0 || offset >= list.total) {
      return { games, next: null, total: isServersWork ? list.total : null };
    }
  }
}
