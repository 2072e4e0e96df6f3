// Choosing a move before one's turn: something of one's own, then a cell of the board. It knows no rules;
// whether such a move exists shows only when the turn has come.

import type { MoveView, PositionView } from '../api/types';
import type { CellFacts } from './cellFacts';

/** What has been chosen in advance so far. */
export interface PremoveState {
  /** The cell that was picked up, if nothing is complete yet. */
  readonly touched: readonly string[];
  /** The touches of a complete premove. */
  readonly premove: readonly string[];
}

export const NO_PREMOVE: PremoveState = { touched: [], premove: [] };

/** The cells that hold something of these seats, with which a premove can begin. */
export function premoveStarts(
  cells: Iterable<string>,
  { ownerOf }: CellFacts,
  seats: readonly number[],
): Set<string> {
  return new Set([...cells].filter((cell) => seats.includes(ownerOf(cell) ?? -1)));
}

/**
 * Touches a cell. A cell of the premove takes it back; the cell that was picked up is put down again; then
 * any cell of the board completes it, one's own included, for what stands there may be captured. Without
 * anything picked up, something of one's own begins anew.
 */
export function touchPremove(
  state: PremoveState,
  cell: string,
  facts: CellFacts,
  seats: readonly number[],
): PremoveState {
  const [from] = state.touched;
  if (state.premove.includes(cell) || cell === from) return NO_PREMOVE;
  if (from !== undefined && facts.isOnBoard(cell)) return { touched: [], premove: [from, cell] };
  return seats.includes(facts.ownerOf(cell) ?? -1) ? { touched: [cell], premove: [] } : state;
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
