// Results, seats and dates in words.

import type { GameInfo, GameSummary, ResultView } from '../../api/types';
import { formatAgo, listWords, winnersOf } from '../../lib/format';

/** What the seats of a game are called; plain numbers for a game that the catalog does not have. */
export function seatNamesOf(game: GameInfo | null, variant: string, players: number): string[] {
  const tables = (game?.variants.find((each) => each.name === variant) ?? game?.variants[0])?.tables;
  const table = tables?.find((each) => each.players === players);
  return table?.seat_names ?? Array.from({ length: players }, (_, seat) => `Seat ${seat + 1}`);
}

/** How a game ended, without the reason: `Ada won`, `Draw`, `Ada and Bo share the win`. */
export function outcomeWords(result: ResultView, names: readonly string[]): string {
  const winners = winnersOf(result);
  if (winners.length === result.returns.length) return 'Draw';
  const words = listWords(winners.map((seat) => names[seat] ?? `Seat ${seat + 1}`));
  return winners.length > 1 ? `${words} share the win` : `${words} won`;
}

/** How a game ended, with the points if there are any: `Ada won · catch`. */
export function resultWords(result: ResultView, names: readonly string[]): string {
  const points = result.points && `${result.points.join(' : ')} points`;
  return [outcomeWords(result, names), points, result.reason].filter(Boolean).join(' · ');
}

/** What there is to say about the state of a game in the library. */
export function stateWords(game: GameSummary, names: readonly string[]): string {
  if (game.result) return resultWords(game.result, names);
  return game.imported ? 'Not finished' : 'In progress';
}

/** How many moves were played. */
export function movesWords(plies: number): string {
  if (plies === 0) return 'no moves';
  return plies === 1 ? '1 move' : `${plies} moves`;
}

const WEEK = 7 * 86_400_000;

/** When something was, as seen from `now`: `5 minutes ago`, and the date after a week. */
export function whenWords(time: number, now: number): string {
  if (now - time < WEEK) return formatAgo(time, now);
  return new Intl.DateTimeFormat('en', { dateStyle: 'medium' }).format(time);
}
