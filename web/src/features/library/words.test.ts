// Results and dates in words.

import { describe, expect, it } from 'vitest';
import type { ResultView } from '../../api/types';
import { movesWords, outcomeWords, resultWords, seatNamesOf, whenWords } from './words';

const result = (returns: number[], points: number[] | null = null): ResultView => {
  const winner = returns.indexOf(1);
  return { returns, points, reason: 'catch', winner: winner < 0 ? null : winner };
};

describe('results', () => {
  it('name the winner, the draw and those who share', () => {
    expect(outcomeWords(result([0, 1]), ['Ada', 'Bo'])).toBe('Bo won');
    expect(outcomeWords(result([0.5, 0.5]), ['Ada', 'Bo'])).toBe('Draw');
    expect(outcomeWords(result([0.5, 0, 0.5]), ['Ada', 'Bo', 'Cy'])).toBe('Ada and Cy share the win');
    expect(outcomeWords(result([1 / 3, 1 / 3, 1 / 3, 0]), ['A', 'B', 'C', 'D'])).toBe(
      'A, B and C share the win',
    );
    expect(outcomeWords(result([1, 0]), [])).toBe('Seat 1 won');
  });

  it('tell points and reason', () => {
    expect(resultWords(result([1, 0]), ['Ada', 'Bo'])).toBe('Ada won · catch');
    expect(resultWords(result([1, 0], [12, 7]), ['Ada', 'Bo'])).toBe('Ada won · 12 : 7 points · catch');
  });
});

describe('seats', () => {
  it('have numbers without a catalog', () => {
    expect(seatNamesOf(null, '', 3)).toEqual(['Seat 1', 'Seat 2', 'Seat 3']);
  });
});

describe('dates and numbers', () => {
  const now = Date.UTC(2026, 4, 20, 12);

  it('are near or far', () => {
    expect(whenWords(now, now)).toBe('just now');
    expect(whenWords(now + 5000, now)).toBe('just now');
    expect(whenWords(now - 5 * 60_000, now)).toBe('5 minutes ago');
    expect(whenWords(now - 3 * 3_600_000, now)).toBe('3 hours ago');
    expect(whenWords(now - 24 * 3_600_000, now)).toBe('1 day ago');
    expect(whenWords(now - 40 * 86_400_000, now)).toMatch(/2026/);
  });

  it('count moves', () => {
    expect([0, 1, 2].map(movesWords)).toEqual(['no moves', '1 move', '2 moves']);
  });
});
