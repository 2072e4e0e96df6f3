// Where things lie on the drawing of the board: 3 by 4 squares in a frame, a hand above and one below.

import type { Point } from '@ludwerk/web/board';
import { CELLS } from './cells';

/** A square's side, and how much smaller the pieces in a hand are. */
export const SQUARE = 100;
export const HAND_SCALE = 0.76;
export const HAND_HEIGHT = 84;
const FILES = 3;
const RANKS = 4;

/** The frame around the squares, which holds the coordinates. */
export const FRAME = 20;
const GAP = 10;
/** Signs on the outermost things may stick out a little. */
const MARGIN = 4;

export const WIDTH = FILES * SQUARE + 2 * FRAME + 2 * MARGIN;
export const BOARD_LEFT = MARGIN + FRAME;
export const BOARD_TOP = MARGIN + HAND_HEIGHT + GAP + FRAME;
export const BOARD_WIDTH = FILES * SQUARE;
export const BOARD_HEIGHT = RANKS * SQUARE;
export const HEIGHT = BOARD_TOP + BOARD_HEIGHT + FRAME + GAP + HAND_HEIGHT + MARGIN;

/** The upper edge of a hand. */
export function handTop(atBottom: boolean): number {
  return atBottom ? BOARD_TOP + BOARD_HEIGHT + FRAME + GAP : MARGIN;
}

/** The middle of a square, column and row counted from the upper left as the seat at the bottom sees it. */
export function squarePoint(column: number, row: number, turned: boolean): Point {
  const [x, y] = turned ? [FILES - 1 - column, RANKS - 1 - row] : [column, row];
  return { x: BOARD_LEFT + (x + 0.5) * SQUARE, y: BOARD_TOP + (y + 0.5) * SQUARE };
}

/** The middle of a slot of a hand. Both hands read chick, elephant, giraffe from the left. */
export function slotPoint(slot: number, atBottom: boolean): Point {
  return { x: BOARD_LEFT + (slot + 0.5) * SQUARE, y: handTop(atBottom) + HAND_HEIGHT / 2 };
}

/** The middles of all cells with the seat `orientation` at the bottom. */
export function cellPlaces(orientation: number): Map<string, Point> {
  return new Map(
    CELLS.map(({ name, hand, index }) => [
      name,
      hand === null
        ? squarePoint(index % FILES, Math.floor(index / FILES), orientation === 1)
        : slotPoint(index, hand === orientation),
    ]),
  );
}
