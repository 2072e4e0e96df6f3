// The memory of the engine's answers, and what they mean for each seat.

import { describe, expect, it, vi } from 'vitest';
import { fakeAnalysis, fakePosition } from '../../api/fixtures';
import { EvaluationStore, isSettled, plyValue, shareFor, shortValue, thinkingSteps } from './evaluations';

const view = fakeAnalysis(0, { a: 0.7 });

describe('the memory of answers', () => {
  it('keeps the longest thought for each number of lines', () => {
    const store = new EvaluationStore();
    expect(store.best('k')).toBeNull();
    store.put('k', { view, askedMs: 300, lines: 3 });
    store.put('k', { view, askedMs: 1000, lines: 1 });
    expect(store.best('k')?.askedMs).toBe(1000);
    expect(store.withLines('k', 2)?.askedMs).toBe(300);
    store.put('k', { view, askedMs: 150, lines: 1 });
    expect(store.best('k')?.askedMs).toBe(1000);
    store.put('k', { view, askedMs: 3000, lines: 3 });
    expect(store.withLines('k', 1)?.askedMs).toBe(3000);
    expect(store.best('other')).toBeNull();
  });

  it('tells its listeners until they leave', () => {
    const store = new EvaluationStore();
    const listener = vi.fn();
    const leave = store.subscribe(listener);
    store.put('k', { view, askedMs: 300, lines: 1 });
    leave();
    store.put('l', { view, askedMs: 300, lines: 1 });
    expect(listener).toHaveBeenCalledTimes(1);
    expect(store.version()).toBe(2);
  });

  it('forgets the oldest when it is full', () => {
    const store = new EvaluationStore();
    for (let index = 0; index <= 4000; index += 1) store.put(`k${index}`, { view, askedMs: 1, lines: 1 });
    expect(store.best('k0')).toBeNull();
    expect(store.best('k4000')).not.toBeNull();
  });
});

describe('values for a seat', () => {
  it('mirror each other for two', () => {
    expect(shareFor(view, 0, 2)).toBeCloseTo(0.7);
    expect(shareFor(view, 1, 2)).toBeCloseTo(0.3);
  });

  it('are known for the mover alone with more seats', () => {
    expect([0, 1, 2].map((seat) => shareFor(view, seat, 3))).toEqual([0.7, null, null]);
    expect(shareFor({ ...view, value: null }, 0, 2)).toBeNull();
  });

  it('are the result at the end', () => {
    const end = fakePosition(3, null, 'a', {
      returns: [0.5, 0.5],
      points: null,
      reason: 'draw',
      winner: null,
    });
    expect(plyValue(end, null, 2)).toEqual({ shares: [0.5, 0.5], seat: null, text: 'draw' });
    expect(plyValue(fakePosition(1, 0, 'a'), null, 2)).toBeNull();
  });
});

describe('short values', () => {
  it('fit on a board', () => {
    const texts = ['+11.00', '-1.50', '+0.00', 'win in 7', 'loss in 12', '62%', 'draw'];
    expect(texts.map(shortValue)).toEqual(['+11', '-1.5', '+0.0', 'W7', 'L12', '62%', '=']);
  });
});

describe('thinking time', () => {
  it('grows to the limit of the server', () => {
    expect(thinkingSteps(10_000)).toEqual([300, 1000, 3000, 10_000]);
    expect(thinkingSteps(5000)).toEqual([300, 1000, 3000, 5000]);
    expect(thinkingSteps(200)).toEqual([200]);
  });

  it('ends when the engine has nothing left to look at', () => {
    expect(isSettled({ view: { ...view, ms: 20 }, askedMs: 300, lines: 1 })).toBe(true);
    expect(isSettled({ view: { ...view, ms: 299 }, askedMs: 300, lines: 1 })).toBe(false);
  });
});
