// Where ratings stand on a line.
import type { AgentRowView } from '../../api/types';

export interface EloScale {
  /** Where a rating stands; what is beyond the ends stands at the end. */
  readonly at: (elo: number) => number;
  /** Round ratings to be written below the line. */
  readonly ticks: readonly number[];
}

/** Steps of ticks as people count. */
const STEPS = [5, 10, 20, 50, 100, 200, 500, 1000, 2000];

/** An interval that says nothing more than this is cut off, so that the others can still be told apart. */
const MOST_ERROR = 600;

/** The scale on which all ratings and their intervals fit between two places. */
export function eloScale(
  rows: readonly Pick<AgentRowView, 'elo' | 'elo_error'>[],
  left: number,
  right: number,
): EloScale {
  const ends = rows.flatMap(({ elo, elo_error }) => {
    const error = Math.min(elo_error ?? MOST_ERROR, MOST_ERROR);
    return [elo - error, elo + error];
  });
  let [low, high] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  if (high - low < 20) [low, high] = [low - 10, high + 10];
  const pad = (high - low) * 0.04;
  [low, high] = [low - pad, high + pad];
  const place = (elo: number) => left + ((elo - low) / (high - low)) * (right - left);
  const room = Math.max(2, Math.floor((right - left) / 48));
  const step = STEPS.find((size) => (high - low) / size <= room) ?? 5000;
  const ticks: number[] = [];
  for (let tick = Math.ceil(low / step) * step; tick <= high; tick += step) ticks.push(tick === 0 ? 0 : tick);
  return { at: (elo) => Math.min(right, Math.max(left, place(elo))), ticks };
}
