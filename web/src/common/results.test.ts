// Results and dates in words.

import { describe, expect, it } from 'vitest';
import { seatView } from '../api/fixtures';
import type { ResultView } from '../api/types';
import { movesWords, outcomeWords, resultLine, resultWords, seatNamesOf, whenWords } from './results';

const ended = (returns: number[], points: number[] | null = null): ResultView => {
  const winner = returns.indexOf(1);
  return { returns, points, reason: 'catch', winner: winner < 0 ? null : winner };
};

describe('results', () => {
  it('name the winner, the draw and those who share', () => {
    expect(outcomeWords(ended([0, 1]), ['Ada', 'Bo'])).toBe('Bo won');
    expect(outcomeWords(ended([0.5, 0.5]), ['Ada', 'Bo'])).toBe('Draw');
    expect(outcomeWords(ended([0.5, 0, 0.5]), ['Ada', 'Bo', 'Cy'])).toBe('Ada and Cy share the win');
    expect(outcomeWords(ended([1 / 3, 1 / 3, 1 / 3, 0]), ['A', 'B', 'C', 'D'])).toBe(
      'A, B and C share the win',
    );
    expect(outcomeWords(ended([1, 0]), [])).toBe('Seat 1 won');
  });

  it('tell points and reason', () => {
    expect(resultLine(ended([1, 0]), ['Ada', 'Bo'])).toBe('Ada won · catch');
    expect(resultLine(ended([1, 0], [12, 7]), ['Ada', 'Bo'])).toBe('Ada won · 12 : 7 points · catch');
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

describe('results for whoever is at this screen', () => {
  const seats = [seatView({ name: 'Red' }), seatView({ name: 'Blue' }), seatView({ name: 'Gold' })];
  const two = seats.slice(0, 2);
  const result = (returns: number[], reason: string) => ({ returns, points: null, reason, winner: null });

  it('speaks to the one person here', () => {
    expect(resultWords(result([1, 0], 'catch'), two, [0])).toEqual({
      headline: 'You win!',
      reason: 'Catch.',
      mood: 'won',
    });
    expect(resultWords(result([1, 0], 'resignation'), two, [1])).toEqual({
      headline: 'Red wins',
      reason: 'Blue resigned.',
      mood: 'lost',
    });
    expect(resultWords(result([0.5, 0.5], 'repetition'), two, [1]).mood).toBe('draw');
  });

  it('speaks of seats to several people and onlookers', () => {
    expect(resultWords(result([0, 1], 'time'), two, [0, 1])).toEqual({
      headline: 'Blue wins',
      reason: 'Red ran out of time.',
      mood: 'neutral',
    });
    expect(resultWords(result([0.5, 0.5, 0], 'no move'), seats, []).headline).toBe(
      'Red and Blue share the win',
    );
  });
});
