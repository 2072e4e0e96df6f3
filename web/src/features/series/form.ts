// The form of a new series as plain data, and the request that it becomes.
import type { GameInfo, NewSeries } from '../../api/types';
import { namedPlayersOf } from '../../common/seats/form';
import { levelSpec } from '../../common/seats/players';

/** An opponent of the form, with a number that stays while others come and go. */
export interface OpponentChoice {
  id: number;
  spec: string;
}

/** The whole form. */
export interface Form {
  name: string;
  game: string;
  variant: string;
  players: number;
  opponents: OpponentChoice[];
  /** As it was typed. */
  games: string;
  rotate: boolean;
  allowPeeking: boolean;
}

/** What is wrong, by field; an opponent's field is `opponent0`, `opponent1`, … */
export type FormErrors = Partial<Record<string, string>>;

/** The most opponents and games that the server takes. */
export const MOST_OPPONENTS = 8;
const MOST_GAMES = 100;

const USUAL_LEVEL = 5;

/** The form before anything was chosen. */
export function initialForm(game: GameInfo): Form {
  const variant = game.variants[0];
  return {
    name: '',
    game: game.id,
    variant: variant?.name ?? '',
    players: variant?.tables[0]?.players ?? 2,
    opponents: [{ id: 0, spec: suggestions(game, variant?.name ?? '', 2)[0]?.spec ?? '' }],
    games: '3',
    rotate: true,
    allowPeeking: false,
  };
}

/** An opponent to choose, with a line about it. */
export interface Suggestion {
  spec: string;
  summary: string;
  peeks: boolean;
}

/** Opponents that the game offers at a table: its levels, then the players of its own. */
export function suggestions(game: GameInfo, variant: string, players: number): Suggestion[] {
  const levels = Array.from({ length: game.levels }, (_, index) => ({
    spec: levelSpec(index + 1),
    summary: `level ${index + 1} of ${game.levels}`,
    peeks: false,
  }));
  const usual = levels.splice(Math.min(USUAL_LEVEL, levels.length) - 1, 1);
  const named = namedPlayersOf(game, variant, players).map(({ name, summary, peeks }) => ({
    spec: name,
    summary,
    peeks,
  }));
  return [...usual, ...levels, ...named];
}

/** Whether an opponent that was chosen is known to look at what its seat may not see. */
export function isPeeking(form: Form, game: GameInfo): boolean {
  const known = suggestions(game, form.variant, form.players);
  return form.opponents.some(({ spec }) => known.some((one) => one.peeks && one.spec === spec.trim()));
}

/** The request that the form stands for, or what is wrong. */
export function toNewSeries(
  form: Form,
  game: GameInfo,
): { request: NewSeries; errors: null } | { request: null; errors: FormErrors } {
  const errors: FormErrors = {};
  if (form.name.trim() === '') errors.name = 'Enter a name for the series.';
  const games = /^\d{1,4}$/.test(form.games.trim()) ? Number(form.games) : 0;
  if (games < 1 || games > MOST_GAMES) errors.games = `Enter a whole number from 1 to ${MOST_GAMES}.`;
  const seen = new Set<string>();
  form.opponents.forEach(({ spec }, index) => {
    const text = spec.trim();
    if (text === '') errors[`opponent${index}`] = 'Choose an agent.';
    else if (seen.has(text)) errors[`opponent${index}`] = 'This opponent is listed above.';
    seen.add(text);
  });
  if (isPeeking(form, game) && !form.allowPeeking) {
    errors.peeking = 'An opponent sees what is hidden from its seat. Allow that, or choose another.';
  }
  if (Object.keys(errors).length > 0) return { request: null, errors };
  return {
    request: {
      name: form.name.trim(),
      game: game.id,
      variant: form.variant,
      players: form.players,
      opponents: form.opponents.map(({ spec }) => spec.trim()),
      games,
      ...(form.rotate && { rotate: true }),
      ...(form.allowPeeking && { allow_peeking: true }),
    },
    errors: null,
  };
}

/** Which field a refusal of the server speaks of. */
export function fieldOfError(code: string, message: string): string {
  const opponent = /opponent (\d+)/i.exec(message)?.[1];
  if (opponent !== undefined) return `opponent${Number(opponent) - 1}`;
  return code === 'name' || code === 'games' ? code : 'form';
}
