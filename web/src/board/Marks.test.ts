// Labels of arrows stand where they hide no piece, and not on each other.

import { describe, expect, it } from 'vitest';
import { labelBox, overlaps } from './Label';
import { CELL, type Point } from './layout';
import { distanceTo, labelPlaces } from './Marks';

const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y);
const from = { x: 0, y: 0 };

describe('the label of an arrow', () => {
  it('stands beside one that is a cell long, away from both middles', () => {
    for (const to of [
      { x: CELL, y: 0 },
      { x: 0, y: -CELL },
      { x: CELL / 2, y: (CELL * Math.sqrt(3)) / 2 },
    ]) {
      const [first, second] = labelPlaces(from, to);
      for (const place of [first, second]) {
        if (!place) throw new Error('no place');
        expect(distance(place, from)).toBeGreaterThan(CELL * 0.6);
        expect(distance(place, to)).toBeGreaterThan(CELL * 0.6);
      }
      expect(distance(first ?? from, second ?? from)).toBeGreaterThan(CELL * 0.7);
    }
  });

  it('stands in the middle of a longer one, where corners meet for a diagonal', () => {
    expect(labelPlaces(from, { x: CELL, y: CELL })[0]).toEqual({ x: CELL / 2, y: CELL / 2 });
    expect(labelPlaces(from, { x: 0, y: 3 * CELL })[0]).toEqual({ x: 0, y: 1.5 * CELL });
  });

  it('stands somewhere for an arrow that leads nowhere', () => {
    expect(labelPlaces(from, from)[0]).toEqual(from);
  });
});

describe('the distance from an arrow', () => {
  it('is measured to its nearest point', () => {
    const to = { x: 100, y: 0 };
    expect(distanceTo({ x: 50, y: 30 }, from, to)).toBe(30);
    expect(distanceTo({ x: 130, y: 40 }, from, to)).toBe(50);
    expect(distanceTo({ x: 3, y: 4 }, from, from)).toBe(5);
  });
});

describe('labels', () => {
  it('know when they would lie on each other', () => {
    const box = (x: number) => labelBox({ x, y: 0 }, '+1.5', 18);
    expect(overlaps(box(0), box(20))).toBe(true);
    expect(overlaps(box(0), box(80))).toBe(false);
  });
});
