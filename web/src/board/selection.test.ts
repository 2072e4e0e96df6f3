// The selection machine: what each touch leads to, on moves of one, two and three touches.

import { describe, expect, it } from 'vitest';
import type { MoveKind, MoveView } from '../api/types';
import { choicesOf, matching, startsOf, targetsOf, touchCell } from './selection';

function move(text: string, touches: string, kind: MoveKind = 'move'): MoveView {
  return { move: text, touches: touches.split(' ').filter(Boolean), kind };
}

const steps = [
  move('b4-a3', 'b4 a3'),
  move('b4-c3', 'b4 c3'),
  move('b3xb2', 'b3 b2', 'capture'),
  move('C*a2', 'S:C a2', 'drop'),
  move('pass', ''),
];

describe('starts and targets', () => {
  it('finds the cells where moves begin', () => {
    expect([...startsOf(steps)].sort()).toEqual(['S:C', 'b3', 'b4']);
  });

  it('shows no targets before the first touch', () => {
    expect(targetsOf(steps, []).size).toBe(0);
  });

  it('shows each target with the kind of its move', () => {
    expect([...targetsOf(steps, ['b4'])]).toEqual([
      ['a3', 'move'],
      ['c3', 'move'],
    ]);
    expect(targetsOf(steps, ['b3']).get('b2')).toBe('capture');
    expect(targetsOf(steps, ['S:C']).get('a2')).toBe('drop');
  });

  it('prefers the most telling kind where moves share a target', () => {
    const shared = [move('one', 'a b'), move('two', 'a b', 'capture'), move('three', 'a b', 'other')];
    expect(targetsOf(shared, ['a']).get('b')).toBe('capture');
  });

  it('matches every move before the first touch', () => {
    expect(matching(steps, [])).toEqual(steps);
  });
});

describe('touching', () => {
  it('selects a start and plays the move at the second touch', () => {
    const first = touchCell(steps, [], 'b4');
    expect(first).toEqual({ touched: ['b4'], play: null });
    expect(touchCell(steps, first.touched, 'c3')).toEqual({ touched: [], play: steps[1] });
  });

  it('clears when the start is touched again', () => {
    expect(touchCell(steps, ['b4'], 'b4')).toEqual({ touched: [], play: null });
  });

  it('switches to another start', () => {
    expect(touchCell(steps, ['b4'], 'S:C')).toEqual({ touched: ['S:C'], play: null });
  });

  it('clears at a cell that means nothing', () => {
    expect(touchCell(steps, ['b4'], 'a1')).toEqual({ touched: [], play: null });
    expect(touchCell(steps, [], 'a1')).toEqual({ touched: [], play: null });
  });

  it('plays a move of one touch at once', () => {
    const single = [move('a1', 'a1'), move('a2', 'a2')];
    expect(touchCell(single, [], 'a2').play).toBe(single[1]);
  });

  it('never plays a move without touches', () => {
    for (const cell of ['a1', 'b4', '']) expect(touchCell(steps, [], cell).play).toBeNull();
  });

  it('offers a choice between moves with the same touches', () => {
    const twins = [move('b2-b1', 'b2 b1'), move('b2-b1+', 'b2 b1'), move('b2-a1', 'b2 a1')];
    const result = touchCell(twins, ['b2'], 'b1');
    expect(result).toEqual({ touched: ['b2', 'b1'], play: null });
    expect(choicesOf(twins, result.touched).map(({ move }) => move)).toEqual(['b2-b1', 'b2-b1+']);
  });

  it('lets a move end where another goes on', () => {
    const hops = [move('a-c', 'a c', 'capture'), move('a-c-e', 'a c e', 'capture')];
    const result = touchCell(hops, ['a'], 'c');
    expect(result).toEqual({ touched: ['a', 'c'], play: null });
    expect(choicesOf(hops, result.touched)).toEqual([hops[0]]);
    expect([...targetsOf(hops, result.touched).keys()]).toEqual(['e']);
    expect(touchCell(hops, result.touched, 'c').play).toBe(hops[0]);
    expect(touchCell(hops, result.touched, 'e').play).toBe(hops[1]);
  });

  it('takes touches back one cell at a time', () => {
    const long = [move('abc', 'a b c d'), move('abd', 'a b d e')];
    expect(touchCell(long, ['a', 'b', 'c'], 'b')).toEqual({ touched: ['a'], play: null });
    expect(touchCell(long, ['a', 'b', 'c'], 'a')).toEqual({ touched: [], play: null });
  });

  it('lets a move come back to its start', () => {
    const circle = [move('round', 'a b a')];
    expect(touchCell(circle, ['a', 'b'], 'a').play).toBe(circle[0]);
  });

  it('reaches every move by its own touches', () => {
    for (const wanted of steps.filter(({ touches }) => touches.length > 0)) {
      let touched: readonly string[] = [];
      let played: MoveView | null = null;
      for (const cell of wanted.touches) ({ touched, play: played } = touchCell(steps, touched, cell));
      expect(played).toBe(wanted);
    }
  });
});
