// How strong a person is, in words, and the program that is as strong.
import type { GameInfo, StrengthView } from '../../api/types';

/** The agent that is as strong as whoever it plays. */
export const ADAPTIVE = 'adaptive-level';

/** Whether a spec stands for it. The server adds what it knows of the person. */
export function isAdaptive(spec: string): boolean {
  return /^adaptive-level(:|$)/.test(spec.trim());
}

/** Whether a game has it. */
export function offersAdaptive(game: Pick<GameInfo, 'agents' | 'levels'>): boolean {
  return game.levels > 0 && game.agents.some(({ name }) => name === ADAPTIVE);
}

/** `You play like level 5.3 (± 0.8), estimated from 7 games.`; `null` if nothing is known. */
export function strengthSentence({ level, deviation, games }: StrengthView): string | null {
  if (games === 0) return null;
  const told = games === 1 ? 'one game' : `${games} games`;
  return `You play like level ${level.toFixed(1)} (± ${deviation.toFixed(1)}), estimated from ${told}.`;
}
