// What the board shows, read from a position: the squares as they are seen, the colours with their pieces,
// and the legal moves by the squares that they cover. `src/view.rs` writes what is read here.

import type { CellView, MoveView, PositionView } from '@ludwerk/web/types';
import { pieceOf, type Square, turnFor } from './pieces';

/** The colours by their number. */
export const COLOUR_NAMES: Readonly<Record<number, readonly string[]>> = {
  2: ['Black', 'White'],
  4: ['Blue', 'Yellow', 'Red', 'Green'],
};

/** A colour with what is left to it. */
export interface Colour {
  number: number;
  name: string;
  /** The seat with which it is shown. */
  seat: number;
  /** The pieces that it still holds, by name. */
  held: ReadonlySet<string>;
  points: number | null;
  /** Whether it can place nothing any more. */
  isFinished: boolean;
}

/** A square of the board where it is seen. */
export interface SeenSquare extends Square {
  name: string;
  /** The number of the colour that lies there. */
  colour: number | null;
  /** The colours that may begin or go on here. */
  starts: readonly number[];
  corners: readonly number[];
}

/** A position, turned so that one seat sees it from its own corner. */
export interface Scene {
  /** Squares along a side. */
  size: number;
  /** Row by row from the upper left, as they are seen. */
  squares: readonly SeenSquare[];
  byName: ReadonlyMap<string, SeenSquare>;
  colours: readonly Colour[];
  /** The colour to move; `null` at the end. */
  toMove: Colour | null;
}

/** A legal placement. */
export interface Placement {
  move: MoveView;
  piece: string;
  /** How the piece is turned, as it is seen. */
  turn: number;
  /** As they are seen. */
  squares: readonly Square[];
}

/** The legal moves in the ways in which the board looks for them. */
export interface Choices {
  /** By the names of the covered squares, in the order of the alphabet. */
  byCover: ReadonlyMap<string, Placement>;
  /** Of each piece, as one reads a page. */
  byPiece: ReadonlyMap<string, readonly Placement[]>;
  /** A move without a place: the pass of whoever can place nothing. */
  pass: MoveView | null;
}

/** Reads a position as the seat `orientation` sees it. */
export function readScene(position: PositionView, orientation: number): Scene {
  const { cells } = position;
  const onBoard = cells.filter((cell) => cell.hand === null);
  const size = Math.round(Math.sqrt(onBoard.length));
  const colours = readColours(position);
  const numberOf = (name: string) => colours.findIndex((colour) => colour.name === name);
  const quarters = colours.length === 2 ? 2 * orientation : orientation;
  const squares = onBoard
    .map((cell): SeenSquare => {
      const at = turnedSquare({ x: cell.x / 2, y: cell.y }, size, quarters);
      const isEmpty = cell.text === '';
      return {
        ...at,
        name: cell.name,
        colour: isEmpty ? null : numberOf(cell.label),
        starts: isEmpty ? readOpen(cell.label, 'start', numberOf) : [],
        corners: isEmpty ? readOpen(cell.label, 'corner', numberOf) : [],
      };
    })
    .sort((one, other) => one.y - other.y || one.x - other.x);
  // The second word of a position's text is the letter of the colour to move.
  const letter = position.text.split(' ')[1];
  const toMove = colours.find(({ name }) => name.charAt(0) === letter);
  return {
    size,
    squares,
    byName: new Map(squares.map((square) => [square.name, square])),
    colours,
    toMove: position.to_move === null ? null : (toMove ?? null),
  };
}

function readColours({ cells, notes }: PositionView): Colour[] {
  const trays = new Map<number, CellView[]>();
  for (const cell of cells) {
    if (cell.hand === null) continue;
    const number = Number(cell.name.split(':')[0]);
    trays.set(number, [...(trays.get(number) ?? []), cell]);
  }
  const names = COLOUR_NAMES[trays.size] ?? [];
  return [...trays].map(([number, tray]) => {
    const name = names[number] ?? `Colour ${number + 1}`;
    const note = notes.find((line) => line.startsWith(`${name}:`)) ?? '';
    const points = note.match(/: (\d+) points/)?.[1];
    return {
      number,
      name,
      seat: tray[0]?.hand ?? 0,
      held: new Set(tray.map((cell) => cell.text).filter((text) => text !== '')),
      points: points === undefined ? null : Number(points),
      isFinished: note.includes('finished'),
    };
  });
}

/** The colours in `corner of Black and White` or `start of Black, corner of White`. */
function readOpen(label: string, what: string, numberOf: (name: string) => number): number[] {
  const part = label.split(', ').find((words) => words.startsWith(`${what} of `));
  return part
    ? part
        .slice(what.length + 4)
        .split(' and ')
        .map(numberOf)
    : [];
}

/** Where a square is seen after so many quarter turns of the board against the clock. */
export function turnedSquare({ x, y }: Square, size: number, quarters: number): Square {
  let at = { x, y };
  for (let quarter = 0; quarter < quarters % 4; quarter++) at = { x: at.y, y: size - 1 - at.x };
  return at;
}

/** The seat's own colour that moves next, or the one to move if the person may choose for it. */
export function mainColour(scene: Scene, mayMove: boolean, seat: number): Colour | null {
  const { colours, toMove } = scene;
  if (mayMove && toMove) return toMove;
  const first = toMove?.number ?? 0;
  const inOrder = colours.map((_, step) => colours[(first + step) % colours.length]);
  return inOrder.find((colour) => colour?.seat === seat) ?? colours[0] ?? null;
}

/** The name under which the cover of some squares is found. */
export function coverKey(names: readonly string[]): string {
  return names.toSorted().join(' ');
}

/** Sorts the legal moves. */
export function readChoices(legal: readonly MoveView[], scene: Scene): Choices {
  const byCover = new Map<string, Placement>();
  const byPiece = new Map<string, Placement[]>();
  let pass: MoveView | null = null;
  for (const move of legal) {
    if (move.touches.length === 0) pass = move;
    const squares = move.touches.flatMap((name) => scene.byName.get(name) ?? []);
    const piece = pieceOf(squares);
    if (piece === null) continue;
    const placement = { move, piece, turn: turnFor(piece, squares) ?? 0, squares };
    byCover.set(coverKey(move.touches), placement);
    byPiece.set(piece, [...(byPiece.get(piece) ?? []), placement]);
  }
  for (const placements of byPiece.values()) {
    placements.sort((one, other) => firstOf(one) - firstOf(other) || one.turn - other.turn);
  }
  return { byCover, byPiece, pass };
}

function firstOf({ squares }: Placement): number {
  return Math.min(...squares.map(({ x, y }) => y * 100 + x));
}
