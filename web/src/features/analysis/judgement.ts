// Weak moves: what is known of a move, which the server judges, and its judgement in words.
import type { AnalysisView, JudgementView, JudgementWord, MoveFindings, PositionView } from '../../api/types';
import { capitalise } from '../../lib/format';

/** The words for weak moves, the heaviest first, with the word for several. */
const WEAK: readonly (readonly [JudgementWord, string])[] = [
  ['blunder', 'blunders'],
  ['mistake', 'mistakes'],
  ['inaccuracy', 'inaccuracies'],
];

/** A weak move. */
export interface Judgement extends JudgementView {
  /** The move that the engine prefers. */
  readonly better: string;
  /** What the better move is worth to the mover, as people say it. */
  readonly betterText: string;
  /** What became of what, where the values are exact: `a win became a draw`. */
  readonly turned: string | null;
}

/**
 * What is known of the move `played` from a position; `null` if there is nothing to judge. `after` is the position
 * that it led to and `answer` what the engine says about that.
 */
export function findingsOf(
  before: AnalysisView | null,
  played: string,
  after: PositionView,
  answer: AnalysisView | null,
): MoveFindings | null {
  if (!before?.value || before.best.move === played) return null;
  const { seat, best, value, exact } = before;
  const lines = before.lines.map((line): [string, number] => [line.move, line.value.share]);
  const looked = answer?.value ? { seat: answer.seat, share: answer.value.share } : null;
  const known = after.result ? { returns: after.result.returns } : looked;
  return { seat, played, best: best.move, share: value.share, lines, exact, after: known };
}

/** A judgement with what there is to say of it; `null` for a move that was not weak. */
export function weakMove(before: AnalysisView | null, judged: JudgementView | null): Judgement | null {
  if (!before?.value || !judged || judged.mark === '') return null;
  // Exact values are a win, a draw or a loss and nothing between.
  const word = (share: number) => (share === 1 ? 'win' : share === 0 ? 'loss' : 'draw');
  const turned = before.exact ? `a ${word(before.value.share)} became a ${word(judged.kept)}` : null;
  return { ...judged, better: before.best.move, betterText: before.value.text, turned };
}

/** What a judgement says in a sentence. */
export function judgementWords({ word, better, betterText, turned }: Judgement): string {
  return `${capitalise(word)}${turned ? `: ${turned}` : ''}. ${better} was better (${betterText}).`;
}

/** How many weak moves of each kind there are, in words: `2 mistakes (?)`. */
export function countWords(judgements: readonly Judgement[]): string[] {
  return WEAK.flatMap(([word, plural]) => {
    const [one, ...others] = judgements.filter((each) => each.word === word);
    return one ? [`${others.length + 1} ${others.length === 0 ? word : plural} (${one.mark})`] : [];
  });
}
