// Numbers, times and lists in words.
import { describe, expect, it } from 'vitest';
import {
  formatAgo,
  formatClock,
  formatClockSettings,
  formatCount,
  formatDuration,
  listWords,
  sentence,
} from './format';

describe('times', () => {
  it('shows clocks', () => {
    expect(formatClock(3_723_000)).toBe('1:02:03');
    expect(formatClock(245_000)).toBe('4:05');
    expect(formatClock(10_000)).toBe('0:10');
    expect(formatClock(9_940)).toBe('0:09.9');
    expect(formatClock(-5)).toBe('0:00.0');
    expect(formatClockSettings(300, 3)).toBe('5 min + 3 s');
    expect(formatClockSettings(90, 0)).toBe('90 s');
  });

  it('shows stretches and distances', () => {
    expect(formatDuration(420)).toBe('0.4 s');
    expect(formatDuration(59_600)).toBe('1 min');
    expect(formatDuration(200_000)).toBe('3 min 20 s');
    expect(formatAgo(0, 30_000)).toBe('just now');
    expect(formatAgo(0, 60_000)).toBe('1 minute ago');
    expect(formatAgo(0, 7_200_000)).toBe('2 hours ago');
    expect(formatAgo(0, 3 * 86_400_000)).toBe('3 days ago');
  });
});

describe('words', () => {
  it('shortens large numbers', () => {
    expect([7, 999, 1000, 12_345, 999_499, 999_600, 4_567_000].map(formatCount)).toEqual([
      '7',
      '999',
      '1.00 k',
      '12.3 k',
      '999 k',
      '1.00 M',
      '4.57 M',
    ]);
  });

  it('joins and ends sentences', () => {
    expect(listWords(['a', 'b', 'c'])).toBe('a, b and c');
    expect(listWords(['a'])).toBe('a');
    expect(sentence('it is not your turn')).toBe('It is not your turn.');
    expect(sentence('Done!')).toBe('Done!');
    expect(sentence('')).toBe('');
  });
});
