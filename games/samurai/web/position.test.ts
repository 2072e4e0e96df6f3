// What stands and lies where, and what is counted on it.

import { describe, expect, it } from 'vitest';
import {
  gainsBetween,
  influencesOn,
  landLeft,
  leaderOf,
  majorityOf,
  sizeOf,
  standingOf,
  totalOf,
} from './position';
import { MIDDLE, sceneOf, textOf } from './testing';
import { influenceOn, TILES, tileOf, tileWords } from './tiles';

const scene = sceneOf(MIDDLE);

describe('a scene', () => {
  it('says what stands and lies where', () => {
    expect(scene.players).toBe(2);
    expect(scene.figures[6]).toEqual(['rice', 'buddha']);
    expect(scene.figures[12]).toEqual(['rice', 'helmet', 'buddha']);
    expect(scene.tiles.get(25)).toMatchObject({ seat: 1, tile: { name: 'samurai3' } });
    expect(scene.tiles.size).toBe(6);
    expect(scene.captured).toEqual([
      { rice: 2, helmet: 0, buddha: 1 },
      { rice: 0, helmet: 3, buddha: 0 },
    ]);
    expect(totalOf(scene.aside)).toBe(1);
    expect(scene.piles).toEqual([15, 15]);
  });

  it('shows the own hand, and of others how many', () => {
    const [own = 0, other = 0] = scene.hands;
    expect(Array.isArray(own) && own.map(({ name }) => name)).toEqual([
      'rice4',
      'helmet2',
      'samurai1',
      'ship2',
      'swap',
    ]);
    expect([sizeOf(own), other, sizeOf(other)]).toEqual([5, 5, 5]);
  });

  it('has the settlements of all islands in the order of their ids', () => {
    const figures = [...Array(17).fill('r'), 'h', ...Array(8).fill('b')].join('/');
    const three = sceneOf(`${figures} - 0.0.0/0.0.0/0.0.0 0.0.0 000 -/-/- -/-/- 2`);
    expect([three.figures[16], three.figures[91], three.figures[92]]).toEqual([
      ['rice'],
      ['helmet'],
      ['buddha'],
    ]);
  });
});

describe('influence', () => {
  it('counts tiles of the kind, samurai, ships and ronin beside a settlement', () => {
    // Beside village 5 lie 25 and 26, beside Kyoto 24 and 26.
    expect(influencesOn(scene, 5, 'rice')).toEqual([0, 3]);
    expect(influencesOn(scene, 5, 'helmet')).toEqual([0, 7]);
    expect(influencesOn(scene, 6, 'rice')).toEqual([3, 0]);
    expect(influencesOn(scene, 12, 'buddha')).toEqual([1, 0]);
  });

  it('decides by the sole highest', () => {
    expect(leaderOf([3, 0])).toBe(0);
    expect(leaderOf([3, 3])).toBeNull();
    expect(leaderOf([0, 0])).toBeNull();
    expect(leaderOf([1, 4, 4])).toBeNull();
    expect(leaderOf([1, 4, 5])).toBe(2);
  });

  it('goes with the land that is left', () => {
    const before = landLeft(scene, 5);
    expect(before).toBeGreaterThan(0);
    const emptied = sceneOf(textOf({}));
    expect(landLeft(emptied, 5)).toBe(before + 2);
  });
});

describe('captured figures', () => {
  it('make a majority where nobody has as many', () => {
    expect([majorityOf(scene, 'rice'), majorityOf(scene, 'helmet')]).toEqual([0, 1]);
    expect(majorityOf(sceneOf(textOf({ captured: '1.0.0/1.0.0' })), 'rice')).toBeNull();
    expect(majorityOf(sceneOf(textOf({})), 'rice')).toBeNull();
    expect(standingOf(scene, 'rice')).toBe(7);
  });

  it('are told with whoever got them', () => {
    const tiles = '0:rice3@17,1:samurai1@18';
    const before = sceneOf(textOf({ tiles: '0:rice3@17' }));
    const taken = sceneOf(
      textOf({
        figures: textOf({}).split(' ')[0]?.replace('h/b', '-/b') ?? '',
        tiles,
        captured: '0.0.0/0.1.0',
      }),
    );
    expect(gainsBetween(before, taken)).toEqual([{ settlement: 0, kind: 'helmet', seat: 1 }]);
    const tied = sceneOf(
      textOf({
        figures: textOf({}).split(' ')[0]?.replace('h/b', '-/b') ?? '',
        tiles: '0:rice3@17,1:rice2@18',
        aside: '0.1.0',
      }),
    );
    expect(gainsBetween(before, tied)).toEqual([{ settlement: 0, kind: 'helmet', seat: null }]);
  });

  it('are none when figures only change places', () => {
    const before = sceneOf(textOf({}));
    const swapped = sceneOf(textOf({ figures: textOf({}).split(' ')[0]?.replace('h/b', 'b/h') ?? '' }));
    expect(gainsBetween(before, swapped)).toEqual([]);
    expect(gainsBetween(before, before)).toEqual([]);
  });
});

describe('tiles', () => {
  it('are twenty, five of them characters', () => {
    expect(TILES.reduce((sum, { count }) => sum + count, 0)).toBe(20);
    expect(TILES.filter(({ isCharacter }) => isCharacter).reduce((sum, { count }) => sum + count, 0)).toBe(5);
  });

  it('count for their kind, or for all', () => {
    const on = (name: string) => {
      const tile = tileOf(name);
      return tile && [influenceOn(tile, 'rice'), influenceOn(tile, 'helmet'), influenceOn(tile, 'buddha')];
    };
    expect(on('helmet3')).toEqual([0, 3, 0]);
    expect(on('samurai2')).toEqual([2, 2, 2]);
    expect(on('ship1')).toEqual([1, 1, 1]);
    expect(on('shift')).toEqual([0, 0, 0]);
    expect(on('swap')).toEqual([0, 0, 0]);
  });

  it('have names', () => {
    const words = ['rice4', 'ship1', 'swap', 'shift'].map((name) =>
      tileWords(tileOf(name) ?? (TILES[0] as never)),
    );
    expect(words).toEqual(['rice 4', 'ship 1, character', 'figure exchange, character', 'tile exchange']);
  });
});
