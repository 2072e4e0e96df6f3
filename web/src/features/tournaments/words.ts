// What a tournament says, in words and short numbers.
import type {
  MeetingView,
  SprtView,
  TournamentFormat,
  TournamentGame,
  TournamentState,
} from '../../api/types';
import { formatDuration, listWords } from '../../lib/format';

/** What to call an agent: levels by their number, others as they are described. */
export function agentLabel(name: string): string {
  return name
    .replace(/^level:n=(\d+)/, 'Level $1')
    .replace(/^champion(?=$| #)/, 'Champion')
    .replace(/^perfect(?=$| #)/, 'Perfect');
}

/** What to call a tournament. `agents` is in the order of the table. */
export function tournamentTitle(name: string, agents: readonly string[]): string {
  if (name !== '') return name;
  const labels = agents.map(agentLabel);
  if (labels.length <= 3) return labels.join(' – ');
  return `${labels.slice(0, 2).join(', ')} and ${labels.length - 2} others`;
}

export const FORMAT_WORDS: Readonly<Record<TournamentFormat, string>> = {
  'round-robin': 'Round robin',
  gauntlet: 'Gauntlet',
  swiss: 'Swiss',
};

export const STATE_WORDS: Readonly<Record<TournamentState, string>> = {
  waiting: 'Waiting',
  running: 'Running',
  stopped: 'Stopped',
  complete: 'Complete',
  failed: 'Failed',
};

/** A share as percent: `62.5%`, without a tail where there is none. */
export function percent(share: number): string {
  const value = Math.round(share * 1000) / 10;
  return `${Number.isInteger(value) ? value : value.toFixed(1)}%`;
}

/** A signed whole number with a real minus: `+35`, `−12`, `0`. */
export function signed(value: number): string {
  const rounded = Math.round(value);
  if (rounded === 0) return '0';
  return rounded > 0 ? `+${rounded}` : `−${-rounded}`;
}

/** Points as people write them: `3½`. */
export function points(value: number): string {
  const whole = Math.floor(value);
  if (value === whole) return String(whole);
  return value - whole === 0.5 ? `${whole === 0 ? '' : whole}½` : value.toFixed(2);
}

/** The mean time of a move. */
export function moveTime(ms: number): string {
  if (ms < 0.1) return '< 0.1 ms';
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** How long something will take, without false precision. */
export function timeLeft(ms: number): string {
  if (ms < 1000) return 'a moment';
  if (ms < 60_000) return formatDuration(Math.ceil(ms / 1000) * 1000).replace('.0', '');
  const minutes = Math.round(ms / 60_000);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return `${Math.round(hours / 24)} days`;
}

/** How sure one may be of something with this likelihood. */
export function likelihoodWords(likelihood: number): string {
  if (likelihood >= 0.999) return 'practically certain';
  if (likelihood >= 0.975) return 'very likely';
  if (likelihood >= 0.9) return 'likely';
  if (likelihood >= 0.75) return 'rather likely, but far from sure';
  return 'open';
}

/** Which of two agents is stronger, as far as the games tell. */
export function superiorityWords(first: string, second: string, los: number): string {
  const [better, likelihood] = los >= 0.5 ? [first, los] : [second, 1 - los];
  const words = likelihoodWords(likelihood);
  const shown = likelihood >= 0.9995 ? 'over 99.9%' : percent(likelihood);
  if (words === 'open')
    return 'It is not clear which of the two is stronger: the games do not tell them apart.';
  return `It is ${words} (${shown}) that ${better} is the stronger one.`;
}

/** The Elo difference of two agents, as far as their own games tell. */
export function differenceWords(meeting: MeetingView): string {
  const { elo, elo_error: error, score } = meeting;
  if (elo === null) {
    return score === 1 || score === 0
      ? 'One of the two won everything: the difference has no upper bound yet.'
      : 'Too few games for a difference.';
  }
  if (error === null) return `${signed(elo)} Elo, with too few games for an error.`;
  return `${signed(elo)} ± ${Math.round(error)} Elo: with 95% confidence between ${signed(elo - error)} and ${signed(elo + error)}.`;
}

/** What a sequential test has found out. */
export function sprtWords(sprt: SprtView, first: string, second: string): string {
  switch (sprt.verdict) {
    case 'accepted':
      return `Decided: ${first} is better than ${second}, by ${signed(sprt.elo1)} Elo rather than ${signed(sprt.elo0)}.`;
    case 'rejected':
      return `Decided: ${first} is not better than ${second} by ${signed(sprt.elo1)} Elo; ${signed(sprt.elo0)} fits better.`;
    case 'open': {
      const reach = sprt.llr >= 0 ? sprt.llr / sprt.upper : sprt.llr / sprt.lower;
      const side = sprt.llr >= 0 ? `for ${first}` : `against ${first}`;
      return `Undecided: ${Math.round(Math.min(1, reach) * 100)}% of the evidence that is needed, ${side}.`;
    }
  }
}

/** The agents that won a game, each once. */
export function winnersIn(game: TournamentGame): number[] {
  const best = Math.max(...game.returns);
  const winners = game.seating.filter((_, seat) => game.returns[seat] === best);
  return [...new Set(winners)];
}

/** A game's result in a sentence. `names` are the agents of the plan. */
export function gameWords(game: TournamentGame, names: readonly string[]): string {
  const winners = winnersIn(game);
  const all = new Set(game.seating);
  const called = (agent: number) => names[agent] ?? `Agent ${agent + 1}`;
  if (game.returns.every((share) => share === game.returns[0])) return 'Draw';
  if (winners.length === 1 && winners[0] !== undefined) return `${called(winners[0])} won`;
  return winners.length === all.size ? 'Draw' : `${listWords(winners.map(called))} shared the win`;
}
