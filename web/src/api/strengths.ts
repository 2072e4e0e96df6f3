// Requests about how strong the person at this browser is.
import { json, type Options, send } from './client';
import type { StrengthView } from './types';

const path = (game: string) => `/strengths/${encodeURIComponent(game)}`;

/** How strong the person with this key is in a game. */
export function getStrength(game: string, key: string, options: Options = {}): Promise<StrengthView> {
  return json(path(game), { ...options, key });
}

/** Forgets it. */
export async function forgetStrength(game: string, key: string, options: Options = {}): Promise<void> {
  await send(path(game), { ...options, method: 'DELETE', key });
}
