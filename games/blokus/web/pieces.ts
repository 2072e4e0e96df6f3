// The 21 pieces, as drawn in `src/pieces.rs`, and the eight ways to turn and flip each. Pure geometry.

/** A square by its column and row. */
export interface Square {
  x: number;
  y: number;
}

/** A piece, with one of its orientations drawn. */
export interface Piece {
  name: string;
  squares: readonly Square[];
}

const DRAWINGS: readonly (readonly [string, string])[] = [
  ['1', '#'],
  ['2', '##'],
  ['I3', '###'],
  ['V3', '##/.#'],
  ['I4', '####'],
  ['L4', '###/#..'],
  ['T4', '###/.#.'],
  ['O', '##/##'],
  ['Z4', '##./.##'],
  ['I5', '#####'],
  ['P', '###/##.'],
  ['N', '##../.###'],
  ['L5', '####/#...'],
  ['U', '#.#/###'],
  ['Y', '####/.#..'],
  ['T5', '###/.#./.#.'],
  ['V5', '#../#../###'],
  ['W', '#../##./.##'],
  ['Z5', '##./.#./.##'],
  ['F', '##./.##/.#.'],
  ['X', '.#./###/.#.'],
];

/** All pieces, by size. */
export const PIECES: readonly Piece[] = DRAWINGS.map(([name, drawing]) => ({
  name,
  squares: squaresOf(drawing),
}));

const BY_NAME = new Map(PIECES.map((piece) => [piece.name, piece]));

/** The ways to turn: four quarter turns clockwise, and the same after a flip from left to right. */
export const N_TURNS = 8;

/** The squares of a drawing: rows from the top with slashes between, `#` for a square. */
export function squaresOf(drawing: string): Square[] {
  return drawing
    .split('/')
    .flatMap((row, y) => [...row].flatMap((letter, x) => (letter === '#' ? [{ x, y }] : [])));
}

/** The squares moved to the upper left corner, row by row. */
export function normalised(squares: readonly Square[]): Square[] {
  const left = Math.min(...squares.map(({ x }) => x));
  const top = Math.min(...squares.map(({ y }) => y));
  return squares
    .map(({ x, y }) => ({ x: x - left, y: y - top }))
    .sort((one, other) => one.y - other.y || one.x - other.x);
}

/** How many columns and rows squares take. */
export function sizeOf(squares: readonly Square[]): { width: number; height: number } {
  return {
    width: Math.max(...squares.map(({ x }) => x)) + 1,
    height: Math.max(...squares.map(({ y }) => y)) + 1,
  };
}

/** A piece turned one of the eight ways, at the upper left corner; no squares for a name that is unknown. */
export function turnedPiece(name: string, turn: number): Square[] {
  let squares = BY_NAME.get(name)?.squares ?? [];
  if (turn >= 4) squares = squares.map(({ x, y }) => ({ x: -x, y }));
  for (let quarter = 0; quarter < turn % 4; quarter++) squares = squares.map(({ x, y }) => ({ x: -y, y: x }));
  return squares.length === 0 ? [] : normalised(squares);
}

/** The way after a quarter turn, as it is seen: 1 clockwise, -1 against the clock. */
export function rotated(turn: number, quarters: 1 | -1): number {
  return (turn & 4) | ((turn + quarters + 4) & 3);
}

/** The way after a flip from left to right, as it is seen. */
export function flipped(turn: number): number {
  // A flip reverses the quarter turns that were made before it.
  return ((turn & 4) ^ 4) | ((4 - (turn & 3)) & 3);
}

/** A name for a shape: equal for equal squares at the upper left corner. */
function shapeKey(squares: readonly Square[]): string {
  return squares.map(({ x, y }) => `${x}${y}`).join(' ');
}

const BY_SHAPE = new Map(
  PIECES.flatMap(({ name }) =>
    Array.from({ length: N_TURNS }, (_, turn) => [shapeKey(turnedPiece(name, turn)), name] as const),
  ),
);

/** How many different orientations all pieces have. */
export const N_ORIENTATIONS = BY_SHAPE.size;

/** The piece that has these squares, wherever they are. */
export function pieceOf(squares: readonly Square[]): string | null {
  return squares.length === 0 ? null : (BY_SHAPE.get(shapeKey(normalised(squares))) ?? null);
}

/** The first way to turn a piece so that it has these squares. */
export function turnFor(name: string, squares: readonly Square[]): number | null {
  const wanted = shapeKey(normalised(squares));
  for (let turn = 0; turn < N_TURNS; turn++) {
    if (shapeKey(turnedPiece(name, turn)) === wanted) return turn;
  }
  return null;
}
