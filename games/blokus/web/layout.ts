// Where everything lies in the drawing: the board, the trays and the room for the buttons, for a large
// screen, for a small one, and as a mere picture. In units of which a square of the board is 40 wide.

import { PIECES, type Square, sizeOf } from './pieces';

export const CELL = 40;
/** The frame around the squares, with the names of columns and rows. */
export const EDGE = 24;

/** Trays beside the board on a large screen, below it on a small one, or the board alone. */
export type Shape = 'wide' | 'tall' | 'picture';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The tray of a colour. */
export interface TrayLayout {
  box: Box;
  /** The height of the line above the pieces. */
  header: number;
  /** The size of a square of its pieces. */
  unit: number;
  /** The upper left corner of each piece in the drawing. */
  places: ReadonlyMap<string, Square>;
}

export interface BoardLayout {
  width: number;
  height: number;
  /** Trays: the main one first, then the others. */
  trays: readonly TrayLayout[];
  /** The room for the buttons and for what is said. */
  bar: Box | null;
}

interface Packed {
  places: ReadonlyMap<string, Square>;
  rows: number;
}

const packed = new Map<number, Packed>();

/** The pieces as they are drawn, one square apart, in so many columns: high ones first, then wide ones. */
export function packPieces(columns: number): Packed {
  const known = packed.get(columns);
  if (known) return known;
  const taken = new Set<number>();
  // With the gap to its right and below, so that nothing is squeezed in before something else.
  const isFree = (left: number, top: number, width: number, height: number) => {
    if (left + width > columns) return false;
    for (let y = top; y <= top + height; y++) {
      for (let x = left; x <= left + width; x++) if (taken.has(y * 100 + x)) return false;
    }
    return true;
  };
  const items = PIECES.toReversed()
    .map(({ name, squares }) => ({ name, ...sizeOf(squares) }))
    .sort((one, other) => other.height - one.height || other.width - one.width);
  const places = new Map<string, Square>();
  let rows = 0;
  for (const { name, width, height } of items) {
    let at: Square | null = null;
    for (let y = 0; at === null; y++) {
      for (let x = 0; x < columns && at === null; x++) if (isFree(x, y, width, height)) at = { x, y };
    }
    for (let y = at.y; y <= at.y + height; y++) {
      for (let x = at.x; x <= at.x + width; x++) taken.add(y * 100 + x);
    }
    places.set(name, at);
    rows = Math.max(rows, at.y + height);
  }
  const made = { places, rows };
  packed.set(columns, made);
  return made;
}

function trayLayout(x: number, y: number, width: number, columns: number, header: number): TrayLayout {
  const pad = header * 0.3;
  const unit = (width - 2 * pad) / columns;
  const { places, rows } = packPieces(columns);
  return {
    box: { x, y, width, height: header + rows * unit + 1.3 * pad },
    header,
    unit,
    places: new Map(
      [...places].map(([name, at]) => [name, { x: x + pad + at.x * unit, y: y + header + at.y * unit }]),
    ),
  };
}

/** The drawing for a board of `size` by `size` with so many colours. */
export function layoutOf(size: number, colours: number, shape: Shape): BoardLayout {
  const board = size * CELL + 2 * EDGE;
  // All that is not the board keeps its size on the screen, however many squares the board has.
  const scale = board / 608;
  if (shape === 'picture') return { width: board, height: board, trays: [], bar: null };
  const gap = 12 * scale;
  const isSmall = colours === 2;
  const others = Array.from({ length: colours - 1 });
  if (shape === 'wide') {
    const bar = { x: 0, y: board + gap, width: board, height: 56 * scale };
    const height = bar.y + bar.height;
    const [left, width] = [board + gap, 190 * scale];
    const main = trayLayout(left, 0, width, isSmall ? 11 : 12, 32 * scale);
    const mainTray = moved(main, 0, height - main.box.height);
    let y = 0;
    const trays = others.map(() => {
      const tray = trayLayout(left, y, width, isSmall ? 14 : 29, 28 * scale);
      y += tray.box.height + gap * 0.6;
      return tray;
    });
    return { width: left + width, height, trays: [mainTray, ...trays], bar };
  }
  const bar = { x: 0, y: board + gap * 0.8, width: board, height: 84 * scale };
  const mainTray = trayLayout(0, bar.y + bar.height + gap * 0.8, board, 28, 42 * scale);
  let y = mainTray.box.y + mainTray.box.height + gap;
  const trays = others.map(() => {
    const tray = trayLayout(0, y, board, 52, 38 * scale);
    y += tray.box.height + gap * 0.6;
    return tray;
  });
  return { width: board, height: y, trays: [mainTray, ...trays], bar };
}

function moved(tray: TrayLayout, x: number, y: number): TrayLayout {
  const shift = (at: Square): Square => ({ x: at.x + x, y: at.y + y });
  return {
    ...tray,
    box: { ...tray.box, ...shift(tray.box) },
    places: new Map([...tray.places].map(([name, at]) => [name, shift(at)])),
  };
}

/** Where a square of the board is drawn, by its upper left corner. */
export function squareAt({ x, y }: Square): Square {
  return { x: EDGE + x * CELL, y: EDGE + y * CELL };
}

/** The place on the board, in squares, of a point of the drawing. */
export function boardPoint({ x, y }: Square): Square {
  return { x: (x - EDGE) / CELL, y: (y - EDGE) / CELL };
}

/** Whether a point of the drawing lies on the squares. */
export function isOnBoard(point: Square, size: number): boolean {
  const { x, y } = boardPoint(point);
  return x >= 0 && y >= 0 && x < size && y < size;
}
