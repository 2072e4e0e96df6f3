// Moves that follow each other too fast are shown one after the other; nothing else waits.

import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { move, position } from './testing';
import { PACE_MS, usePaced } from './usePaced';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const onMove = vi.fn();

const TWO = ['First', 'Second'];
const THREE = [...TWO, 'Third'];

function at(ply: number, text = `position ${ply}`, animate = true, seatNames = TWO) {
  return { position: position([], [], { ply, text }), animate, mayMove: true, onMove, seatNames };
}

const ofThree = (ply: number) => at(ply, `position ${ply}`, true, THREE);

function start(first = at(0)) {
  const hook = renderHook(usePaced<ReturnType<typeof at>>, { initialProps: first });
  return { show: hook.rerender, now: () => hook.result.current };
}

it('shows a first move at once and lets the answer wait for it', () => {
  const { show, now } = start();
  show(at(1));
  expect(now().position.ply).toBe(1);
  act(() => vi.advanceTimersByTime(20));
  show(at(2));
  expect(now().position.ply).toBe(1);
  expect(now().mayMove).toBe(false);
  act(() => vi.advanceTimersByTime(PACE_MS));
  expect(now().position.ply).toBe(2);
  expect(now().mayMove).toBe(true);
});

it('lets nothing wait that comes late enough', () => {
  const { show, now } = start();
  show(at(1));
  act(() => vi.advanceTimersByTime(PACE_MS + 1));
  show(at(2));
  expect(now().position.ply).toBe(2);
});

it('shows jumps, moves taken back and unanimated positions at once', () => {
  const { show, now } = start();
  show(at(1));
  show(at(7));
  expect(now().position.ply).toBe(7);
  show(at(6));
  expect(now().position.ply).toBe(6);
  show(at(7, 'another', false));
  expect(now().position.ply).toBe(7);
});

it('shows what follows from one’s own move at once, but not together with the answer', () => {
  const { show, now } = start();
  act(() => now().onMove(move('a', 'a b')));
  expect(onMove).toHaveBeenCalledOnce();
  show(at(1));
  expect(now().position.ply).toBe(1);
  act(() => vi.advanceTimersByTime(PACE_MS + 1));

  act(() => now().onMove(move('b', 'b c')));
  act(() => vi.advanceTimersByTime(20));
  show(at(3));
  expect(now().position.ply).toBe(1);
  expect(now().mayMove).toBe(false);
  act(() => vi.advanceTimersByTime(PACE_MS));
  expect(now().position.ply).toBe(3);
});

it('shows the answers of two others one after the other', () => {
  const { show, now } = start(ofThree(0));
  act(() => now().onMove(move('a', 'a b')));
  for (const ply of [1, 2, 3]) show(ofThree(ply));
  const seen = [now().position.ply];
  for (let step = 0; step < 3; step++) {
    act(() => vi.advanceTimersByTime(PACE_MS));
    seen.push(now().position.ply);
  }
  expect(seen).toEqual([1, 2, 3, 3]);
  expect(now().mayMove).toBe(true);
});

it('shows all that waits at once when nothing may move any more', () => {
  const { show, now } = start(ofThree(0));
  for (const ply of [1, 2, 3]) show(ofThree(ply));
  expect(now().position.ply).toBe(1);
  show({ ...ofThree(3), animate: false });
  expect(now().position.ply).toBe(3);
});

it('never falls behind', () => {
  const { show, now } = start();
  for (let ply = 1; ply <= 9; ply++) {
    show(at(ply));
    expect(now().position.ply).toBeGreaterThanOrEqual(ply - 1);
  }
  const three = start(ofThree(0));
  for (let ply = 1; ply <= 9; ply++) {
    three.show(ofThree(ply));
    expect(three.now().position.ply).toBeGreaterThanOrEqual(ply - 2);
  }
});

it('goes on waiting when the same position comes again', () => {
  const { show, now } = start();
  show(at(1));
  show(at(2));
  act(() => vi.advanceTimersByTime(PACE_MS - 20));
  show(at(2));
  expect(now().position.ply).toBe(1);
  act(() => vi.advanceTimersByTime(21));
  expect(now().position.ply).toBe(2);
});
