// How many puzzles were solved, and how many in a row without a mistake. Kept in the browser.
import { create } from 'zustand';
import { isRecord, readStored, writeStored } from '../../lib/storage';

/** The score. */
export interface Score {
  readonly solved: number;
  /** Solved in a row without a mistake and without help. */
  readonly streak: number;
  readonly best: number;
  /** The address of the last one that counted, which does not count twice. */
  readonly last: string;
}

const KEY = 'ludwerk.puzzles.score';

/** Reads a score from whatever is stored. */
export function parseScore(value: unknown): Score {
  const record = isRecord(value) ? value : {};
  const count = (name: string) => {
    const found = record[name];
    return typeof found === 'number' && Number.isSafeInteger(found) && found > 0 ? found : 0;
  };
  const streak = count('streak');
  return {
    solved: count('solved'),
    streak,
    best: Math.max(count('best'), streak),
    last: typeof record.last === 'string' ? record.last : '',
  };
}

/** How a puzzle was solved: alone, with a hint, or after a mistake. */
export type Manner = 'alone' | 'hinted' | 'late';

/** The score after a puzzle was solved. */
export function afterSolved(score: Score, puzzle: string, manner: Manner): Score {
  if (score.last === puzzle) return score;
  const streak = manner === 'alone' ? score.streak + 1 : score.streak;
  return { solved: score.solved + 1, streak, best: Math.max(score.best, streak), last: puzzle };
}

/** The score after a mistake, or after the solution was asked for. */
export function afterMistake(score: Score, puzzle: string): Score {
  return score.last === puzzle ? score : { ...score, streak: 0 };
}

/** The score, as a store for components. */
export const useScore = create<Score>(() => parseScore(readStored(KEY)));

/** Changes the score and keeps it. */
export function changeScore(change: (score: Score) => Score): void {
  useScore.setState(change(useScore.getState()));
  writeStored(KEY, useScore.getState());
}
