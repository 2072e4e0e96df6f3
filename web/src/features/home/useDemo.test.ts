// The demo rests at its end and begins again.
import { expect, it } from 'vitest';
import { demoIndex } from './useDemo';

it('walks through the positions, rests, and begins again', () => {
  expect([0, 1, 2, 3, 4, 5, 6].map((step) => demoIndex(step, 3))).toEqual([0, 1, 2, 2, 2, 2, 0]);
  expect(demoIndex(5, 0)).toBe(0);
});
