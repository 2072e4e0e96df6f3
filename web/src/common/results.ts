// Results, seats and dates in words.

import type { GameInfo, GameSummary, ResultView, SeatView } from '../api/types';
import { capitalise, formatAgo, listWords } from '../lib/format';

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
export function resultLine(result: ResultView, names: readonly string[]): string {
  const points = result.points && `${result.points.join(' : ')} points`;
  return [outcomeWords(result, names), points, result.reason].filter(Boolean).join(' · ');
}

/** What there is to say about the state of a game in the library. */
export function stateWords(game: GameSummary, names: readonly string[]): string {
  if (game.result) return resultLine(game.result, names);
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

/** A result in words: who won, and why. */
export interface ResultWords {
  headline: string;
  reason: string;
  /** How it is for the person at this screen; `neutral` for onlookers and for several people here. */
  mood: 'won' | 'lost' | 'draw' | 'neutral';
}

/** The seats with the largest share of the win. */
export function winnersOf(result: ResultView): number[] {
  const best = Math.max(...result.returns);
  return result.returns.flatMap((share, seat) => (share === best ? [seat] : []));
}

function reasonWords(result: ResultView, seats: readonly SeatView[]): string {
  const losers = seats.filter((_, seat) => !winnersOf(result).includes(seat)).map((seat) => seat.name);
  if (result.reason === 'resignation' && losers.length === 1) return `${losers[0]} resigned.`;
  if (result.reason === 'time' && losers.length === 1) return `${losers[0]} ran out of time.`;
  return result.reason === '' ? '' : `${capitalise(result.reason)}.`;
}

/** A result for a person who holds the seats `you`. */
export function resultWords(
  result: ResultView,
  seats: readonly SeatView[],
  you: readonly number[],
): ResultWords {
  const winners = winnersOf(result);
  const reason = reasonWords(result, seats);
  const names = listWords(winners.map((seat) => seats[seat]?.name ?? `Seat ${seat + 1}`));
  const mine = you.length === 1 ? you[0] : undefined;
  if (winners.length === seats.length) {
    return { headline: 'Draw', reason, mood: mine === undefined ? 'neutral' : 'draw' };
  }
  if (winners.length > 1) {
    const mood = mine === undefined ? 'neutral' : winners.includes(mine) ? 'won' : 'lost';
    return { headline: `${names} share the win`, reason, mood };
  }
  if (mine !== undefined && winners[0] === mine) return { headline: 'You win!', reason, mood: 'won' };
  return { headline: `${names} wins`, reason, mood: mine === undefined ? 'neutral' : 'lost' };
}
