// Positions for the tests, made from drawings as the server would make them.

import type { Position } from '@ludwerk/web/board';
import type { MoveView } from '@ludwerk/web/types';
import type { BoardView } from './board.types';
import { PIECES } from './pieces';
import { squareName } from './position';

export const DUO_SEATS = ['Black', 'White'];

/** The colours by their number. */
const COLOUR_NAMES = { 2: ['Black', 'White'], 4: ['Blue', 'Yellow', 'Red', 'Green'] };

interface Drawn {
  /** Row by row from the top: the first letters of colours, `.` for nothing. */
  rows: readonly string[];
  colours?: 2 | 4;
  seats?: number;
  /** The number of the colour to move. */
  toMove?: number;
  /** Pieces that colours no longer hold. */
  placed?: readonly (readonly string[])[];
  /** The colours that may begin on a square, or go on there. */
  starts?: Readonly<Record<string, readonly number[]>>;
  corners?: Readonly<Record<string, readonly number[]>>;
  /** The colours that can place nothing any more. */
  finished?: readonly number[];
  /** Legal moves as lists of squares. */
  legal?: readonly string[];
}

/** A board of the size of the drawing. */
export function position(drawn: Drawn, rest: Partial<Position<BoardView>> = {}): Position<BoardView> {
  const { rows, colours = 2, seats = 2, toMove = 0, placed = [], legal = [] } = drawn;
  const { starts = {}, corners = {}, finished = [] } = drawn;
  const names = COLOUR_NAMES[colours];
  const seatOf = (colour: number) => (seats === 2 ? colour % 2 : Math.min(colour, seats - 1));
  const size = rows.length;
  const letters = [...rows.join('')];
  const where = (fits: (name: string, letter: string) => boolean) =>
    letters.flatMap((letter, index) => (fits(squareName(index, size), letter) ? [index] : []));
  return {
    text: `${rows.join('/')} ${names[toMove]?.charAt(0)}`,
    ply: 0,
    occurrences: 1,
    to_move: seatOf(toMove),
    legal: legal.map(move),
    last: null,
    recent: [],
    threats: [],
    board: {
      size,
      colours: names.map((name, colour) => ({
        name,
        seat: seatOf(colour),
        shared: seats === 3 && colour === 3,
        points: colour + 3,
        finished: finished.includes(colour),
        held: PIECES.flatMap((piece) => (placed[colour]?.includes(piece.name) ? [] : [piece.name])),
        covered: where((_, letter) => letter === name.charAt(0)),
        starts: where((square) => starts[square]?.includes(colour) ?? false),
        corners: where((square) => corners[square]?.includes(colour) ?? false),
      })),
      to_move: toMove,
    },
    cells: [],
    notes: [],
    points: Array.from({ length: seats }, () => 0),
    result: null,
    ...rest,
  };
}

export function move(text: string): MoveView {
  return text === 'pass'
    ? { move: text, touches: [], kind: 'other' }
    : { move: text, touches: text.split(','), kind: 'move' };
}

/** An empty board of six by six on which Black may lay the shortest pieces, in the upper left corner. */
export const SMALL = {
  rows: ['......', '......', '......', '......', '......', '......'],
  starts: { a6: [0], f1: [1] },
  legal: ['a6', 'a6,b6', 'a5,a6', 'a6,b6,c6', 'a6,b6,b5', 'a4,a5,a6'],
};
