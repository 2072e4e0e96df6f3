// What a move was worth beside the best one, by the exact values of a solved game. Everything here is pure.

import type { AnalysisLine, AnalysisView, GameInfo, GameView } from '../../api/types';
import { judgedMoves } from '../../common/engine/exact';
import { afterMove, compareVerdicts, type Verdict, verdictWords } from '../../lib/verdict';

/** A move that was played, and what it was worth. */
export interface Lesson {
  /** How many moves were played before it. */
  readonly ply: number;
  readonly played: string;
  /** What was to be had. */
  readonly had: Verdict;
  /** What the move was worth. */
  readonly got: Verdict;
  /** A best move. */
  readonly best: AnalysisLine;
}

/** Whether nothing was lost, only time, or the win or the draw. */
export type LessonKind = 'best' | 'slower' | 'slip';

/** What the table says about a move; `null` if it does not know it. */
export function lessonOf(view: AnalysisView, ply: number, played: string): Lesson | null {
  const moves = judgedMoves(view);
  const [best] = moves;
  const own = moves.find(({ line }) => line.move === played);
  if (!best || !own) return null;
  return { ply, played, had: best.verdict, got: own.verdict, best: best.line };
}

export function kindOf({ had, got }: Lesson): LessonKind {
  if (had.outcome !== got.outcome) return 'slip';
  return compareVerdicts(got, had) < 0 ? 'slower' : 'best';
}

/** A lesson in a sentence or two. `opponent` is what the other seat is called. */
export function lessonWords(lesson: Lesson, opponent: string): string {
  const { had, got, best } = lesson;
  const kind = kindOf(lesson);
  if (kind === 'slip') {
    const left = afterMove(got);
    const now = left.outcome === 'draw' ? 'it is a draw now' : `${opponent} ${verdictWords(left)} now`;
    return `That gave away the ${had.outcome}: ${now}. Best was ${best.move} (${verdictWords(had)}).`;
  }
  switch (got.outcome) {
    case 'win':
      return kind === 'best'
        ? `Kept the win: ${verdictWords(got)}.`
        : `Kept the win (${verdictWords(got)}), but ${had.plies} was quicker: ${best.move}.`;
    case 'draw':
      return 'Still a draw.';
    case 'loss':
      return kind === 'best'
        ? `Still lost, with the longest defence: ${verdictWords(got)}.`
        : `Still lost (${verdictWords(got)}), but ${best.move} holds out for ${had.plies}.`;
  }
}

/** How many moves kept what was to be had, and how many did not. */
export interface Tally {
  readonly kept: number;
  readonly slips: number;
}

export function tallyOf(lessons: readonly Lesson[], takenBack: number): Tally {
  const slips = lessons.filter((lesson) => kindOf(lesson) === 'slip').length;
  return { kept: lessons.length - slips, slips: slips + takenBack };
}

/** `12 kept, 1 slip`. */
export function tallyWords({ kept, slips }: Tally): string {
  if (kept + slips === 0) return 'Says what each of your moves is worth.';
  return `${kept} kept, ${slips} ${slips === 1 ? 'slip' : 'slips'}`;
}

/** The seat that trains: the only person's, in a game against a program without secrets and luck. */
export function trainee(game: GameView, info: GameInfo | null): number | null {
  const [mine, ...others] = game.you;
  if (!info?.solvable || info.hidden || info.chance || game.hidden || !game.live) return null;
  if (mine === undefined || others.length > 0 || game.seats.length !== 2) return null;
  return game.seats[1 - mine]?.kind === 'engine' ? mine : null;
}

/** The plies whose positions are to be looked up, those that matter first: of own moves, and of one's turn. */
export function pliesToAsk(game: GameView, seat: number): number[] {
  const own = game.moves.flatMap((played, ply) => (played.seat === seat ? [ply] : [])).reverse();
  const isTurn = game.result === null && game.position.to_move === seat;
  const [last, ...older] = own;
  return [...(last === undefined ? [] : [last]), ...(isTurn ? [game.moves.length] : []), ...older];
}
