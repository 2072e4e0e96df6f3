// Positions for the tests, made from drawings as the server would make them.

import type { CellView, MoveView, PositionView } from '@ludwerk/web/types';
import { PIECES } from './pieces';
import { COLOUR_NAMES } from './position';

export const DUO_SEATS = ['Black', 'White'];

interface Drawn {
  /** Row by row from the top: the first letters of colours, `.` for nothing. */
  rows: readonly string[];
  colours?: 2 | 4;
  seats?: number;
  /** The number of the colour to move. */
  toMove?: number;
  /** Pieces that colours no longer hold. */
  placed?: readonly (readonly string[])[];
  /** What the labels of empty squares say. */
  labels?: Readonly<Record<string, string>>;
  /** Legal moves as lists of squares. */
  legal?: readonly string[];
}

/** A board of the size of the drawing. */
export function position(drawn: Drawn, rest: Partial<PositionView> = {}): PositionView {
  const { rows, colours = 2, seats = 2, toMove = 0, placed = [], labels = {}, legal = [] } = drawn;
  const names = COLOUR_NAMES[colours] ?? [];
  const seatOf = (colour: number) => (seats === 2 ? colour % 2 : Math.min(colour, seats - 1));
  const squares = rows.flatMap((row, y) =>
    [...row].map((letter, x): CellView => {
      const name = `${'abcdefghijklmnopqrst'.charAt(x)}${rows.length - y}`;
      const colour = names.findIndex((each) => each.charAt(0) === letter);
      return colour < 0
        ? { name, hand: null, x: 2 * x, y, text: '', label: labels[name] ?? '', owner: null }
        : { name, hand: null, x: 2 * x, y, text: letter, label: names[colour] ?? '', owner: seatOf(colour) };
    }),
  );
  const trays = names.flatMap((_, colour) =>
    PIECES.map(({ name }, index): CellView => {
      const text = placed[colour]?.includes(name) ? '' : name;
      const owner = text === '' ? null : seatOf(colour);
      const y = 2 * colour + Math.floor(index / 11);
      return {
        name: `${colour}:${name}`,
        hand: seatOf(colour),
        x: 2 * (index % 11),
        y,
        text,
        label: text,
        owner,
      };
    }),
  );
  return {
    text: `${rows.join('/')} ${names[toMove]?.charAt(0)}`,
    ply: 0,
    occurrences: 1,
    to_move: seatOf(toMove),
    legal: legal.map(move),
    last: null,
    recent: [],
    threats: [],
    cells: [...squares, ...trays],
    notes: names.map(
      (name, colour) => `${name}: ${colour + 3} points${colour === toMove ? ', to move' : ''}`,
    ),
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
  labels: { a6: 'start of Black', f1: 'start of White' },
  legal: ['a6', 'a6,b6', 'a5,a6', 'a6,b6,c6', 'a6,b6,b5', 'a4,a5,a6'],
};
