// The keys of the tournaments that this browser made: whoever holds one may stop, prolong and delete it.
import { readStored, removeStored, writeStored } from './storage';

const PREFIX = 'ludwerk.tournament.';

/** The key of a tournament; `null` for one that somebody else made. */
export function tournamentKey(id: string): string | null {
  const kept = readStored(PREFIX + id);
  return typeof kept === 'string' ? kept : null;
}

/** Keeps a key. */
export function keepTournamentKey(id: string, key: string): void {
  writeStored(PREFIX + id, key);
}

/** Forgets a key. */
export function forgetTournamentKey(id: string): void {
  removeStored(PREFIX + id);
}
