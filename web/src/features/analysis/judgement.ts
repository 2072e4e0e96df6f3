// Which moves of a game were weak: how much of the win each gave away, by one table of thresholds. The program has the
// same rule in crates/arena/src/judgement.rs; the cases of crates/arena/tests/data/judgements.json hold for both.

import type { AnalysisView, PositionView } from '../../api/types';
import { shareFor } from '../../shared/engine/evaluations';

export type Grade = 'inaccuracy' | 'mistake' | 'blunder';

export interface GradeInfo {
  readonly grade: Grade;
  readonly glyph: string;
  readonly word: string;
  readonly plural: string;
  /** The least drop of the mover's share that earns the mark. */
  readonly drop: number;
}

/** The marks, the heaviest first. The glyph and the word tell them apart, not the colour. */
export const GRADES: readonly GradeInfo[] = [
  { grade: 'blunder', glyph: '??', word: 'Blunder', plural: 'blunders', drop: 0.3 },
  { grade: 'mistake', glyph: '?', word: 'Mistake', plural: 'mistakes', drop: 0.16 },
  { grade: 'inaccuracy', glyph: '?!', word: 'Inaccuracy', plural: 'inaccuracies', drop: 0.08 },
];

export interface Judgement {
  readonly info: GradeInfo;
  /** How much of the win the move gave away, from 0 to 1. */
  readonly drop: number;
  /** The move that the engine prefers. */
  readonly better: string;
  /** What the better move is worth to the mover, as people say it. */
  readonly betterText: string;
  /** What became of what, where the values are exact: `a win became a draw`. */
  readonly turned: string | null;
}

/** The mark that a drop earns. */
export function gradeOf(drop: number): GradeInfo | null {
  // Shares are rounded on their way here; a drop that equals the threshold must not depend on that.
  return GRADES.find((info) => drop >= info.drop - 1e-9) ?? null;
}

/**
 * Judges the move `played` from a position. `after` is the position that it led to and `answer` what the
 * engine says about that.
 */
export function judge(
  before: AnalysisView | null,
  played: string,
  after: PositionView,
  answer: AnalysisView | null,
  seats: number,
): Judgement | null {
  if (!before?.value || before.best.move === played) return null;
  const kept = shareKept(before, played, after, answer, seats);
  if (kept === null) return null;
  const drop = before.value.share - kept;
  const info = gradeOf(drop);
  if (!info) return null;
  const turned = before.exact ? turnedWords(before.value.share, kept) : null;
  return { info, drop, better: before.best.move, betterText: before.value.text, turned };
}

/** Exact values are a win, a draw or a loss and nothing between, so that any drop is a great one. */
function turnedWords(had: number, kept: number): string {
  const word = (share: number) => (share === 1 ? 'win' : share === 0 ? 'loss' : 'draw');
  return `a ${word(had)} became a ${word(kept)}`;
}

/**
 * The share that the mover has after the move. The position after it tells that where it can; with more
 * than two seats the lines beside the best one do, and a move that is not among them is worth at most the
 * last of them.
 */
function shareKept(
  before: AnalysisView,
  played: string,
  after: PositionView,
  answer: AnalysisView | null,
  seats: number,
): number | null {
  if (after.result) return after.result.returns[before.seat] ?? null;
  // A table knows each move by itself, whoever has looked at what followed.
  const exact = before.lines.find((each) => each.move === played && before.exact);
  if (exact) return exact.value.share;
  const told = answer && shareFor(answer, before.seat, seats);
  if (told !== null) return told;
  if (seats === 2) return null;
  const line = before.lines.find((each) => each.move === played) ?? before.lines.at(-1);
  return line && before.lines.length > 1 ? line.value.share : null;
}

/** What a judgement says in a sentence. */
export function judgementWords(judgement: Judgement): string {
  const { info, better, betterText, turned } = judgement;
  return `${info.word}${turned ? `: ${turned}` : ''}. ${better} was better (${betterText}).`;
}

/** How many marks of each kind a seat earned, in the order of the table. */
export function countGrades(judgements: Iterable<Judgement>): { info: GradeInfo; count: number }[] {
  const all = [...judgements];
  return GRADES.map((info) => ({ info, count: all.filter((each) => each.info.grade === info.grade).length }));
}
