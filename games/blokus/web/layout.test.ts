// Trays hold all pieces without overlaps, nothing leaves the drawing, and outlines go round their squares.

import { describe, expect, it } from 'vitest';
import aspectOf from './aspect';
import { type Box, layoutOf, packPieces } from './layout';
import { cornersOf, groupsOf, outlinePath } from './outline';
import { PIECES, sizeOf, squaresOf } from './pieces';
import { position } from './testing';

describe('a tray', () => {
  it('has a place for every piece, a square apart from all others', () => {
    for (const columns of [11, 12, 14, 28, 29, 52]) {
      const taken = new Map<string, string>();
      const { places, rows } = packPieces(columns);
      expect(places.size).toBe(21);
      for (const { name, squares } of PIECES) {
        const at = places.get(name) ?? { x: -1, y: -1 };
        const { width, height } = sizeOf(squares);
        expect(at.x >= 0 && at.x + width <= columns && at.y + height <= rows).toBe(true);
        for (let y = at.y; y <= at.y + height; y++) {
          for (let x = at.x; x <= at.x + width; x++) {
            expect(taken.get(`${x},${y}`)).toBeUndefined();
            taken.set(`${x},${y}`, name);
          }
        }
      }
    }
  });
});

describe('the drawing', () => {
  it('holds everything side by side', () => {
    for (const [size, colours] of [
      [14, 2],
      [20, 4],
    ] as const) {
      for (const shape of ['wide', 'tall'] as const) {
        const { width, height, trays, bar } = layoutOf(size, colours, shape);
        const board: Box = { x: 0, y: 0, width: size * 40 + 48, height: size * 40 + 48 };
        const boxes = [board, ...trays.map(({ box }) => box), ...(bar ? [bar] : [])];
        expect(trays).toHaveLength(colours);
        for (const [index, box] of boxes.entries()) {
          expect(box.x >= 0 && box.y >= 0).toBe(true);
          expect(box.x + box.width).toBeLessThanOrEqual(width + 0.01);
          expect(box.y + box.height).toBeLessThanOrEqual(height + 0.01);
          for (const other of boxes.slice(index + 1))
            expect(overlap(box, other), `${shape} ${size}`).toBe(false);
        }
      }
    }
  });

  it('is wide on a large screen, high on a small one, and square as a picture', () => {
    const duo = position({ rows: Array.from({ length: 14 }, () => '.'.repeat(14)) });
    expect(aspectOf({ position: duo, wide: true, preview: false })).toBeGreaterThan(1);
    expect(aspectOf({ position: duo, wide: false, preview: false })).toBeLessThan(0.7);
    expect(aspectOf({ position: duo, wide: true, preview: true })).toBe(1);
  });
});

function overlap(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width - 0.01 &&
    other.x < one.x + one.width - 0.01 &&
    one.y < other.y + other.height - 0.01 &&
    other.y < one.y + one.height - 0.01
  );
}

describe('an outline', () => {
  it('goes round the squares clockwise', () => {
    expect(cornersOf(squaresOf('##'))).toEqual([
      [
        { x: 0, y: 0 },
        { x: 2, y: 0 },
        { x: 2, y: 1 },
        { x: 0, y: 1 },
      ],
    ]);
    expect(cornersOf(squaresOf('.#./###/.#.'))[0]).toHaveLength(12);
  });

  it('is one closed line for every piece, and has a second one for a hole', () => {
    for (const { squares } of PIECES) {
      expect(outlinePath(squares, 40, 2, 5).match(/M.*?Z/g)).toHaveLength(1);
    }
    expect(cornersOf(squaresOf('###/#.#/###'))).toHaveLength(2);
    expect(cornersOf(squaresOf('#./.#'))).toHaveLength(2);
  });

  it('is drawn around each group that hangs together', () => {
    const groups = groupsOf(squaresOf('##.#/...#/#...'));
    expect(groups.map((group) => group.length).sort()).toEqual([1, 2, 2]);
  });
});
