// How those who sit at the board are called: people by their names, programs by level or spec.
import type { SeatView } from '../../api/types';
import { isPerfect } from '../../lib/verdict';
import { isAdaptive } from './strength';

const LEVEL_WORDS = [
  'newcomer',
  'beginner',
  'casual',
  'hobby player',
  'club player',
  'strong club player',
  'advanced',
  'expert',
  'master',
  'champion',
] as const;

/** The level for someone of whom nothing is known. */
export const DEFAULT_LEVEL = 3;

/** A word for a level of several. */
export function levelWord(level: number, levels: number): string {
  const place = levels <= 1 ? 1 : (level - 1) / (levels - 1);
  const index = Math.round(place * (LEVEL_WORDS.length - 1));
  return LEVEL_WORDS[Math.min(LEVEL_WORDS.length - 1, Math.max(0, index))] ?? 'champion';
}

/** The spec of a level. */
export function levelSpec(level: number): string {
  return `level:n=${level}`;
}

/** The level that a spec stands for; `null` for any other spec. */
export function levelOf(spec: string): number | null {
  const match = /^level:n=(\d+)$/.exec(spec.trim());
  return match ? Number(match[1]) : null;
}

/** What the server calls people who gave no name. */
const UNNAMED: readonly string[] = ['', 'human', 'guest'];

/** The name that a person gave; `null` for none, and for programs. */
export function givenName(seat: Pick<SeatView, 'kind' | 'player'>): string | null {
  return seat.kind === 'engine' || UNNAMED.includes(seat.player) ? null : seat.player;
}

/** What to call whoever sits on a seat. `alone` says whether only one person sits at this screen. */
export function playerName(seat: Pick<SeatView, 'kind' | 'player' | 'yours' | 'name'>, alone = true): string {
  if (seat.kind === 'engine') return engineName(seat.player);
  return givenName(seat) ?? (seat.yours && alone ? 'You' : seat.name);
}

/** What to call a program. */
export function engineName(spec: string): string {
  const level = levelOf(spec);
  if (level !== null) return `Computer, level ${level}`;
  if (isAdaptive(spec)) return 'Computer, as strong as its opponent';
  return isPerfect(spec) ? 'Perfect' : spec;
}

/** Whether a player of a record is surely a program: people are not called like that. */
export function isProgram(player: string): boolean {
  return levelOf(player) !== null || isPerfect(player) || isAdaptive(player);
}

/** What a place on the scale of levels is called; the one above the highest is perfect play. */
export function strengthWords(place: number, levels: number): string {
  return place > levels ? 'Perfect' : `${place}, ${levelWord(place, levels)}`;
}
