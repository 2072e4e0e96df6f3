// Answers out of tables: the moves with what they come to, best first.
import type { AnalysisLine, AnalysisView, ValueView } from '../../api/types';
import { compareVerdicts, type Outcome, type Verdict, verdictOf, verdictWords } from '../../lib/verdict';

const SHARES: Readonly<Record<Outcome, number>> = { win: 1, draw: 0.5, loss: 0 };

function exactValue(value: ValueView): ValueView {
  const verdict = verdictOf(value);
  return { share: SHARES[verdict.outcome], text: verdictWords(verdict) };
}

/** An answer out of a table with its values in words, and with shares that know nothing between win and draw. */
export function exactAnalysis(view: AnalysisView): AnalysisView {
  const lines = view.lines.map((line) => ({ ...line, value: exactValue(line.value) }));
  return { ...view, lines, value: view.value && exactValue(view.value) };
}

/** A move with its verdict. */
export interface JudgedMove {
  readonly line: AnalysisLine;
  readonly verdict: Verdict;
}

/** The moves of an answer out of a table, the best first. */
export function judgedMoves(view: AnalysisView): JudgedMove[] {
  return view.lines
    .map((line) => ({ line, verdict: verdictOf(line.value) }))
    .sort((one, other) => compareVerdicts(other.verdict, one.verdict));
}
