// Moves chosen in advance: what can be picked up, where it can go, and what comes of it.

import { describe, expect, it } from 'vitest';
import { cellFacts } from './cellFacts';
import { NO_PREMOVE, type PremoveState, premoveStarts, resolvePremove, touchPremove } from './premove';
import { cell, move, squareCells } from './testing';

const cells = [
  ...squareCells(2, 2).map((each) =>
    each.name === 'a1'
      ? { ...each, text: 'P', owner: 0 }
      : each.name === 'b1'
        ? { ...each, text: 'q', owner: 1 }
        : each,
  ),
  cell('mine', 0, 0, { hand: 0, text: 'N', owner: 0 }),
  cell('hidden', 2, 0, { hand: 0, text: '?' }),
  cell('bare', 4, 0, { hand: 0 }),
  cell('theirs', 0, 0, { hand: 1, text: 'n', owner: 1 }),
];

const facts = cellFacts(cells, []);

function touching(...names: string[]): PremoveState {
  return names.reduce((state, name) => touchPremove(state, name, facts, [0]), NO_PREMOVE);
}

describe('what can be picked up', () => {
  it('is what belongs to one’s own seats, on the board and in the hand', () => {
    const starts = (...seats: number[]) => [
      ...premoveStarts(
        cells.map(({ name }) => name),
        facts,
        seats,
      ),
    ];
    expect(starts(0)).toEqual(['a1', 'mine', 'hidden']);
    expect(starts(1)).toEqual(['b1', 'theirs']);
    expect(starts()).toEqual([]);
  });
});

describe('touching', () => {
  it('picks up and puts somewhere, without asking any rules', () => {
    expect(touching('a1')).toEqual({ touched: ['a1'], premove: [] });
    expect(touching('a1', 'b2')).toEqual({ touched: [], premove: ['a1', 'b2'] });
    expect(touching('mine', 'a1')).toEqual({ touched: [], premove: ['mine', 'a1'] });
  });

  it('does not begin with what is not one’s own', () => {
    for (const name of ['b1', 'b2', 'bare', 'theirs', 'nowhere']) expect(touching(name)).toEqual(NO_PREMOVE);
  });

  it('never leads into a hand; one’s own hand begins anew', () => {
    expect(touching('a1', 'theirs')).toEqual({ touched: ['a1'], premove: [] });
    expect(touching('a1', 'bare')).toEqual({ touched: ['a1'], premove: [] });
    expect(touching('a1', 'mine')).toEqual({ touched: ['mine'], premove: [] });
  });

  it('takes back by touching the same again', () => {
    expect(touching('a1', 'a1')).toEqual(NO_PREMOVE);
    expect(touching('a1', 'b2', 'b2')).toEqual(NO_PREMOVE);
    expect(touching('a1', 'b2', 'a1')).toEqual(NO_PREMOVE);
  });

  it('replaces one premove by another, and keeps it when something else is touched', () => {
    expect(touching('a1', 'b2', 'mine')).toEqual({ touched: ['mine'], premove: [] });
    expect(touching('a1', 'b2', 'b1')).toEqual({ touched: [], premove: ['a1', 'b2'] });
  });
});

describe('the turn', () => {
  const only = move('a1-b2', 'a1 b2');

  it('plays the one move that has the touches', () => {
    expect(resolvePremove([move('a1-a2', 'a1 a2'), only], ['a1', 'b2'])).toBe(only);
  });

  it('plays nothing where there is none, or more than one, or one that goes on', () => {
    expect(resolvePremove([move('a1-a2', 'a1 a2')], ['a1', 'b2'])).toBeNull();
    expect(resolvePremove([only, move('a1-b2+', 'a1 b2')], ['a1', 'b2'])).toBeNull();
    expect(resolvePremove([move('a1-b2-a2', 'a1 b2 a2')], ['a1', 'b2'])).toBeNull();
    expect(resolvePremove([move('pass', '')], ['a1', 'b2'])).toBeNull();
  });
});
