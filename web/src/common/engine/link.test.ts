// Addresses of analyses: what is written is read back, and what is odd does no harm.

import { describe, expect, it } from 'vitest';
import { joinMoves, linkQuery, playAddress, readLink, type SharedLine, splitMoves } from './link';
import { keyOf } from './origin';

describe('the address of an analysis', () => {
  it('is read back as it was written', () => {
    const lines: SharedLine[] = [
      { origin: { game: 'crossing' }, moves: [], at: 0 },
      { origin: { game: 'crossing', variant: 'plain', players: 3 }, moves: ['Ca2-a1+', 'C*b2'], at: 2 },
      {
        origin: { game: 'g', position: 'gle.c..C.ELG - - S', seed: 7 },
        moves: ['a,b', 'c\\d', 'e f'],
        at: 1,
      },
      { origin: { game: 'g', setup: { hands: [['a'], []] } }, moves: ['100%&=#?'], at: 1 },
    ];
    for (const line of lines) expect(readLink(linkQuery(line))).toEqual(line);
  });

  it('can be read by people', () => {
    const line = { origin: { game: 'g', position: 'gle - S' }, moves: ['Cb3xb2', 'C*b2'], at: 2 };
    expect(linkQuery(line)).toBe('?game=g&position=gle+-+S&moves=Cb3xb2,C*b2');
  });

  it('says nothing without a game', () => {
    expect(readLink('')).toBeNull();
    expect(readLink('?moves=a')).toBeNull();
  });

  it('leaves out what makes no sense', () => {
    expect(readLink('?game=g&players=x&seed=-1&setup={&at=99&moves=a')).toEqual({
      origin: { game: 'g' },
      moves: ['a'],
      at: 1,
    });
  });

  it('joins and splits any moves', () => {
    const moves = ['a', 'b,c', '\\', ',', 'd e'];
    expect(splitMoves(joinMoves(moves))).toEqual(moves);
    expect(splitMoves('')).toEqual([]);
  });

  it('leads to a new game from a position', () => {
    expect(playAddress({ game: 'g', variant: 'v' }, 'a b')).toBe('/new/g?variant=v&position=a+b');
    expect(playAddress({ game: 'g', players: 3 }, 'a')).toBe('/new/g?players=3&position=a');
  });

  it('tells starts apart in keys', () => {
    const keys = [
      keyOf({ game: 'g' }, []),
      keyOf({ game: 'g' }, ['a']),
      keyOf({ game: 'g', variant: 'v' }, []),
      keyOf({ game: 'g', position: 'v' }, []),
      keyOf({ game: 'g', seed: 0 }, []),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });
});
