// What the board shows, turned for whoever looks at it: the squares as they are seen, the colours with their pieces,
// and the legal moves by the squares that they cover.

import type { Position } from '@ludwerk/web/board';
import type { MoveView } from '@ludwerk/web/types';
import type { BoardView, ColourView } from './board.types';
import { pieceOf, type Square, turnFor } from './pieces';

/** A colour with what is left to it. */
export interface Colour extends Pick<ColourView, 'name' | 'seat' | 'shared' | 'points' | 'finished'> {
  number: number;
  /** The pieces that it still holds, by name. */
  held: ReadonlySet<string>;
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

/** A position as the seat `orientation` sees it. */
export function readScene({ board, to_move }: Position<BoardView>, orientation: number): Scene {
  const { size } = board;
  const quarters = board.colours.length === 2 ? 2 * orientation : orientation;
  const squares = Array.from({ length: size * size }, (_, index) => ({
    ...turnedSquare({ x: index % size, y: Math.floor(index / size) }, size, quarters),
    name: squareName(index, size),
    colour: null as number | null,
    starts: [] as number[],
    corners: [] as number[],
  }));
  const colours = board.colours.map((colour, number): Colour => {
    for (const index of colour.covered) {
      const square = squares[index];
      if (square) square.colour = number;
    }
    for (const index of colour.starts) squares[index]?.starts.push(number);
    for (const index of colour.corners) squares[index]?.corners.push(number);
    return { ...colour, number, held: new Set(colour.held) };
  });
  squares.sort((one, other) => one.y - other.y || one.x - other.x);
  return {
    size,
    squares,
    byName: new Map(squares.map((square) => [square.name, square])),
    colours,
    // Whoever is out of time or gives up is not to move any more.
    toMove: to_move === null ? null : (colours[board.to_move ?? -1] ?? null),
  };
}

/** The name of a square by its number: `a1` is in the lower left corner. */
export function squareName(index: number, size: number): string {
  return `${'abcdefghijklmnopqrst'.charAt(index % size)}${size - Math.floor(index / size)}`;
}

/** `Black`, `empty`, `empty, start of White, corner of Black`. */
export function squareWords({ colour, starts, corners }: SeenSquare, { colours }: Scene): string {
  const names = (numbers: readonly number[]) => numbers.map((number) => colours[number]?.name).join(' and ');
  if (colour !== null) return names([colour]);
  const begins = starts.length > 0 ? [`start of ${names(starts)}`] : [];
  const goesOn = corners.length > 0 ? [`corner of ${names(corners)}`] : [];
  return ['empty', ...begins, ...goesOn].join(', ');
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
