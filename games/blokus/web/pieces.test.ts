// The pieces have as many orientations as published, and turning them is what it looks like.

import { describe, expect, it } from 'vitest';
import {
  flipped,
  N_ORIENTATIONS,
  N_TURNS,
  normalised,
  PIECES,
  pieceOf,
  rotated,
  squaresOf,
  turnedPiece,
  turnFor,
} from './pieces';

const shape = (name: string, turn: number) => JSON.stringify(turnedPiece(name, turn));
const turns = Array.from({ length: N_TURNS }, (_, turn) => turn);

describe('the pieces', () => {
  it('are 21 of 89 squares, with 91 orientations', () => {
    expect(PIECES).toHaveLength(21);
    expect(PIECES.reduce((sum, piece) => sum + piece.squares.length, 0)).toBe(89);
    expect(N_ORIENTATIONS).toBe(91);
  });

  it('have as many orientations each as published', () => {
    const counts = PIECES.map(({ name }) => new Set(turns.map((turn) => shape(name, turn))).size);
    expect(counts).toEqual([1, 2, 2, 4, 2, 8, 4, 1, 4, 2, 8, 8, 8, 4, 8, 4, 4, 4, 4, 8, 1]);
  });

  it('are recognised wherever they lie and however they are turned', () => {
    for (const { name } of PIECES) {
      for (const turn of turns) {
        const moved = turnedPiece(name, turn).map(({ x, y }) => ({ x: x + 5, y: y + 9 }));
        expect(pieceOf(moved.toReversed())).toBe(name);
        expect(shape(name, turnFor(name, moved) ?? -1)).toBe(shape(name, turn));
      }
    }
    expect(pieceOf(squaresOf('#.#'))).toBeNull();
    expect(pieceOf([])).toBeNull();
  });
});

describe('turning', () => {
  it('a quarter clockwise takes what is above to the right', () => {
    expect(turnedPiece('L5', rotated(0, 1))).toEqual(normalised(squaresOf('##/.#/.#/.#')));
  });

  it('a flip swaps left and right of what is seen, whatever was done before', () => {
    for (const { name } of PIECES) {
      for (const turn of turns) {
        const seen = turnedPiece(name, turn).map(({ x, y }) => ({ x: -x, y }));
        expect(turnedPiece(name, flipped(turn))).toEqual(normalised(seen));
        const right = turnedPiece(name, turn).map(({ x, y }) => ({ x: -y, y: x }));
        expect(turnedPiece(name, rotated(turn, 1))).toEqual(normalised(right));
      }
    }
  });

  it('comes back after four quarters, after two flips and after a quarter each way', () => {
    for (const turn of turns) {
      expect(rotated(rotated(rotated(rotated(turn, 1), 1), 1), 1)).toBe(turn);
      expect(rotated(rotated(turn, 1), -1)).toBe(turn);
      expect(flipped(flipped(turn))).toBe(turn);
    }
  });
});
