// Geometry: turning boards, staying inside the drawing, and walking with the arrow keys.

import { describe, expect, it } from 'vitest';
import { CELL, cellLayout, type Point } from './layout';
import { neighbour } from './neighbours';
import { cell, hexCells, squareCells } from './testing';

const hands = [0, 1].flatMap((seat) =>
  [0, 1, 2].map((slot) => cell(`${seat}:${slot}`, 2 * slot, 0, { hand: seat })),
);
const board = [...squareCells(3, 4), ...hands];

function at(places: ReadonlyMap<string, Point>, name: string): Point {
  const place = places.get(name);
  if (!place) throw new Error(`no place for ${name}`);
  return place;
}

function rounded({ x, y }: Point): string {
  return `${Math.round(x * 10)} ${Math.round(y * 10)}`;
}

describe('the layout of cells', () => {
  it('gives every cell a place of its own inside the drawing', () => {
    for (const cells of [board, hexCells(4), squareCells(1, 1)]) {
      for (const orientation of [0, 1, 2]) {
        const { width, height, places } = cellLayout(cells, orientation, 3);
        expect(new Set([...places.values()].map(rounded)).size).toBe(
          cells.filter(({ hand }) => hand !== 3).length,
        );
        for (const { x, y } of places.values()) {
          expect(x).toBeGreaterThanOrEqual(CELL / 2);
          expect(x).toBeLessThanOrEqual(width - CELL / 2);
          expect(y).toBeGreaterThanOrEqual(CELL / 2);
          expect(y).toBeLessThanOrEqual(height - CELL / 2);
        }
      }
    }
  });

  it('turns a board for two by half a turn, and twice is not at all', () => {
    const [one, other] = [0, 1].map((orientation) => cellLayout(board, orientation, 2));
    if (!one || !other) throw new Error('two layouts');
    const centre = { x: one.width / 2, y: one.height / 2 };
    for (const { name, hand } of board) {
      if (hand !== null) continue;
      const [before, after] = [at(one.places, name), at(other.places, name)];
      expect(after.x).toBeCloseTo(2 * centre.x - before.x);
      expect(after.y).toBeCloseTo(2 * centre.y - before.y);
    }
    expect(cellLayout(board, 2, 2).places.get('a1')).toBeDefined();
  });

  it('puts the hand of the seat at the bottom below the board and the other above', () => {
    for (const orientation of [0, 1]) {
      const { places } = cellLayout(board, orientation, 2);
      const rows = squareCells(3, 4).map(({ name }) => at(places, name).y);
      expect(at(places, `${orientation}:0`).y).toBeGreaterThan(Math.max(...rows));
      expect(at(places, `${1 - orientation}:0`).y).toBeLessThan(Math.min(...rows));
    }
  });

  it('turns hexagons by thirds so that they cover the same places', () => {
    const cells = hexCells(4);
    const seen = [0, 1, 2].map((orientation) => cellLayout(cells, orientation, 3));
    const covered = seen.map(({ places }) => [...places.values()].map(rounded).sort());
    expect(covered[1]).toEqual(covered[0]);
    expect(covered[2]).toEqual(covered[0]);
    const corner = seen.map(({ places }) => rounded(at(places, 'h-6_0')));
    expect(new Set(corner).size).toBe(3);
  });

  it('turns squares by quarters for four seats and not at all for three', () => {
    const cells = squareCells(4, 4);
    const four = [0, 1, 2, 3].map((orientation) =>
      rounded(at(cellLayout(cells, orientation, 4).places, 'a1')),
    );
    expect(new Set(four).size).toBe(4);
    const three = [0, 1, 2].map((orientation) => rounded(at(cellLayout(cells, orientation, 3).places, 'a1')));
    expect(new Set(three).size).toBe(1);
  });

  it('knows hexagons by their shifted rows', () => {
    expect(cellLayout(hexCells(2), 0, 3).hexagonal).toBe(true);
    expect(cellLayout(board, 0, 2).hexagonal).toBe(false);
  });
});

describe('arrow keys', () => {
  const opposite: Record<string, string> = {
    ArrowUp: 'ArrowDown',
    ArrowDown: 'ArrowUp',
    ArrowLeft: 'ArrowRight',
    ArrowRight: 'ArrowLeft',
  };

  it('go to the next square as it is seen, in both orientations', () => {
    const { places } = cellLayout(board, 0, 2);
    expect(neighbour(places, 'b2', 'ArrowUp')).toBe('b1');
    expect(neighbour(places, 'b2', 'ArrowLeft')).toBe('a2');
    const turned = cellLayout(board, 1, 2).places;
    expect(neighbour(turned, 'b2', 'ArrowUp')).toBe('b3');
    expect(neighbour(turned, 'b2', 'ArrowLeft')).toBe('c2');
  });

  it('come back by the opposite key on squares', () => {
    const { places } = cellLayout(board, 0, 2);
    for (const name of places.keys()) {
      for (const [key, back] of Object.entries(opposite)) {
        const next = neighbour(places, name, key);
        if (next !== null) expect(neighbour(places, next, back)).toBe(name);
      }
    }
  });

  it('walk from the board into the hands and stop at the edge', () => {
    const { places } = cellLayout(board, 0, 2);
    expect(neighbour(places, 'a4', 'ArrowDown')).toBe('0:0');
    expect(neighbour(places, '0:0', 'ArrowDown')).toBeNull();
    expect(neighbour(places, 'a1', 'ArrowUp')).toBe('1:0');
    expect(neighbour(places, 'a1', 'ArrowLeft')).toBeNull();
    expect(neighbour(places, 'a1', 'Enter')).toBeNull();
  });

  it('reach every cell of a hexagonal board', () => {
    const cells = hexCells(4);
    const { places } = cellLayout(cells, 0, 3);
    const reached = new Set(['h0_0']);
    for (const name of reached) {
      for (const key of Object.keys(opposite)) {
        const next = neighbour(places, name, key);
        if (next !== null) reached.add(next);
      }
    }
    expect(reached.size).toBe(cells.length);
    expect(neighbour(places, 'h0_0', 'ArrowRight')).toBe('h2_0');
    expect(neighbour(places, 'h0_0', 'ArrowUp')).toBe('h-1_-1');
    expect(neighbour(places, 'h-1_-1', 'ArrowDown')).toBe('h0_0');
  });
});
