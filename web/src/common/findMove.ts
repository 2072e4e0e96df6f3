// Moves by what somebody types.
import type { MoveView } from '../api/types';

/**
 * The legal move that a typed text means: exactly, else without regard to case and signs, if only one fits. The
 * sign of a number counts: `-3,1` is another place than `3,1`.
 */
export function findMove(legal: readonly MoveView[], text: string): MoveView | null {
  const wanted = text.trim();
  const exact = legal.find((move) => move.move === wanted);
  if (exact || wanted === '') return exact ?? null;
  const plain = (move: string) =>
    move
      .toLowerCase()
      .replace(/(?<![a-z0-9])-(?=\d)/g, '~')
      .replace(/[^a-z0-9*~]/g, '');
  const fits = legal.filter((move) => plain(move.move) === plain(wanted));
  return fits.length === 1 ? (fits[0] ?? null) : null;
}

/** More than this no browser lists in a useful way. */
const MOST_SUGGESTIONS = 200;

/** The moves to suggest while someone types: all, or those that begin like the text if there are many. */
export function suggestions(legal: readonly MoveView[], text: string): readonly MoveView[] {
  if (legal.length <= MOST_SUGGESTIONS) return legal;
  const start = text.trim().toLowerCase();
  return legal.filter(({ move }) => move.toLowerCase().startsWith(start)).slice(0, MOST_SUGGESTIONS);
}
