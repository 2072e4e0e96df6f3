// The board in both orientations: turning twice changes nothing, and points find their squares again.

import { describe, expect, it } from 'vitest';
import aspect from './aspect';
import { squareName } from './cells';
import { cellPlaces, HAND_HEIGHT, HEIGHT, SQUARE, squarePoint, WIDTH } from './geometry';

const squares = Array.from({ length: 12 }, (_, square) => ({
  column: square % 3,
  row: Math.floor(square / 3),
}));

describe('squares', () => {
  it('are found again from any point in them, in both orientations', () => {
    for (const orientation of [0, 1]) {
      const places = [...cellPlaces(orientation)];
      for (const { column, row } of squares) {
        const middle = squarePoint(column, row, orientation === 1);
        for (const offset of [-0.49, 0, 0.49]) {
          const [px, py] = [middle.x + offset * SQUARE, middle.y - offset * SQUARE];
          const distance = (place: { x: number; y: number }) =>
            Math.max(Math.abs(place.x - px), Math.abs(place.y - py));
          const [nearest] = places.toSorted(([, one], [, two]) => distance(one) - distance(two));
          expect(nearest?.[0]).toBe(squareName(3 * row + column));
        }
      }
    }
  });

  it('are mirrored at the centre by turning, so that turning twice is nothing', () => {
    for (const { column, row } of squares) {
      const here = squarePoint(column, row, false);
      const there = squarePoint(column, row, true);
      expect(here.x + there.x).toBeCloseTo(WIDTH);
      expect(here.y + there.y).toBeCloseTo(HEIGHT);
      expect(squarePoint(2 - column, 3 - row, true)).toEqual(here);
    }
  });
});

describe('cells', () => {
  it('all have places of their own inside the drawing', () => {
    for (const orientation of [0, 1]) {
      const places = cellPlaces(orientation);
      expect(places.size).toBe(18);
      expect(new Set([...places.values()].map(({ x, y }) => `${x} ${y}`)).size).toBe(18);
      for (const { x, y } of places.values()) {
        expect(x > 0 && x < WIDTH && y > 0 && y < HEIGHT).toBe(true);
      }
    }
  });

  it('have the hand of the seat at the bottom below, and both hands in the same order', () => {
    for (const orientation of [0, 1]) {
      const places = cellPlaces(orientation);
      const own = ['S', 'G'][orientation];
      const other = ['G', 'S'][orientation];
      expect(places.get(`${own}:C`)?.y).toBeGreaterThan(places.get('a1')?.y ?? 0);
      expect(places.get(`${own}:C`)?.y).toBeGreaterThan(places.get('a4')?.y ?? 0);
      expect(places.get(`${other}:C`)?.y).toBeLessThan(places.get('a4')?.y ?? 0);
      for (const seat of ['S', 'G']) {
        const xs = ['C', 'E', 'G'].map((animal) => places.get(`${seat}:${animal}`)?.x ?? 0);
        expect(xs).toEqual(xs.toSorted((one, two) => one - two));
      }
    }
  });

  it('are large enough for fingers on a phone', () => {
    const unit = (390 - 32) / WIDTH;
    expect(SQUARE * unit).toBeGreaterThanOrEqual(44);
    expect(HAND_HEIGHT * unit).toBeGreaterThanOrEqual(44);
    expect(aspect).toBeCloseTo(WIDTH / HEIGHT);
  });
});
