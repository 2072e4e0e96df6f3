// Choosing a move by touching cells, as a pure function of what has been touched so far. It knows no rules:
// all it goes by are the `touches` of the legal moves.

import type { MoveKind, MoveView } from '../api/types';

/** What came of a touch. */
export interface TouchResult {
  /** The cells touched so far, in order. */
  touched: readonly string[];
  /** The move that is complete and meant, to be played now. */
  play: MoveView | null;
}

/** Where several moves lead to one cell, the most telling kind is shown. */
const KINDS_BY_WEIGHT: readonly MoveKind[] = ['capture', 'drop', 'move', 'other'];

/** The moves that begin with these touches. */
export function matching(legal: readonly MoveView[], touched: readonly string[]): MoveView[] {
  return legal.filter(
    ({ touches }) =>
      touches.length >= touched.length && touched.every((cell, index) => touches[index] === cell),
  );
}

/** The cells with which some move begins. */
export function startsOf(legal: readonly MoveView[]): Set<string> {
  const starts = new Set<string>();
  for (const { touches } of legal) if (touches[0] !== undefined) starts.add(touches[0]);
  return starts;
}

/** The cells that may be touched next, with what touching them does. */
export function targetsOf(legal: readonly MoveView[], touched: readonly string[]): Map<string, MoveKind> {
  const targets = new Map<string, MoveKind>();
  if (touched.length === 0) return targets;
  for (const { touches, kind } of matching(legal, touched)) {
    const next = touches[touched.length];
    if (next === undefined) continue;
    const known = targets.get(next);
    if (known === undefined || KINDS_BY_WEIGHT.indexOf(kind) < KINDS_BY_WEIGHT.indexOf(known)) {
      targets.set(next, kind);
    }
  }
  return targets;
}

/**
 * What is known of the moves that end with the next touch, by that cell. Where several end there and are not
 * worth the same, the dots after the first say that there is more.
 */
export function targetLabelsOf(
  legal: readonly MoveView[],
  touched: readonly string[],
  labelOf: ((move: MoveView) => string | undefined) | undefined,
): Map<string, string> {
  const labels = new Map<string, string>();
  if (touched.length === 0 || !labelOf) return labels;
  for (const move of matching(legal, touched)) {
    const end = move.touches[touched.length];
    const label = move.touches.length === touched.length + 1 ? labelOf(move) : undefined;
    if (end === undefined || label === undefined) continue;
    const known = labels.get(end);
    if (known === undefined) labels.set(end, label);
    else if (known !== label && !known.endsWith('…')) labels.set(end, `${known}…`);
  }
  return labels;
}

/**
 * The moves that the touches spell out whole. There are some only when the touches alone do not decide:
 * several moves share them, or another move goes on from here. The person is then asked.
 */
export function choicesOf(legal: readonly MoveView[], touched: readonly string[]): MoveView[] {
  if (touched.length === 0) return [];
  return matching(legal, touched).filter(({ touches }) => touches.length === touched.length);
}

/**
 * Touches a cell. A cell that continues a move continues it; a cell already touched takes that touch and
 * all later ones back; the last one again also confirms a move that could go on; the start of another move
 * begins anew; anything else clears.
 */
export function touchCell(legal: readonly MoveView[], touched: readonly string[], cell: string): TouchResult {
  const longer = [...touched, cell];
  const continued = matching(legal, longer);
  if (continued.length > 0) {
    const [only] = continued;
    const decided = continued.length === 1 && only?.touches.length === longer.length;
    return decided ? { touched: [], play: only } : { touched: longer, play: null };
  }
  const index = touched.lastIndexOf(cell);
  if (index >= 0) {
    const [only, ...others] = choicesOf(legal, touched);
    if (index === touched.length - 1 && only && others.length === 0) return { touched: [], play: only };
    return { touched: touched.slice(0, index), play: null };
  }
  return touched.length === 0 ? { touched, play: null } : touchCell(legal, [], cell);
}
