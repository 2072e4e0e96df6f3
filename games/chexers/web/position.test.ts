// What stands where, and which pieces could be turned.

import { describe, expect, it } from 'vitest';
import { kindsOf, readScene, threatened, turnedBy } from './position';
import { boardOf, START, textOf } from './testing';

const threats = (pieces: Parameters<typeof textOf>[0]) =>
  [...threatened(readScene(boardOf(textOf(pieces))))].sort().join(' ');

describe('a scene', () => {
  it('says who stands where and who has left, as far as there is room for them', () => {
    const { owners, exits } = readScene(boardOf(START.replace('0,0,0', '1,0,5')));
    expect(owners.size).toBe(12);
    expect([owners.get('-3,0'), owners.get('3,-3'), owners.get('0,3'), owners.get('0,0')]).toEqual([
      0,
      1,
      2,
      undefined,
    ]);
    expect(exits).toEqual([1, 0, 4]);
  });
});

describe('threats', () => {
  it('are none at the start', () => {
    expect(threatened(readScene(boardOf(START))).size).toBe(0);
  });

  it('need another colour on one side and an empty hex on the other', () => {
    expect(threats({ red: '0,0', green: '1,0' })).toBe('0,0 1,0');
    expect(threats({ red: '0,0 1,0' })).toBe('');
    expect(threats({ red: '0,0', green: '1,0 -1,0' })).toBe('1,0 -1,0'.split(' ').sort().join(' '));
    expect(threats({ red: '0,0', green: '1,0', blue: '2,0' })).toBe('0,0 2,0');
  });

  it('do not lead off the board', () => {
    expect(threats({ red: '3,-1', green: '2,-1' })).toBe('2,-1');
    expect(threats({ red: '-3,0', blue: '-2,0' })).toBe('-2,0');
  });
});

describe('a jump', () => {
  const scene = readScene(boardOf(textOf({ red: '0,0 0,1', green: '1,0' })));

  it('turns what it leads over, if that is another’s', () => {
    expect(turnedBy('0,0', '2,0', scene)).toBe('1,0');
    expect(turnedBy('0,0', '0,2', scene)).toBeUndefined();
    expect(turnedBy('0,0', '-1,0', scene)).toBeUndefined();
    expect(turnedBy('0,0', 'exit-red', scene)).toBeUndefined();
  });

  it('is shown as a capture then', () => {
    const targets = new Map([
      ['2,0', 'move'],
      ['0,2', 'move'],
      ['exit-red', 'move'],
    ] as const);
    expect([...kindsOf(targets, '0,0', scene).values()]).toEqual(['capture', 'move', 'move']);
    expect([...kindsOf(targets, undefined, scene).values()]).toEqual(['move', 'move', 'move']);
  });
});
