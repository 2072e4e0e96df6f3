// The analysis page as a whole, before a server that knows a small game for three.

import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeAnalysis, fakePosition } from '../../api/fixtures';
import type {
  AnalysisQuery,
  Catalog,
  JudgementQuery,
  JudgementView,
  LineView,
  PositionQuery,
} from '../../api/types';
import { Toaster } from '../../ui';
import AnalysisPage from './AnalysisPage';
import { fakeLine } from './fixtures';

const SEATS = ['Red', 'Green', 'Blue'];

const catalog: Catalog = {
  program: 'ludwerk',
  limits: { think_ms: 300, lines: 50 },
  games: [
    {
      id: 'crossing',
      title: 'Crossing',
      summary: '',
      variants: [{ name: 'plain', summary: '', rules: [], tables: [{ players: 3, seat_names: SEATS }] }],
      hidden: false,
      chance: false,
      solvable: false,
      players: [],
      agents: [{ name: 'greedy', summary: '', options: [] }],
      levels: 2,
      position_help: '',
      start: fakePosition(0, 0),
    },
  ],
};

/** Any move is legal, apart from `bad`. */
function line(query: PositionQuery): LineView {
  const legal = [{ move: 'a', touches: [], kind: 'move' as const }];
  const positions = [fakePosition(0, 0), ...fakeLine(query.moves ?? [], 3)];
  return {
    variant: 'plain',
    seat_names: SEATS,
    // As the server does: legal moves of the last position alone.
    positions: positions
      .map((position, ply) => (ply === positions.length - 1 ? { ...position, legal } : position))
      .slice(query.from ?? 0),
    is_position: query.position !== undefined,
  };
}

function answer(path: string, body: unknown): Response {
  if (path === '/api/catalog') return Response.json(catalog);
  if (path === '/api/positions') {
    const query = body as PositionQuery;
    if (query.moves?.includes('bad')) {
      const error = { error: 'Move 1: "bad" is not a move.', hint: null, code: 'illegal_move' };
      return Response.json(error, { status: 422 });
    }
    return Response.json(line(query));
  }
  if (path === '/api/analysis') {
    const played = (body as AnalysisQuery).at.moves?.length ?? 0;
    return Response.json(fakeAnalysis(played % 3, { best: 0.8, fair: 0.75, poor: 0.7, weak: 0.2 }, 10));
  }
  if (path === '/api/judgements') {
    const judged: Record<string, JudgementView> = {
      weak: { word: 'blunder', mark: '??', kept: 0.2, loss: 0.6 },
      poor: { word: 'inaccuracy', mark: '?!', kept: 0.7, loss: 0.1 },
    };
    return Response.json((body as JudgementQuery).moves.map(({ played }) => judged[played] ?? null));
  }
  return Response.json({ error: 'Not found.', hint: null, code: 'not_found' }, { status: 404 });
}

function open(address: string): void {
  window.history.replaceState(null, '', address);
  render(
    <>
      <AnalysisPage />
      <Toaster />
    </>,
  );
}

const shown = () => new URLSearchParams(window.location.search);
const button = (name: string | RegExp) => screen.findByRole('button', { name });

describe('the analysis page', () => {
  beforeEach(() => {
    localStorage.clear();
    vi.stubGlobal('fetch', async (path: string, init?: RequestInit) =>
      answer(path, init?.body ? JSON.parse(String(init.body)) : null),
    );
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  it('lets choose a game and opens its empty board', async () => {
    open('/analysis');
    fireEvent.click(await button('Analyse Crossing'));
    await screen.findByRole('heading', { level: 1, name: 'Crossing' });
    expect(shown().get('game')).toBe('crossing');
  });

  it('opens an address, steps with keys, and keeps the address up to date', async () => {
    open('/analysis?game=crossing&moves=a,b,c,d&at=1');
    const moves = await screen.findByRole('region', { name: 'Moves' });
    expect(within(moves).getByRole('button', { current: 'step' }).textContent).toBe('Red: a');
    fireEvent.keyDown(window, { key: 'ArrowRight' });
    expect(within(moves).getByRole('button', { current: 'step' }).textContent).toBe('Green: b');
    await waitFor(() => expect(shown().get('at')).toBe('2'));
    fireEvent.keyDown(window, { key: 'End' });
    await waitFor(() => expect(shown().get('at')).toBeNull());
    fireEvent.keyDown(window, { key: 'Home' });
    expect(within(moves).queryByRole('button', { current: 'step' })).toBeNull();
  });

  it('plays a move of the engine as a side line and finds the way back', async () => {
    open('/analysis?game=crossing&moves=a,b,c&at=1');
    fireEvent.click(await screen.findByRole('switch', { name: 'Engine' }));
    fireEvent.click(await button('fair'));
    const moves = await screen.findByRole('region', { name: 'Moves' });
    await waitFor(() =>
      expect(within(moves).getByRole('button', { current: 'step' }).textContent).toBe('Green: fair'),
    );
    expect(shown().get('moves')).toBe('a,fair');
    fireEvent.click(await button('Main line'));
    expect(shown().get('moves')).toBe('a,b,c');
    fireEvent.click(within(moves).getByRole('button', { name: 'Green: fair' }));
    fireEvent.click(await button('Delete from here'));
    expect(within(moves).queryByRole('button', { name: 'Green: fair' })).toBeNull();
  });

  it('lists all moves on demand, and asks the engine for all of them', async () => {
    const asked: unknown[] = [];
    vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
      const body = init?.body ? JSON.parse(String(init.body)) : null;
      if (path === '/api/analysis') asked.push(body.lines);
      return answer(path, body);
    });
    open('/analysis?game=crossing');
    fireEvent.click(await screen.findByRole('switch', { name: 'Engine' }));
    expect(await screen.findByRole('list', { name: 'Best moves for Red' })).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: 'All' }));
    const all = await screen.findByRole('list', { name: 'All moves for Red' });
    await within(all).findByRole('button', { name: 'weak' });
    await waitFor(() => expect(asked).toContain(50));
  });

  it('marks the weak moves of a game and tells the better one', async () => {
    open('/analysis?game=crossing&moves=weak,best,poor&at=1');
    fireEvent.click(await button('Analyse all moves'));
    await button(/weak.*Blunder/);
    expect(screen.getByText('Blunder. best was better (80%).')).toBeTruthy();
    const weak = screen.getByRole('list', { name: 'Weak moves' });
    await waitFor(() => expect(within(weak).getByText(/1 inaccuracy/)).toBeTruthy());
    expect(screen.getByRole('img', { name: /^Graph of values\. 4 of 4/ })).toBeTruthy();
  });

  it('opens what is pasted, and says what is wrong with it', async () => {
    open('/analysis?game=crossing');
    await screen.findByRole('heading', { level: 1, name: 'Crossing' });
    fireEvent.click(await button('Open'));
    const dialog = screen.getByRole('dialog', { name: 'Open a game' });
    const field = within(dialog).getByLabelText('Record or moves');
    fireEvent.change(field, { target: { value: '1. bad' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Open' }));
    await within(dialog).findByText('Move 1: "bad" is not a move.');
    fireEvent.change(field, { target: { value: '1. x y z' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Open' }));
    await waitFor(() => expect(shown().get('moves')).toBe('x,y,z'));
  });

  it('says what is wrong with an address', async () => {
    open('/analysis?game=crossing&moves=bad');
    await screen.findByText('Move 1: "bad" is not a move.');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });
});
