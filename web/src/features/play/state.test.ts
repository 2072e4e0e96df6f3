// The state of the page that plays: order of views, history, clocks, orientation and the move list.
import { describe, expect, it } from 'vitest';
import { gameView, positionView } from '../../api/fixtures';
import type { AnalysisView, GameView, MoveView } from '../../api/types';
import {
  clampLook,
  clockLeft,
  INITIAL,
  isForOther,
  mayMove,
  moveRows,
  movesBesideBoard,
  orientationOf,
  othersOf,
  type PlayState,
  passTo,
  positionKey,
  reduce,
  stepLook,
} from './state';

const STEP: MoveView = { move: 'Lb4-a3', touches: ['b4', 'a3'], kind: 'move' };
const played = (...moves: string[]) =>
  moves.map((move, index) => ({ move, seat: index % 2, ms: null, value: null, depth: null, nodes: null }));

function stateAfter(...games: GameView[]): PlayState {
  return games.reduce<PlayState>((state, game) => reduce(state, { type: 'live', game, at: 0 }), INITIAL);
}

describe('views in order', () => {
  it('does not go back to an older answer', () => {
    const state = stateAfter(gameView({ version: 5, updated: 50, moves: played('a', 'b') }));
    const late = reduce(state, {
      type: 'answer',
      game: gameView({ version: 4, updated: 40, moves: played('a') }),
      at: 1,
    });
    expect(late.game?.moves).toHaveLength(2);
  });

  it('takes an answer of a server that has started to count anew', () => {
    const state = stateAfter(gameView({ version: 90, updated: 50 }));
    const next = reduce(state, { type: 'answer', game: gameView({ version: 1, updated: 60 }), at: 1 });
    expect(next.game?.version).toBe(1);
  });

  it('keeps a move pending until the game has gone on', () => {
    const sent = reduce(stateAfter(gameView({ version: 1 })), { type: 'send', move: STEP });
    const same = reduce(sent, { type: 'live', game: gameView({ version: 2 }), at: 0 });
    expect(same.pending).not.toBeNull();
    const moved = reduce(same, {
      type: 'live',
      game: gameView({ version: 3, moves: played('Lb4-a3') }),
      at: 0,
    });
    expect(moved.pending).toBeNull();
  });

  it('gives the board back when a move is refused', () => {
    const game = gameView({ you: [0], position: positionView({ to_move: 0 }) });
    const sent = reduce(stateAfter(game), { type: 'send', move: STEP });
    expect(mayMove(sent)).toBe(false);
    expect(mayMove(reduce(sent, { type: 'refused' }))).toBe(true);
  });
});

describe('thoughts and hints', () => {
  it('ignores thoughts of a seat that is not to move', () => {
    const thinking = { seat: 1, depth: 3, nodes: 9, value: null, pv: [], ms: 1 };
    expect(reduce(stateAfter(gameView({})), { type: 'thinking', thinking }).thinking).toBeNull();
  });

  it('drops a hint for another position', () => {
    const analysis: AnalysisView = {
      ...{ seat: 0, best: STEP, value: null, depth: 1, nodes: 1, lines: [], exact: false, ms: 1 },
    };
    const state = stateAfter(gameView({}));
    expect(reduce(state, { type: 'hint', ply: 3, analysis }).hint).toBeNull();
    const hinted = reduce(state, { type: 'hint', ply: 0, analysis });
    expect(hinted.hint).not.toBeNull();
    expect(reduce(hinted, { type: 'live', game: gameView({ moves: played('a') }), at: 0 }).hint).toBeNull();
  });
});

describe('history', () => {
  it('stays inside the game, and its end means to follow it', () => {
    expect(clampLook(-3, 4)).toBe(0);
    expect(clampLook(4, 4)).toBeNull();
    expect(stepLook(null, 'back', 4)).toBe(3);
    expect(stepLook(3, 'on', 4)).toBeNull();
    expect(stepLook(0, 'back', 4)).toBe(0);
    expect(stepLook(null, 'on', 4)).toBeNull();
    expect(stepLook(null, 'first', 0)).toBeNull();
    expect(stepLook(2, 'last', 4)).toBeNull();
  });

  it('does not stay at a position that was taken back', () => {
    const long = reduce(stateAfter(gameView({ version: 1, moves: played('a', 'b', 'c') })), {
      type: 'look',
      ply: 2,
    });
    expect(long.lookingAt).toBe(2);
    const short = reduce(long, { type: 'live', game: gameView({ version: 2, moves: played('a') }), at: 0 });
    expect(short.lookingAt).toBeNull();
  });

  it('does not let moves be played while looking back', () => {
    const game = gameView({ you: [0], moves: played('a', 'b'), position: positionView({ to_move: 0 }) });
    expect(mayMove(stateAfter(game))).toBe(true);
    expect(mayMove(reduce(stateAfter(game), { type: 'look', ply: 1 }))).toBe(false);
  });

  it('keeps positions apart that have other moves before them', () => {
    const one = gameView({ moves: played('a', 'b') });
    const other = gameView({ moves: played('c', 'b') });
    expect(positionKey(one, 1)).not.toBe(positionKey(other, 1));
    expect(positionKey(one, 0)).toBe(positionKey(other, 0));
  });
});

describe('clocks', () => {
  const game = gameView({ moves: played('a', 'b', 'c'), position: positionView({ to_move: 1 }) });
  const timed = { ...game, seats: game.seats.map((seat) => ({ ...seat, clock_ms: 5000 })) };

  it('stands still until its seat has made a move', () => {
    expect(clockLeft({ ...timed, moves: played('a') }, 1, 1000, 3000)).toBe(5000);
  });

  it('runs for the mover alone and stops at zero', () => {
    expect(clockLeft(timed, 0, 1000, 3000)).toBe(5000);
    expect(clockLeft(timed, 1, 1000, 3000)).toBe(3000);
    expect(clockLeft(timed, 1, 1000, 99_000)).toBe(0);
    expect(clockLeft(game, 1, 1000, 3000)).toBeNull();
  });

  it('stands still once the game is over', () => {
    const over = { ...timed, result: { returns: [1, 0], points: null, reason: 'catch', winner: 0 } };
    expect(clockLeft(over, 1, 1000, 3000)).toBe(5000);
  });

  it('shows nothing left for whoever ran out of time', () => {
    const over = { ...timed, result: { returns: [1, 0], points: null, reason: 'time', winner: 0 } };
    expect([0, 1].map((seat) => clockLeft(over, seat, 1000, 3000))).toEqual([5000, 0]);
  });
});

describe('orientation', () => {
  it('puts the own seat at the bottom and turns on request', () => {
    expect(orientationOf(gameView({ you: [1] }), 0, false)).toBe(1);
    expect(orientationOf(gameView({ you: [1] }), 1, false)).toBe(0);
    expect(orientationOf(gameView({ you: [] }), 0, false)).toBe(0);
  });

  it('follows the mover only where several people sit here', () => {
    const position = positionView({ to_move: 1 });
    expect(orientationOf(gameView({ you: [0, 1], position }), 0, true)).toBe(1);
    expect(orientationOf(gameView({ you: [0], position }), 0, true)).toBe(0);
  });

  it('lists the others in turn', () => {
    expect(othersOf(1, 2)).toEqual([0]);
    expect(othersOf(2, 4)).toEqual([3, 0, 1]);
  });
});

describe('several people with secrets at one screen', () => {
  const shared = (parts: Partial<GameView>) =>
    gameView({ hidden: true, you: [0, 1], viewer: null, version: 1, ...parts });
  const toMove = (seat: number | null) =>
    gameView({}).position && { ...gameView({}).position, to_move: seat };

  it('pass the device before anything is shown to another', () => {
    const begun = stateAfter(shared({ position: toMove(0) }));
    expect(begun.seat).toBeNull();
    expect(begun.game && passTo(begun.game, begun.seat)).toBe(0);
    expect(mayMove(begun)).toBe(false);

    const seated = reduce(begun, { type: 'sit', seat: 0 });
    const seen = reduce(seated, { type: 'live', game: shared({ viewer: 0, position: toMove(0) }), at: 1 });
    expect(seen.game && passTo(seen.game, seen.seat)).toBeNull();
    expect(mayMove(seen)).toBe(true);

    // The answer to the end of the turn is still the view of the one who sat here.
    const ended = shared({ viewer: 0, version: 2, moves: played('a'), position: toMove(1) });
    const passed = reduce(seen, { type: 'answer', game: ended, at: 2 });
    expect(passed.seat).toBeNull();
    expect(passed.game && [passTo(passed.game, passed.seat), isForOther(passed.game, passed.seat)]).toEqual([
      1,
      true,
    ]);
    expect(mayMove(passed)).toBe(false);
    // Whatever comes for the one before is not taken any more.
    const late = reduce(passed, { type: 'live', game: { ...ended, version: 3 }, at: 3 });
    expect(late.game?.version).toBe(2);
    const open = reduce(passed, { type: 'live', game: { ...ended, viewer: null, version: 3 }, at: 3 });
    expect(open.game && isForOther(open.game, open.seat)).toBe(false);
  });

  it('keep the device while programs move, and at the end', () => {
    const state = reduce(stateAfter(shared({ position: toMove(0) })), { type: 'sit', seat: 0 });
    const away = reduce(state, { type: 'live', game: shared({ viewer: 0, position: toMove(2) }), at: 1 });
    expect(away.seat).toBe(0);
    const over = shared({ viewer: 0, result: { returns: [1, 0], points: null, reason: 'kind', winner: 0 } });
    expect(passTo({ ...over, position: toMove(null) }, null)).toBeNull();
  });

  it('need no curtain where nothing is hidden, or one holds one seat', () => {
    expect(passTo(shared({ hidden: false, position: toMove(1) }), null)).toBeNull();
    expect(passTo(shared({ you: [1], viewer: 1, position: toMove(1) }), null)).toBeNull();
  });
});

describe('move list', () => {
  it('makes rounds for two and for more, also when a seat is skipped or does not begin', () => {
    expect(moveRows([0, 1, 0]).map((row) => row.plies)).toEqual([[1, 2], [3]]);
    expect(moveRows([1, 0, 1]).map((row) => row.plies)).toEqual([[1], [2, 3]]);
    expect(moveRows([0, 1, 2, 0, 2]).map((row) => row.plies)).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
    expect(moveRows([0, null, 1]).map((row) => row.plies)).toEqual([[1, 2, 3]]);
  });

  it('keeps the moves of a long turn together', () => {
    expect(moveRows([0, 0, 1, 0, 0, 1, 1], true).map((row) => row.plies)).toEqual([
      [1, 2, 3],
      [4, 5, 6, 7],
    ]);
    expect(moveRows([0, 0, 1]).map((row) => row.plies)).toEqual([[1], [2, 3]]);
  });
});

describe('moves beside the board', () => {
  const pass: MoveView = { move: 'pass', touches: [], kind: 'other' };

  it('gives buttons to moves without a place', () => {
    expect(movesBesideBoard([STEP, pass])).toEqual([pass]);
    expect(movesBesideBoard([pass])).toEqual([]);
  });
});
