// Numbers become words that do not promise more than they know.
import { expect, test } from 'vitest';
import { meetingView, tournamentGame } from './fixtures';
import {
  agentLabel,
  differenceWords,
  gameWords,
  moveTime,
  percent,
  points,
  signed,
  sprtWords,
  superiorityWords,
  timeLeft,
  tournamentTitle,
} from './words';

test('agents and tournaments are called as people would', () => {
  expect(agentLabel('level:n=3')).toBe('Level 3');
  expect(agentLabel('level:n=3 #2')).toBe('Level 3 #2');
  expect(agentLabel('champion:time=1s')).toBe('champion:time=1s');
  expect(agentLabel('champion')).toBe('Champion');
  expect(tournamentTitle('Cup', ['a', 'b'])).toBe('Cup');
  expect(tournamentTitle('', ['level:n=1', 'b'])).toBe('Level 1 – b');
  expect(tournamentTitle('', ['a', 'b', 'c', 'd'])).toBe('a, b and 2 others');
});

test('numbers are short and signed', () => {
  expect([0.5, 0.625, 1, 0.3333].map(percent)).toEqual(['50%', '62.5%', '100%', '33.3%']);
  expect([35.4, -12, 0.2, -0.2].map(signed)).toEqual(['+35', '−12', '0', '0']);
  expect([3, 3.5, 0.5, 0].map(points)).toEqual(['3', '3½', '½', '0']);
  expect([0.01, 2.34, 55.5, 1500].map(moveTime)).toEqual(['< 0.1 ms', '2.3 ms', '56 ms', '1.5 s']);
  expect([500, 4200, 61_000, 3_600_000, 5_400_000, 3e8].map(timeLeft)).toEqual([
    'a moment',
    '5 s',
    '1 min',
    '1 h',
    '1 h 30 min',
    '3 days',
  ]);
});

test('likelihoods are told with the right caution, from either side', () => {
  expect(superiorityWords('A', 'B', 0.98)).toBe('It is very likely (98%) that A is the stronger one.');
  expect(superiorityWords('A', 'B', 0.02)).toBe('It is very likely (98%) that B is the stronger one.');
  expect(superiorityWords('A', 'B', 0.6)).toContain('not clear');
  expect(superiorityWords('A', 'B', 1)).toContain('over 99.9%');
});

test('a difference without a bound is not made up', () => {
  expect(differenceWords(meetingView({ elo: 35, elo_error: 20 }))).toBe(
    '+35 ± 20 Elo: with 95% confidence between +15 and +55.',
  );
  expect(differenceWords(meetingView({ elo: null, elo_error: null, score: 1 }))).toContain('won everything');
  expect(differenceWords(meetingView({ elo: null, elo_error: null, score: 0.5 }))).toContain('Too few');
});

test('a test says what is decided, or how far it is', () => {
  const sprt = {
    elo0: 0,
    elo1: 30,
    llr: 1.47,
    lower: -2.94,
    upper: 2.94,
    bouts: 9,
    verdict: 'open' as const,
  };
  expect(sprtWords(sprt, 'A', 'B')).toBe('Undecided: 50% of the evidence that is needed, for A.');
  expect(sprtWords({ ...sprt, llr: -0.294 }, 'A', 'B')).toContain(
    '10% of the evidence that is needed, against A',
  );
  expect(sprtWords({ ...sprt, verdict: 'accepted' }, 'A', 'B')).toContain('A is better than B');
  expect(sprtWords({ ...sprt, verdict: 'rejected' }, 'A', 'B')).toContain('A is not better than B');
});

test('results of games for two, three, and with one agent on two seats', () => {
  const names = ['A', 'B', 'C'];
  expect(gameWords(tournamentGame({ returns: [0, 1] }), names)).toBe('B won');
  expect(gameWords(tournamentGame({ returns: [0.5, 0.5] }), names)).toBe('Draw');
  const three = { seating: [2, 0, 1], returns: [0.5, 0, 0.5] };
  expect(gameWords(tournamentGame(three), names)).toBe('C and B shared the win');
  expect(gameWords(tournamentGame({ seating: [0, 1, 0], returns: [0.5, 0, 0.5] }), names)).toBe('A won');
});
