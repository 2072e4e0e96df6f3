// The cells by the names that moves give them, squares `a1` to `c4` and slots of the hands such as `S:C`, and what a
// position has there.

import type { Animal, BoardView, PieceView } from './board.types';

/** The animals that can be in a hand, in the order of its slots. */
export const HELD: readonly Animal[] = ['C', 'E', 'G'];
export const SQUARES = 12;
export const SEAT_LETTERS = ['S', 'G'];

/** A square, or a slot in the hand of a seat. */
export interface Cell {
  name: string;
  hand: number | null;
  /** The number of the square, row by row, or of the slot. */
  index: number;
}

/** The name of a square: `a1` to `c4`. */
export function squareName(square: number): string {
  return `${'abc'.charAt(square % 3)}${Math.floor(square / 3) + 1}`;
}

/** All squares, then the hands. */
export const CELLS: readonly Cell[] = [
  ...Array.from({ length: SQUARES }, (_, index) => ({ name: squareName(index), hand: null, index })),
  ...SEAT_LETTERS.flatMap((letter, hand) =>
    HELD.map((animal, index) => ({ name: `${letter}:${animal}`, hand, index })),
  ),
];

const byName = new Map(CELLS.map((cell) => [cell.name, cell]));

export function cellOf(name: string | undefined): Cell | undefined {
  return byName.get(name ?? '');
}

/** What a cell holds, and how often; `null` for nothing. */
export function contentOf({ hand, index }: Cell, board: BoardView): (PieceView & { count: number }) | null {
  if (hand === null) {
    const piece = board.squares[index];
    return piece ? { ...piece, count: 1 } : null;
  }
  const [animal, count = 0] = [HELD[index], board.hands[hand]?.[index]];
  return animal && count > 0 ? { animal, owner: hand, count } : null;
}
