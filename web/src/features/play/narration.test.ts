// What is said about a game as it goes on.
import { describe, expect, it } from 'vitest';
import { gameView, positionView } from '../../api/fixtures';
import { narrate, tabTitle } from './useNarration';

const played = (...moves: string[]) =>
  moves.map((move, index) => ({ move, seat: index % 2, ms: null, value: null, depth: null, nodes: null }));
const RESULT = { returns: [0, 1], points: null, reason: 'catch', winner: 1 };

describe('narration', () => {
  it('says each move and whose turn it is', () => {
    const before = gameView({ moves: played('a') });
    const now = gameView({ moves: played('a', 'b'), position: positionView({ to_move: 0 }) });
    expect(narrate(before, now)).toBe('Second: b. Your move.');
    expect(narrate(now, now)).toBe('');
  });

  it('says the result once', () => {
    const before = gameView({ moves: played('a') });
    const now = gameView({
      moves: played('a', 'b'),
      result: RESULT,
      position: positionView({ to_move: null }),
    });
    expect(narrate(before, now)).toBe('Second: b. Second wins. Catch.');
    expect(narrate(now, now)).toBe('');
  });

  it('says when moves are taken back and when the other asks', () => {
    const before = gameView({ moves: played('a', 'b'), you: [0, 1] });
    expect(narrate(before, gameView({ you: [0, 1] }))).toBe('Taken back to move 0. First to move.');
    const asked = { ...before, offer: { kind: 'undo' as const, by: 1, yours: false, agreed: false } };
    expect(narrate(before, asked)).toBe('Computer, level 3 asks to undo.');
  });

  it('puts the turn and the result into the title', () => {
    expect(tabTitle(null)).toBe('Game');
    expect(tabTitle(gameView({}))).toBe('Your move · Toy');
    expect(tabTitle(gameView({ you: [0, 1] }))).toBe('Toy');
    expect(tabTitle(gameView({ result: RESULT }))).toBe('Second wins · Toy');
  });
});
