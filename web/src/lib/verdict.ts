// Exact values of a solved game: won, drawn or lost, and in how many plies. The server tells them as text.

/** The spec of the agent that plays by the table. */
export const PERFECT = 'perfect';

/** Whether a spec stands for perfect play. */
export function isPerfect(spec: string): boolean {
  return /^perfect(:|$)/.test(spec.trim());
}

/** How it ends if nobody errs from here on. */
export type Outcome = 'win' | 'draw' | 'loss';

/** What a position is worth to the mover, or a move to whoever plays it; a move counts itself among the plies. */
export interface Verdict {
  readonly outcome: Outcome;
  /** How many plies it takes; 0 for a draw. */
  readonly plies: number;
}

/** What an exact value means: its text, and the share of the win that it stands for. */
export function verdictOf({ text, share }: { text: string; share: number }): Verdict {
  const end = /^(win|wins|loss|loses) in (\d+)$/.exec(text);
  if (end) return { outcome: end[1]?.startsWith('w') ? 'win' : 'loss', plies: Number(end[2]) };
  // At the end of a game there is nothing left to count.
  return { outcome: share > 0.75 ? 'win' : share < 0.25 ? 'loss' : 'draw', plies: 0 };
}

/** `wins in 23`, `draw`, `loses in 8`. */
export function verdictWords({ outcome, plies }: Verdict): string {
  if (outcome === 'draw') return 'draw';
  return `${outcome === 'win' ? 'wins' : 'loses'} in ${plies}`;
}

/** The same in few characters, to be written on a board: `W23`, `=`, `L8`. */
export function shortVerdict({ outcome, plies }: Verdict): string {
  if (outcome === 'draw') return '=';
  return `${outcome === 'win' ? 'W' : 'L'}${plies}`;
}

/** What a label on a board says about the end; `null` for a label that speaks of no end. */
export function labelOutcome(label: string): Outcome | null {
  if (/^=…?$/.test(label)) return 'draw';
  if (/^W\d+…?$/.test(label)) return 'win';
  return /^L\d+…?$/.test(label) ? 'loss' : null;
}

/** A label on a board as one says it. */
export function labelWords(label: string): string {
  const outcome = labelOutcome(label);
  if (outcome === null) return label;
  const more = label.endsWith('…') ? ', or another end' : '';
  return verdictWords({ outcome, plies: Number.parseInt(label.slice(1), 10) }) + more;
}

const RANK: Readonly<Record<Outcome, number>> = { loss: 0, draw: 1, win: 2 };

/** Below 0 if the first is worse than the second, above 0 if it is better: quick wins first, quick losses last. */
export function compareVerdicts(one: Verdict, other: Verdict): number {
  if (one.outcome !== other.outcome) return RANK[one.outcome] - RANK[other.outcome];
  return one.outcome === 'win' ? other.plies - one.plies : one.plies - other.plies;
}

/** The verdict from the other side of the board after a move that is worth `verdict`. */
export function afterMove({ outcome, plies }: Verdict): Verdict {
  if (outcome === 'draw') return { outcome, plies };
  return { outcome: outcome === 'win' ? 'loss' : 'win', plies: Math.max(0, plies - 1) };
}

/** Whether the text of a value comes out of a table. */
export function isExactText(text: string): boolean {
  return /^(?:(?:wins|loses) in \d+|draw)$/.test(text);
}

/** An exact value as a sentence about a seat: `Forest wins in 23`, `Draw`. */
export function exactSentence(text: string, seatName: string): string {
  return text === 'draw' ? 'Draw' : `${seatName} ${text}`;
}
