// Training: what is said about a move, the tally, and the notice in a game.

import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { gameInfo, gameView, positionView, seatView, tableAnswer, tablebaseView } from '../../api/fixtures';
import type { AnalysisQuery, AnalysisView, GameView } from '../../api/types';
import { changeSettings, useSettings } from '../../lib/settings';
import { PlayView } from './PlayView';
import { INITIAL } from './state';
import { kindOf, lessonOf, lessonWords, pliesToAsk, tallyOf, tallyWords, trainee } from './training';
import type { PlayActions } from './usePlay';

const MOVES = { 'a-b': 'win in 5', 'a-c': 'win in 9', 'a-d': '+0.00', 'a-e': 'loss in 8' };

function say(view: AnalysisView, played: string): string {
  const lesson = lessonOf(view, 0, played);
  return lesson ? lessonWords(lesson, 'Second') : 'nothing';
}

describe('a lesson', () => {
  it('tells what was kept and what was given away', () => {
    const view = tableAnswer(0, MOVES);
    expect(say(view, 'a-b')).toBe('Kept the win: wins in 5.');
    expect(say(view, 'a-c')).toBe('Kept the win (wins in 9), but 5 was quicker: a-b.');
    expect(say(view, 'a-d')).toBe('That gave away the win: it is a draw now. Best was a-b (wins in 5).');
    expect(say(view, 'a-e')).toBe('That gave away the win: Second wins in 7 now. Best was a-b (wins in 5).');
    expect(say(view, 'x-y')).toBe('nothing');
  });

  it('knows draws and lost positions', () => {
    const even = tableAnswer(0, { 'a-b': '+0.00', 'a-c': '+0.00', 'a-d': 'loss in 4' });
    expect(say(even, 'a-c')).toBe('Still a draw.');
    expect(say(even, 'a-d')).toBe('That gave away the draw: Second wins in 3 now. Best was a-b (draw).');
    const lost = tableAnswer(0, { 'a-b': 'loss in 12', 'a-c': 'loss in 2' });
    expect(say(lost, 'a-b')).toBe('Still lost, with the longest defence: loses in 12.');
    expect(say(lost, 'a-c')).toBe('Still lost (loses in 2), but a-b holds out for 12.');
  });

  it('is counted: a slower win is kept, a slip that was taken back is a slip', () => {
    const lessons = ['a-b', 'a-c', 'a-e'].flatMap((move) => lessonOf(tableAnswer(0, MOVES), 0, move) ?? []);
    expect(lessons.map(kindOf)).toEqual(['best', 'slower', 'slip']);
    expect(tallyWords(tallyOf(lessons, 0))).toBe('2 kept, 1 slip');
    expect(tallyWords(tallyOf(lessons, 1))).toBe('2 kept, 2 slips');
    expect(tallyWords(tallyOf([], 0))).not.toMatch(/\d/);
  });

  it('is given to one person against a program, where nothing is hidden and nothing is luck', () => {
    const info = gameInfo({ solvable: true });
    const person = seatView({ name: 'First', yours: true });
    expect(trainee(gameView({}), info)).toBe(0);
    expect(trainee(gameView({}), gameInfo({}))).toBeNull();
    expect(trainee(gameView({}), null)).toBeNull();
    expect(trainee(gameView({ hidden: true }), info)).toBeNull();
    expect(trainee(gameView({}), gameInfo({ solvable: true, chance: true }))).toBeNull();
    expect(trainee(gameView({ you: [0, 1] }), info)).toBeNull();
    expect(trainee(gameView({ seats: [person, person] }), info)).toBeNull();
    expect(trainee(gameView({ live: false }), info)).toBeNull();
  });

  it('looks at the own last move first, then at one’s turn, and never at the turn of the other', () => {
    const played = (seat: number) => ({ move: 'm', seat, ms: 1, value: null, depth: null, nodes: null });
    const moves = [played(0), played(1), played(0)];
    expect(pliesToAsk(gameView({ moves, position: positionView({ to_move: 1 }) }), 0)).toEqual([2, 0]);
    const turn = gameView({ moves: [...moves, played(1)], position: positionView({ to_move: 0 }) });
    expect(pliesToAsk(turn, 0)).toEqual([2, 4, 0]);
  });
});

describe('in a game', () => {
  let asked: AnalysisQuery[];
  beforeEach(() => {
    asked = [];
    localStorage.clear();
    changeSettings({ training: true });
    vi.stubGlobal('matchMedia', () => ({
      matches: true,
      addEventListener: () => {},
      removeEventListener: () => {},
    }));
    vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
      if (path === '/api/catalog') {
        return Response.json({
          program: 'ludwerk',
          limits: { think_ms: 1, lines: 50 },
          games: [gameInfo({ solvable: true })],
        });
      }
      if (path === '/api/tablebases') return Response.json([tablebaseView({ state: 'ready' })]);
      if (path === '/api/analysis') {
        asked.push(JSON.parse(String(init?.body)));
        return Response.json(tableAnswer(0, MOVES));
      }
      return new Promise(() => {});
    });
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
    localStorage.clear();
  });

  function show(game: GameView, lookingAt: number | null = null) {
    const actions = { undo: vi.fn(), look: vi.fn() };
    const view = (shown: GameView, at: number | null) => (
      <PlayView
        game={shown}
        state={{ ...INITIAL, live: 'open', game: shown, lookingAt: at }}
        actions={actions as unknown as PlayActions}
        busy={null}
      />
    );
    const { rerender } = render(view(game, lookingAt));
    return { actions, again: (next: GameView, at: number | null = null) => rerender(view(next, at)) };
  }
  const gameAfter = (move: string, id: string) =>
    gameView({
      id,
      start: `start of ${id}`,
      moves: [{ move, seat: 0, ms: 1, value: null, depth: null, nodes: null }],
      position: positionView({ to_move: 1, ply: 1 }),
      can_undo: true,
    });

  it('says what a slip gave away, takes it back and shows what was best', async () => {
    const { actions } = show(gameAfter('a-e', 'slip'));
    await screen.findByText(/That gave away the win: Second wins in 7 now/);
    expect(asked).toEqual([
      {
        at: { game: 'toy', variant: 'plain', players: 2, position: 'start of slip' },
        agent: 'perfect',
        time_ms: 300,
        lines: 500,
      },
    ]);
    screen.getByText('0 kept, 1 slip');
    fireEvent.click(screen.getByRole('button', { name: 'Take back' }));
    expect(actions.undo).toHaveBeenCalledOnce();
    fireEvent.click(screen.getByRole('button', { name: 'Show best' }));
    expect(actions.look).toHaveBeenCalledWith(0);
  });

  it('remembers a slip that was taken back, and is quiet until the next move', async () => {
    const { again } = show(gameAfter('a-d', 'back'));
    await screen.findByText(/That gave away the win/);
    again(gameView({ id: 'back', start: 'start of back' }));
    expect(screen.queryByText(/gave away/)).toBeNull();
    screen.getByText('0 kept, 1 slip');
    again(gameAfter('a-b', 'back'));
    await screen.findByText('Kept the win: wins in 5.');
    screen.getByText('1 kept, 1 slip');
    expect(screen.queryByRole('button', { name: 'Take back' })).toBeNull();
  });

  it('is switched off and on, and that is kept', async () => {
    show(gameAfter('a-c', 'switch'));
    await screen.findByText(/but 5 was quicker/);
    const toggle = screen.getByRole<HTMLInputElement>('switch', { name: 'Training' });
    fireEvent.click(toggle);
    await waitFor(() => expect(screen.queryByText(/but 5 was quicker/)).toBeNull());
    expect(useSettings.getState().training).toBe(false);
    expect(JSON.parse(localStorage.getItem('ludwerk.settings') ?? '{}').training).toBe(false);
  });
});
