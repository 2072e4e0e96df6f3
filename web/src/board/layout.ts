// Where the cells of a position lie on the screen: any board of squares or hexagons, with hands above and
// below. Pure geometry, in units of which a cell is 100 wide.

import type { CellView } from '../api/types';

/** A point of the drawing. */
export interface Point {
  x: number;
  y: number;
}

/** A drawing's size and the middle of each cell in it, by the cell's name. */
export interface CellLayout {
  width: number;
  height: number;
  /** Whether rows are shifted by half a cell, so that cells are hexagons. */
  hexagonal: boolean;
  places: Map<string, Point>;
}

/** The width of a cell. */
export const CELL = 100;
const MARGIN = 12;
const GAP = 24;
const HEX_ROW = (CELL * Math.sqrt(3)) / 2;

/** Lays out all cells with the seat `orientation` at the bottom. */
export function cellLayout(cells: readonly CellView[], orientation: number, seats: number): CellLayout {
  const board = cells.filter((cell) => cell.hand === null);
  const hexagonal = isHexagonal(board);
  const row = hexagonal ? HEX_ROW : CELL;
  const angle = turnOf(orientation, seats, hexagonal);
  const raw = board.map((cell) => ({
    name: cell.name,
    ...turned({ x: (cell.x * CELL) / 2, y: cell.y * row }, angle),
  }));
  const handRows = handsOf(cells, orientation, seats);
  const box = boundsOf(raw);
  const boardWidth = box.right - box.left + CELL;
  const boardHeight = board.length > 0 ? box.bottom - box.top + CELL : 0;
  const widest = Math.max(boardWidth, ...handRows.map((hand) => hand.columns * CELL));
  const width = widest + 2 * MARGIN;
  const places = new Map<string, Point>();
  let y = MARGIN;
  const placeHand = (hand: HandRow) => {
    const left = (width - hand.columns * CELL) / 2;
    for (const slot of hand.slots) {
      places.set(slot.name, { x: left + (slot.column + 0.5) * CELL, y: y + (slot.row + 0.5) * CELL });
    }
    y += hand.rows * CELL;
  };
  for (const hand of handRows.filter((hand) => hand.seat !== orientation)) {
    placeHand(hand);
    y += GAP;
  }
  const left = (width - boardWidth) / 2;
  for (const { name, x: rawX, y: rawY } of raw) {
    places.set(name, { x: rawX - box.left + left + CELL / 2, y: rawY - box.top + y + CELL / 2 });
  }
  y += boardHeight;
  for (const hand of handRows.filter((hand) => hand.seat === orientation)) {
    y += GAP;
    placeHand(hand);
  }
  return { width, height: y + MARGIN, hexagonal, places };
}

interface HandRow {
  seat: number;
  columns: number;
  rows: number;
  slots: { name: string; column: number; row: number }[];
}

/** The hands that have slots, the seat after the bottom one first. */
function handsOf(cells: readonly CellView[], orientation: number, seats: number): HandRow[] {
  const hands: HandRow[] = [];
  for (let step = 1; step <= Math.max(seats, 1); step++) {
    const seat = (orientation + step) % Math.max(seats, 1);
    const slots = cells
      .filter((cell) => cell.hand === seat)
      .map((cell) => ({ name: cell.name, column: cell.x / 2, row: cell.y }));
    if (slots.length === 0) continue;
    const columns = Math.max(...slots.map((slot) => slot.column)) + 1;
    const rows = Math.max(...slots.map((slot) => slot.row)) + 1;
    hands.push({ seat, columns, rows, slots });
  }
  return hands;
}

/** A board is hexagonal when its rows do not all lie on the same half columns. */
function isHexagonal(board: readonly CellView[]): boolean {
  return board.some((cell) => cell.x % 2 === 1) && board.some((cell) => cell.x % 2 === 0);
}

/**
 * By how many degrees the board turns so that a seat sits at the bottom. Squares fall on squares only after
 * quarter turns, hexagons only after sixths; other numbers of seats leave the board as it is.
 */
function turnOf(orientation: number, seats: number, hexagonal: boolean): number {
  const degrees = seats > 0 ? (360 * orientation) / seats : 0;
  return degrees % (hexagonal ? 60 : 90) === 0 ? degrees : 0;
}

function turned({ x, y }: Point, degrees: number): Point {
  const radians = (degrees * Math.PI) / 180;
  const [sine, cosine] = [Math.sin(radians), Math.cos(radians)];
  return { x: x * cosine - y * sine, y: x * sine + y * cosine };
}

function boundsOf(points: readonly Point[]) {
  if (points.length === 0) return { left: 0, right: 0, top: 0, bottom: 0 };
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}
