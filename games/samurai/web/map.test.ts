// The spaces are those of the map that the rules use, and the empty corner of the drawing is empty.

import { describe, expect, it } from 'vitest';
import map from '../data/map.json';
import aspectOf from './aspect';
import { hexPath, layoutOf, mapLayout, RADIUS, trayPoints } from './layout';
import { isSettlement, neighboursOf, placeName, SPACES, spacesFor } from './map';
import { MIDDLE, position } from './testing';

interface Known {
  id: number;
  q: number;
  r: number;
  kind: string;
  class?: string;
  name?: string;
  min_players: number;
  neighbours: number[];
}

const known: readonly Known[] = map.spaces;

describe('the spaces', () => {
  it('are those of the map', () => {
    expect(SPACES.map(({ id, q, r, terrain }) => [id, q, r, terrain])).toEqual(
      known.map((space) => [space.id, space.q, space.r, space.class ?? space.kind]),
    );
    for (const { id, name } of known) expect(placeName(id)).toBe(name);
  });

  it.each([2, 3, 4])('for %i players are the beginning of the list', (players) => {
    expect(spacesFor(players).length).toBe(known.filter((space) => space.min_players <= players).length);
  });

  it('have the neighbours of the map', () => {
    for (const { id, neighbours } of known) {
      expect(
        neighboursOf(id, 4).toSorted((one, other) => one - other),
        `of ${id}`,
      ).toEqual(neighbours);
    }
  });

  it('of land lie beside two settlements each', () => {
    for (const players of [2, 3, 4]) {
      for (const space of spacesFor(players).filter(({ terrain }) => terrain === 'land')) {
        const beside = neighboursOf(space.id, players).flatMap((id) => SPACES[id] ?? []);
        expect(beside.filter(isSettlement)).toHaveLength(2);
      }
    }
  });
});

describe('the drawing', () => {
  it.each([2, 3, 4])('for %i players has room for the scores beside the spaces', (players) => {
    const { points, corner, width, height } = mapLayout(players);
    for (const { x, y } of points) {
      expect(x - RADIUS >= corner.x + corner.width || y - RADIUS * 0.87 >= corner.y + corner.height).toBe(
        true,
      );
      expect(x > RADIUS && x < width - RADIUS && y > 40 && y < height - 40).toBe(true);
    }
    expect(corner.width / width).toBeGreaterThan(0.45);
  });

  it.each([3, 4])('for %i players has the tray on a large screen where no space is', (players) => {
    const { points, tray, words, width, total } = layoutOf(players, 'wide');
    for (const { x, y } of points) expect(x + RADIUS <= tray.x || y + RADIUS * 0.87 <= tray.y).toBe(true);
    expect(words.y + words.height).toBeLessThan(total);
    expect(tray.x + tray.width).toBeLessThan(width);
  });

  it('keeps neighbours a hex apart', () => {
    const { points } = mapLayout(4);
    for (const { id } of SPACES) {
      for (const other of neighboursOf(id, 4)) {
        const [one, two] = [points[id], points[other]];
        if (!one || !two) throw new Error('no point');
        expect(Math.hypot(one.x - two.x, one.y - two.y)).toBeCloseTo(RADIUS * Math.sqrt(3), 1);
      }
    }
  });

  it.each(['wide', 'tall'] as const)('has the tiles of the hand inside the tray: %s', (shape) => {
    for (const players of [2, 3, 4]) {
      const layout = layoutOf(players, shape);
      for (const count of [1, 3, 5]) {
        const { points, tile } = trayPoints(layout, count);
        expect(points).toHaveLength(count);
        for (const { x, y } of points) {
          expect(x - tile).toBeGreaterThanOrEqual(layout.tray.x);
          expect(x + tile).toBeLessThanOrEqual(layout.tray.x + layout.tray.width);
          expect(y + tile * 0.87).toBeLessThanOrEqual(layout.tray.y + layout.tray.height);
          expect(y - tile * 0.87).toBeGreaterThanOrEqual(layout.tray.y);
        }
      }
    }
  });

  it('says its shape before it is there', () => {
    const room = { position: position(MIDDLE), wide: true, preview: true };
    const { width, height } = mapLayout(2);
    expect(aspectOf(room)).toBeCloseTo(width / height);
    expect(aspectOf({ ...room, preview: false })).toBeLessThan(width / height);
    expect(aspectOf({ ...room, preview: false, wide: false })).toBeLessThan(1);
    expect(hexPath()).toMatch(/^M50 0L/);
  });
});
