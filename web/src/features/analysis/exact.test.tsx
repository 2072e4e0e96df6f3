// The analysis of a solved game: exact values in place of the engine's opinion, once there is a table.

import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeAnalysis, gameInfo, positionView, tableAnswer, tablebaseView } from '../../api/fixtures';
import type { AnalysisQuery, PositionQuery, TablebaseView } from '../../api/types';
import AnalysisPage from './AnalysisPage';

const MOVES = { 'a-b': 'win in 3', 'a-c': 'win in 3', 'a-d': '+0.00', 'a-e': 'loss in 8' };

let table: TablebaseView;
let asked: AnalysisQuery[];
let isInTable: boolean;

function answer(path: string, body: unknown): Response {
  if (path === '/api/catalog') {
    const games = [gameInfo({ solvable: true })];
    return Response.json({ program: 'ludwerk', limits: { think_ms: 300, lines: 50 }, games });
  }
  if (path === '/api/tablebases') return Response.json([table]);
  if (path === '/api/positions') {
    const { moves = [] } = body as PositionQuery;
    const position = positionView({ to_move: moves.length % 2, ply: moves.length });
    return Response.json({
      variant: 'plain',
      seat_names: ['First', 'Second'],
      positions: [position],
      is_position: false,
    });
  }
  const query = body as AnalysisQuery;
  asked.push(query);
  if (query.agent !== 'perfect') return Response.json(fakeAnalysis(0, { 'a-b': 0.6, 'a-c': 0.5 }, 10));
  if (isInTable) return Response.json(tableAnswer(0, MOVES));
  return Response.json({ error: 'not in the table', hint: null, code: 'agent' }, { status: 422 });
}

let games = 0;
beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('ludwerk.analysis', JSON.stringify({ isOn: true, lines: 1 }));
  table = tablebaseView({ state: 'ready' });
  asked = [];
  isInTable = true;
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) =>
    answer(path, init?.body ? JSON.parse(String(init.body)) : null),
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

/** Opens a game of its own each time: what was found out is remembered for the whole page. */
function open() {
  games += 1;
  window.history.replaceState(null, '', `/analysis?game=toy&position=start+${games}`);
  render(<AnalysisPage />);
}

/** The tabs of a small screen hide the engine. */
async function engine() {
  await screen.findByRole('list', { name: 'Seats' });
  const tab = screen.queryByRole('tab', { name: 'Engine' });
  if (tab) fireEvent.click(tab);
}

it('lists every move with its exact value, whatever number of lines was chosen', async () => {
  open();
  await engine();
  const list = await screen.findByRole('list', { name: 'All moves for First' });
  await waitFor(() =>
    expect(
      within(list)
        .getAllByRole('listitem')
        .filter((item) => item.parentElement === list)
        .map((item) => item.textContent),
    ).toEqual(['wins in 3a-b', 'wins in 3a-c', 'drawa-d', 'loses in 8a-e']),
  );
  const outcomes = [...list.querySelectorAll('[data-outcome]')].map((one) =>
    one.getAttribute('data-outcome'),
  );
  expect(outcomes).toEqual(['win', 'win', 'draw', 'loss']);
  await screen.findByText('For First · exact, from the tablebase');
  expect(asked[0]).toMatchObject({ agent: 'perfect', lines: 50 });
  // Asking longer would change nothing.
  expect(asked).toHaveLength(1);
  screen.getByRole('img', { name: 'First wins in 3' });
});

it('leaves a position that is not in the table to the champion', async () => {
  isInTable = false;
  open();
  await engine();
  await screen.findByText(/^For First · depth 4/);
  expect(asked.map(({ agent }) => agent).slice(0, 2)).toEqual(['perfect', undefined]);
});

it('offers the table while it is missing, and uses it as soon as it is there', async () => {
  table = tablebaseView({});
  open();
  await engine();
  await screen.findByText(/^For First · depth 4/);
  table = tablebaseView({ state: 'ready' });
  // Someone has built it meanwhile; the conflict tells the page.
  fireEvent.click(await screen.findByRole('button', { name: 'Build the tablebase' }));
  await screen.findByText('For First · exact, from the tablebase');
  expect(screen.queryByRole('button', { name: 'Build the tablebase' })).toBeNull();
});
