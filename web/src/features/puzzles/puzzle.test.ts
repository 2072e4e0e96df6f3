// Puzzles as plain data: addresses, tries, and the score.
import { describe, expect, it } from 'vitest';
import { tableAnswer } from '../../api/fixtures';
import {
  attempt,
  attemptWords,
  clampDifficulty,
  DIFFICULTIES,
  freshSeed,
  puzzleAddress,
  readPuzzle,
  taskWords,
} from './puzzle';
import { afterMistake, afterSolved, parseScore } from './score';

describe('an address', () => {
  it('leads back to the same puzzle', () => {
    const key = { game: 'toy', difficulty: 3, seed: 71, variant: 'odd one' };
    const url = new URL(puzzleAddress(key), 'http://here');
    const [, , game, difficulty, seed] = url.pathname.split('/');
    expect(readPuzzle({ game, difficulty, seed }, url.search)).toEqual(key);
    expect(puzzleAddress({ game: 'toy', difficulty: 1, seed: 0 })).toBe('/puzzles/toy/1/0');
  });

  it('names no puzzle when something is missing or strange', () => {
    for (const params of [
      {},
      { game: 'toy' },
      { game: 'toy', difficulty: '3' },
      { game: 'toy', difficulty: '6', seed: '1' },
      { game: 'toy', difficulty: '1', seed: '-1' },
      { game: 'toy', difficulty: '1', seed: '1'.repeat(20) },
    ]) {
      expect(readPuzzle(params, '')).toBeNull();
    }
  });

  it('has a difficulty with a word, and a short seed', () => {
    expect(DIFFICULTIES).toHaveLength(5);
    expect([0, 3.4, 9, Number.NaN].map(clampDifficulty)).toEqual([1, 3, 5, 1]);
    expect(freshSeed(0)).toBe(0);
    expect(String(freshSeed(0.999999999)).length).toBeLessThan(7);
  });
});

describe('a try', () => {
  const view = tableAnswer(0, { a: 'win in 5', b: 'win in 5', c: 'win in 7', d: '+0.00', e: 'loss in 2' });
  const said = (move: string, left = 5) => {
    const tried = attempt(view, move, left);
    return tried === null || tried.kind === 'right' ? (tried?.kind ?? null) : attemptWords(move, tried, left);
  };

  it('is right if it keeps what was promised', () => {
    expect(said('a')).toBe('right');
    expect(said('b')).toBe('right');
    expect(said('c', 7)).toBe('right');
    expect(said('x')).toBeNull();
  });

  it('is explained otherwise', () => {
    expect(said('c')).toBe('c still wins, but takes 7 rather than 5. Try again.');
    expect(said('d')).toBe('d only draws. Try again.');
    expect(said('e')).toBe('e loses in 2. Try again.');
    expect(taskWords(5)).toBe('win in 5');
    expect(taskWords(1)).toBe('win at once');
  });
});

describe('the score', () => {
  const none = parseScore(null);

  it('counts each puzzle once, and a streak of those solved alone', () => {
    let score = afterSolved(none, 'p1', 'alone');
    score = afterSolved(score, 'p1', 'alone');
    expect(score).toEqual({ solved: 1, streak: 1, best: 1, last: 'p1' });
    score = afterSolved(score, 'p2', 'hinted');
    expect(score).toMatchObject({ solved: 2, streak: 1 });
    score = afterSolved(score, 'p3', 'alone');
    score = afterMistake(score, 'p4');
    expect(score).toMatchObject({ solved: 3, streak: 0, best: 2 });
    score = afterSolved(score, 'p4', 'late');
    expect(score).toMatchObject({ solved: 4, streak: 0, best: 2 });
    // Playing with what is solved costs nothing.
    expect(afterMistake(afterSolved(none, 'p1', 'alone'), 'p1').streak).toBe(1);
  });

  it('survives anything that is stored', () => {
    for (const value of ['x', [], { solved: -1, streak: 'a', best: 1.5, last: 3 }]) {
      expect(parseScore(value)).toEqual(none);
    }
    expect(parseScore({ solved: 9, streak: 4, best: 2, last: 'p' })).toEqual({
      solved: 9,
      streak: 4,
      best: 4,
      last: 'p',
    });
  });
});
