// The filters of the library: the address, the server's query, and pages that take several requests.

import { describe, expect, it, vi } from 'vitest';
import type { GameSummary } from '../../api/types';
import {
  collectPage,
  type Filters,
  filtersQuery,
  hasFilters,
  listQuery,
  NO_FILTERS,
  readFilters,
} from './filters';

const summary = (id: number, change: Partial<GameSummary> = {}): GameSummary => ({
  id: String(id),
  game: 'crossing',
  variant: 'plain',
  players: ['Ada', 'greedy'],
  kinds: ['human', 'engine'],
  plies: 4,
  result: null,
  imported: false,
  created: 0,
  updated: 0,
  ...change,
});

describe('filters', () => {
  it('go into the address and come back', () => {
    const all: Filters[] = [
      NO_FILTERS,
      { game: 'crossing', state: 'over', mine: true, player: 'A & B' },
      { ...NO_FILTERS, state: 'imported' },
    ];
    for (const filters of all) expect(readFilters(filtersQuery(filters))).toEqual(filters);
    expect(filtersQuery(NO_FILTERS)).toBe('');
    expect(hasFilters(NO_FILTERS)).toBe(false);
    expect(hasFilters({ ...NO_FILTERS, player: 'a' })).toBe(true);
    expect(readFilters('?state=odd').state).toBe('all');
  });

  it('ask the server for what it knows', () => {
    expect(listQuery(NO_FILTERS, 0, 20)).toEqual({ offset: 0, limit: 20 });
    expect(listQuery({ game: 'g', state: 'over', mine: true, player: ' a ' }, 40, 20)).toEqual({
      game: 'g',
      status: 'over',
      player: 'a',
      offset: 40,
      limit: 20,
    });
    expect(listQuery({ ...NO_FILTERS, state: 'imported' }, 0, 20)).toEqual({ offset: 0, limit: 20 });
  });
});

describe('pages', () => {
  const games = Array.from({ length: 250 }, (_, id) => summary(id, { imported: id % 50 === 0 }));
  const ask = ({ offset, limit }: { offset: number; limit: number }) =>
    Promise.resolve({ games: games.slice(offset, offset + limit), total: games.length });
  const nobody = () => false;

  it('are what the server gives when it knows all filters', async () => {
    const spy = vi.fn(ask);
    const page = await collectPage(NO_FILTERS, 0, 20, nobody, spy);
    expect(page).toMatchObject({ next: 20, total: 250 });
    expect(page.games).toHaveLength(20);
    expect(spy).toHaveBeenCalledTimes(1);
    expect((await collectPage(NO_FILTERS, 240, 20, nobody, ask)).next).toBeNull();
  });

  it('go on until they are full when the browser filters', async () => {
    const filters: Filters = { ...NO_FILTERS, state: 'imported' };
    const first = await collectPage(filters, 0, 3, nobody, ask);
    expect(first.games.map(({ id }) => id)).toEqual(['0', '50', '100']);
    const second = await collectPage(filters, first.next ?? 0, 3, nobody, ask);
    expect(second.games.map(({ id }) => id)).toEqual(['150', '200']);
    expect(second.next).toBeNull();
    expect(second.total).toBeNull();
  });

  it('hold the games of this browser only', async () => {
    const page = await collectPage({ ...NO_FILTERS, mine: true }, 0, 20, (id) => id === '249', ask);
    expect(page.games.map(({ id }) => id)).toEqual(['249']);
    expect(page.next).toBeNull();
  });

  it('end with an empty library', async () => {
    const empty = () => Promise.resolve({ games: [], total: 0 });
    expect(await collectPage(NO_FILTERS, 0, 20, nobody, empty)).toEqual({ games: [], next: null, total: 0 });
  });
});
