// Positions of made-up games for the tests of this folder.

import type { CellView, MoveKind, MoveView, PositionView } from '../api/types';

export function cell(name: string, x: number, y: number, rest: Partial<CellView> = {}): CellView {
  return { name, x, y, hand: null, text: '', label: '', owner: null, ...rest };
}

export function move(text: string, touches: string, kind: MoveKind = 'move'): MoveView {
  return { move: text, touches: touches.split(' ').filter(Boolean), kind };
}

export function position(
  cells: CellView[],
  legal: MoveView[],
  rest: Partial<PositionView> = {},
): PositionView {
  return {
    text: cells.map((each) => each.text || '.').join(''),
    ply: 0,
    occurrences: 1,
    to_move: 0,
    legal,
    last: null,
    recent: [],
    threats: [],
    board: null,
    cells,
    notes: [],
    points: null,
    result: null,
    ...rest,
  };
}

/** A board of squares, named by column and row: `a1` is in the upper left corner. */
export function squareCells(columns: number, rows: number): CellView[] {
  return Array.from({ length: columns * rows }, (_, index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)];
    return cell(`${'abcdefgh'.charAt(column)}${row + 1}`, 2 * column, row);
  });
}

/** A hexagon of hexagons with the given number of cells along a side; `h0_0` is the middle. */
export function hexCells(side: number): CellView[] {
  const cells: CellView[] = [];
  for (let row = 1 - side; row < side; row++) {
    const length = 2 * side - 1 - Math.abs(row);
    for (let index = 0; index < length; index++) {
      const x = 2 * index - length + 1;
      cells.push(cell(`h${x}_${row}`, x + 2 * side, row + side));
    }
  }
  return cells;
}
