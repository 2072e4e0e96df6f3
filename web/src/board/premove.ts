// Choosing a move before one's turn: something of one's own, then a cell of the board. It knows no rules;
// whether such a move exists shows only when the turn has come.

import type { CellView, MoveView, PositionView } from '../api/types';

/** What has been chosen in advance so far. */
export interface PremoveState {
  /** The cell that was picked up, if nothing is complete yet. */
  readonly touched: readonly string[];
  /** The touches of a complete premove. */
  readonly premove: readonly string[];
}

export const NO_PREMOVE: PremoveState = { touched: [], premove: [] };

/** The cells that hold something of these seats, with which a premove can begin. */
export function premoveStarts(cells: readonly CellView[], seats: readonly number[]): Set<string> {
  const isOwn = ({ owner, hand, text }: CellView) => text !== '' && seats.includes(owner ?? hand ?? -1);
  return new Set(cells.filter(isOwn).map(({ name }) => name));
}

/** Whether a premove can lead to a cell: to any of the board, but into no hand. */
export function isPremoveTarget(cells: readonly CellView[], cell: string): boolean {
  return cells.some(({ name, hand }) => name === cell && hand === null);
}

/**
 * Touches a cell. A cell of the premove takes it back; the cell that was picked up is put down again; then
 * any cell of the board completes it, one's own included, for what stands there may be captured. Without
 * anything picked up, something of one's own begins anew.
 */
export function touchPremove(
  state: PremoveState,
  cell: string,
  cells: readonly CellView[],
  seats: readonly number[],
): PremoveState {
  const [from] = state.touched;
  if (state.premove.includes(cell) || cell === from) return NO_PREMOVE;
  if (from !== undefined && isPremoveTarget(cells, cell)) return { touched: [], premove: [from, cell] };
  return premoveStarts(cells, seats).has(cell) ? { touched: [cell], premove: [] } : state;
}

/** The one legal move that has these touches; `null` if there is none, or several. */
export function resolvePremove(legal: readonly MoveView[], premove: readonly string[]): MoveView | null {
  const fits = legal.filter(
    ({ touches }) =>
      touches.length === premove.length && touches.every((cell, index) => cell === premove[index]),
  );
  return fits.length === 1 ? (fits[0] ?? null) : null;
}

/** Whether a move can be chosen in advance now: it is another's turn, and one's own may come. */
export function isPremoveTime(
  { to_move }: Pick<PositionView, 'to_move'>,
  mayMove: boolean,
  seats: readonly number[] | undefined,
): boolean {
  return seats !== undefined && seats.length > 0 && !mayMove && to_move !== null && !seats.includes(to_move);
}
