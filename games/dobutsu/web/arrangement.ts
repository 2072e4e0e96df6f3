// A position as the editor arranges it, and its text: `gle.c..C.ELG - - S`. This is notation only: whether
// such a position can be played is for the server to say.

import type { BoardView, PieceView } from './board.types';
import { HELD, SEAT_LETTERS, SQUARES } from './cells';
import { animalOf } from './pieces';

/** What the board shows, and who is to move. */
export interface Arrangement extends BoardView {
  toMove: number;
}

/** Where something can be put: a square by its number, or the hand of a seat. */
export type Spot = { square: number } | { hand: number };

export const START_TEXT = 'gle.c..C.ELG - - S';
export const MOST_IN_HAND = 2;

/** The arrangement that a text describes; `null` if it is not a whole position. */
export function parseArrangement(text: string): Arrangement | null {
  const [board, first, second, mover] = text.split(/[\s,]+/).filter(Boolean);
  if (board?.length !== SQUARES || first === undefined || second === undefined || mover === undefined)
    return null;
  const squares: (PieceView | null)[] = [];
  for (const letter of board) {
    const occupant = occupantOf(letter);
    if (!occupant && letter !== '.') return null;
    squares.push(occupant);
  }
  const hands = [parseHand(first, 0), parseHand(second, 1)];
  const toMove = SEAT_LETTERS.indexOf(mover.toUpperCase());
  const [one, other] = hands;
  return one && other && toMove >= 0 ? { squares, hands: [one, other], toMove } : null;
}

/** The text of an arrangement, as the server writes it. */
export function arrangementText({ squares, hands, toMove }: Arrangement): string {
  const board = squares.map((occupant) => (occupant ? letterOf(occupant) : '.')).join('');
  const held = hands.map(
    (counts, owner) =>
      HELD.map((animal, slot) => letterOf({ animal, owner }).repeat(counts[slot] ?? 0)).join('') || '-',
  );
  return [board, ...held, SEAT_LETTERS[toMove]].join(' ');
}

/** No piece anywhere. */
export function emptyArrangement(toMove: number): Arrangement {
  return {
    squares: Array.from({ length: SQUARES }, () => null),
    hands: [
      [0, 0, 0],
      [0, 0, 0],
    ],
    toMove,
  };
}

/** Puts something on a square, or nothing. */
export function withSquare(from: Arrangement, square: number, occupant: PieceView | null): Arrangement {
  return { ...from, squares: from.squares.with(square, occupant) };
}

/** Changes how many of an animal a seat holds, between none and two. */
export function withHeld(from: Arrangement, seat: number, slot: number, change: number): Arrangement {
  const hands = from.hands.map((counts, owner) =>
    owner === seat
      ? counts.map((count, index) =>
          index === slot ? Math.min(MOST_IN_HAND, Math.max(0, count + change)) : count,
        )
      : counts,
  );
  return { ...from, hands };
}

/** Puts an animal somewhere; a hand holds no lion, and a hen only as a chick. */
export function put(from: Arrangement, occupant: PieceView, spot: Spot): Arrangement {
  if ('square' in spot) return withSquare(from, spot.square, occupant);
  const slot = HELD.indexOf(occupant.animal === 'H' ? 'C' : occupant.animal);
  return slot < 0 ? from : withHeld(from, spot.hand, slot, 1);
}

function occupantOf(letter: string): PieceView | null {
  const animal = animalOf(letter);
  return animal && { animal, owner: letter === animal ? 0 : 1 };
}

function letterOf({ animal, owner }: PieceView): string {
  return owner === 0 ? animal : animal.toLowerCase();
}

function parseHand(text: string, owner: number): number[] | null {
  const counts = HELD.map(() => 0);
  if (text === '-') return counts;
  for (const letter of text) {
    const occupant = occupantOf(letter);
    const slot = occupant && occupant.owner === owner ? HELD.indexOf(occupant.animal) : -1;
    const count = counts[slot];
    if (count === undefined) return null;
    counts[slot] = count + 1;
  }
  return counts;
}
