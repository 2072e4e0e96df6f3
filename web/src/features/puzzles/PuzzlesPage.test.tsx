// The page of puzzles before a server with one small puzzle: a win in three.

import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Route, Switch } from 'wouter';
import { gameInfo, positionView, tableAnswer, tablebaseView } from '../../api/fixtures';
import type { AnalysisQuery, PositionQuery, TablebaseView } from '../../api/types';
import { cell } from '../../board/testing';
import PuzzlesPage from './PuzzlesPage';
import { useScore } from './score';

/** The puzzle: `a-b` and then `a-c` win; the other side has `x-y`. */
const TABLE: Record<string, Record<string, string>> = {
  '': { 'a-b': 'win in 3', 'a-c': 'win in 5', 'a-d': '+0.00', 'a-e': 'loss in 2' },
  'a-b': { 'x-y': 'loss in 2', 'x-z': 'loss in 1' },
  'a-b x-y': { 'a-c': 'win in 1', 'a-d': '+0.00' },
};
const START = 'odd start';

let table: TablebaseView;
let puzzles: string[];

function positionAfter(moves: readonly string[]) {
  const isOver = moves.length === 3;
  const legal = Object.keys(TABLE[moves.join(' ')] ?? {});
  return positionView({
    text: `${START} ${moves.join(' ')}`,
    ply: moves.length,
    to_move: isOver ? null : 1 - (moves.length % 2),
    legal: legal.map((move) => ({ move, touches: move.split('-'), kind: 'move' })),
    cells: ['a', 'b', 'c', 'd', 'e', 'x', 'y', 'z'].map((name, x) =>
      cell(name, 2 * x, 0, name === 'a' ? { text: 'L', label: 'Lion', owner: 1 } : {}),
    ),
    result: isOver ? { returns: [0, 1], points: null, reason: 'catch', winner: 1 } : null,
  });
}

function answer(path: string, body: unknown): Response {
  const url = new URL(path, 'http://here');
  if (url.pathname === '/api/catalog') {
    const games = [gameInfo({ solvable: true }), gameInfo({ id: 'dull', title: 'Dull' })];
    return Response.json({ program: 'ludwerk', limits: { think_ms: 1, lines: 50 }, games });
  }
  if (url.pathname === '/api/tablebases') return Response.json([table]);
  if (url.pathname === '/api/puzzles/toy') {
    puzzles.push(url.search);
    const [difficulty, seed] = ['difficulty', 'seed'].map((name) => Number(url.searchParams.get(name)));
    const puzzle = { game: 'toy', variant: 'plain', position: START, seat: 1, plies: 3, difficulty, seed };
    return Response.json(puzzle);
  }
  if (url.pathname === '/api/positions') {
    const { moves = [] } = body as PositionQuery;
    return Response.json({
      variant: 'plain',
      seat_names: ['First', 'Second'],
      positions: [positionAfter(moves)],
      is_position: true,
    });
  }
  if (url.pathname === '/api/analysis') {
    const { at, agent } = body as AnalysisQuery;
    expect(agent).toBe('perfect');
    const moves = at.moves ?? [];
    const answer = tableAnswer(1 - (moves.length % 2), TABLE[moves.join(' ')] ?? {});
    return Response.json({ ...answer, lines: answer.lines.map((line) => ({ ...line, piece: 'Lion' })) });
  }
  return Response.json({ error: 'Not found.', hint: null, code: 'not_found' }, { status: 404 });
}

beforeEach(() => {
  localStorage.clear();
  useScore.setState({ solved: 0, streak: 0, best: 0, last: '' });
  table = tablebaseView({ state: 'ready' });
  puzzles = [];
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) =>
    answer(path, init?.body ? JSON.parse(String(init.body)) : null),
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(address: string) {
  window.history.replaceState(null, '', address);
  render(
    <Switch>
      <Route path="/puzzles/:game?/:difficulty?/:seed?" component={PuzzlesPage} />
    </Switch>,
  );
}

const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name });

/** Plays by typing, as soon as that is possible. */
async function type(move: string) {
  const field = await screen.findByPlaceholderText('Type a move');
  fireEvent.change(field, { target: { value: move } });
  fireEvent.click(await button('Play'));
}

it('plays a puzzle through: wrong tries are explained, the defender holds out, and the win counts', async () => {
  open('/puzzles/toy/2/7');
  await screen.findByRole('heading', { name: 'Second to move: win in 3' });
  expect(puzzles).toEqual(['?difficulty=2&seed=7']);
  await type('a-c');
  await screen.findByText('a-c still wins, but takes 5 rather than 3. Try again.');
  await type('a-d');
  await screen.findByText('a-d only draws. Try again.');
  await type('a-e');
  await screen.findByText('a-e loses in 2. Try again.');
  await type('a-b');
  await screen.findByRole('heading', { name: 'Second to move: win at once' }, { timeout: 3000 });
  expect(screen.getByRole('list', { name: 'Moves so far' }).textContent).toBe('a-bx-y');
  await type('a-c');
  await screen.findByText('Solved!');
  expect(useScore.getState()).toMatchObject({ solved: 1, streak: 0 });
  fireEvent.click(await button('Next puzzle'));
  await waitFor(() => expect(puzzles).toHaveLength(2));
  expect(window.location.pathname).toMatch(/^\/puzzles\/toy\/2\/\d+$/);
  await screen.findByRole('heading', { name: 'Second to move: win in 3' });
});

it('counts a streak of puzzles that are solved at once, and keeps it', async () => {
  open('/puzzles/toy/2/7');
  await type('a-b');
  await screen.findByRole('heading', { name: 'Second to move: win at once' }, { timeout: 3000 });
  await type('a-c');
  await screen.findByText('Solved!');
  expect(useScore.getState()).toMatchObject({ solved: 1, streak: 1, best: 1 });
  expect(JSON.parse(localStorage.getItem('ludwerk.puzzles.score') ?? '{}').streak).toBe(1);
});

it('hints at the piece, then at the move', async () => {
  open('/puzzles/toy/2/7');
  await screen.findByPlaceholderText('Type a move');
  fireEvent.click(await button('Hint'));
  await screen.findByText('Look at the lion on a.');
  await waitFor(() => expect(document.querySelectorAll('[data-tone="good"]')).toHaveLength(1));
  fireEvent.click(await button('Another hint'));
  await screen.findByText('a-b is the move.');
});

it('shows the solution, which ends the streak and can be tried afterwards', async () => {
  useScore.setState({ solved: 3, streak: 3, best: 3, last: 'other' });
  open('/puzzles/toy/2/7');
  await screen.findByRole('heading', { name: /win in 3/ });
  fireEvent.click(await button('Show the solution'));
  expect(useScore.getState()).toMatchObject({ solved: 3, streak: 0, best: 3 });
  await screen.findByText('This was the solution.', {}, { timeout: 8000 });
  expect(screen.getByRole('list', { name: 'Moves so far' }).textContent).toBe('a-bx-ya-c');
  fireEvent.click(await button('Start over'));
  await screen.findByRole('heading', { name: 'Second to move: win in 3' });
}, 15_000);

it('chooses another difficulty, remembers it, and finds a puzzle for an address without one', async () => {
  open('/puzzles');
  await waitFor(() => expect(puzzles[0]).toMatch(/^\?difficulty=2&seed=\d+$/));
  fireEvent.change(screen.getByLabelText('Difficulty'), { target: { value: '5' } });
  await waitFor(() => expect(puzzles[1]).toMatch(/^\?difficulty=5&seed=\d+$/));
  cleanup();
  open('/puzzles');
  await waitFor(() => expect(puzzles[2]).toMatch(/^\?difficulty=5/));
  expect(screen.getByLabelText('Game').textContent).toBe('Toy');
});

it('offers the table while it is missing, and says which games have puzzles', async () => {
  table = tablebaseView({});
  open('/puzzles/toy/1/1');
  await screen.findByText(/The tablebase of Toy has not been built yet/);
  await button('Build the tablebase');
  expect(puzzles).toEqual([]);
  cleanup();
  open('/puzzles/dull/1/1');
  await screen.findByText('There are no puzzles of Dull.');
});
