// Series: the form and its request, how far people are, the table in its columns, and as a file.

import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { gameInfo } from '../../api/fixtures';
import type { SeriesRow, SeriesView } from '../../api/types';
import { type Form, fieldOfError, initialForm, suggestions, toNewSeries } from './form';
import { ResultsTable } from './ResultsTable';
import { percent, progressOf, shareWord, tableCsv } from './words';

afterEach(cleanup);

const GAME = gameInfo({
  players: [
    { name: 'smith-2', summary: 'It peeks.', peeks: true, tables: [{ variant: 'plain', players: 2 }] },
  ],
});

function row(parts: Partial<SeriesRow>): SeriesRow {
  return {
    person: 'Ann',
    plays: 3,
    wins: 1,
    draws: 0,
    losses: 2,
    win_rate: 1 / 3,
    win_rate_ci95: [0.06, 0.79],
    score: 1 / 3,
    score_ci95: [0.06, 0.79],
    unfinished: 0,
    ...parts,
  };
}

const SERIES: SeriesView = {
  id: 's1',
  name: 'First, test',
  game: 'toy',
  title: 'Toy',
  variant: 'plain',
  players: 2,
  opponents: [{ spec: 'smith-2', peeks: true }],
  games: 3,
  rotate: true,
  owner: true,
  people: [],
  tables: [
    {
      opponent: 'smith-2',
      peeks: true,
      people: [
        row({}),
        row({ person: '=Ben', plays: 0, wins: 0, losses: 0, win_rate: null, score: null, unfinished: 1 }),
      ],
      all: row({ person: '', unfinished: 1 }),
    },
  ],
  created: 0,
};

describe('the form', () => {
  const form = (parts: Partial<Form>): Form => ({ ...initialForm(GAME), name: ' Test ', ...parts });

  it('becomes a request', () => {
    expect(toNewSeries(form({}), GAME).request).toEqual({
      name: 'Test',
      game: 'toy',
      variant: 'plain',
      players: 2,
      opponents: ['level:n=5'],
      games: 3,
      rotate: true,
    });
  });

  it('says what is wrong', () => {
    const wrong = form({
      name: ' ',
      games: '0',
      opponents: [
        { id: 0, spec: '' },
        { id: 1, spec: 'random' },
        { id: 2, spec: ' random' },
      ],
    });
    expect(Object.keys(toNewSeries(wrong, GAME).errors ?? {}).sort()).toEqual([
      'games',
      'name',
      'opponent0',
      'opponent2',
    ]);
    expect(fieldOfError('agent', 'Opponent 2: unknown agent "x".')).toBe('opponent1');
    expect(fieldOfError('name', 'A name has from 1 to 40 letters.')).toBe('name');
    expect(fieldOfError('too_many', 'Too many.')).toBe('form');
  });

  it('takes an opponent that peeks only on request', () => {
    const peeking = form({ opponents: [{ id: 0, spec: 'smith-2' }] });
    expect(toNewSeries(peeking, GAME).errors?.peeking).toContain('sees what is hidden');
    expect(toNewSeries({ ...peeking, allowPeeking: true }, GAME).request?.allow_peeking).toBe(true);
    expect(suggestions(GAME, 'plain', 2).map(({ spec }) => spec)).toContain('smith-2');
  });
});

describe('words', () => {
  it('are those of published tables', () => {
    expect([percent(1 / 3), percent(1), percent(null)]).toEqual(['33.3%', '100.0%', '–']);
    expect([1, 0, 0.5, null].map(shareWord)).toEqual(['won', 'lost', 'draw', 'unfinished']);
    const game = { id: 'g', opponent: 'x', seat: 'First', plies: 3, updated: 0 };
    const told = progressOf(SERIES, {
      games: [
        { ...game, share: 1 },
        { ...game, share: null },
      ],
    });
    expect([told.text, told.isPlaying, told.isDone]).toEqual(['1 of 3 games, one unfinished', true, false]);
  });

  it('make a file that no spreadsheet takes for formulas', () => {
    const lines = tableCsv(SERIES).trim().split('\n');
    expect(lines[0]).toContain('player,plays,win_percentage');
    expect(lines[1]).toBe('smith-2,yes,Ann,3,33.333,6,79,1,0,2,33.333,6,79,0');
    expect(lines[2]).toContain("'=Ben,0,,");
    expect(lines).toHaveLength(4);
  });
});

it('shows plays and win percentage of every person and of all', () => {
  const [table] = SERIES.tables;
  if (!table) throw new Error('there is one');
  render(<ResultsTable table={table} />);
  expect(screen.getByText(/sees what is hidden/)).toBeTruthy();
  const cells = (name: string) =>
    within(screen.getByRole('row', { name: new RegExp(`^${name}`) }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent?.trim());
  expect(cells('Ann')).toEqual(['3', '33.3% 6.0% to 79.0%', '1 / 0 / 2', '–']);
  expect(cells('=Ben')).toEqual(['0', '–', '0 / 0 / 0', '1']);
  expect(screen.getByRole('row', { name: /^All/ })).toBeTruthy();
});
