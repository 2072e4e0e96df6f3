// The keys that this browser holds: one a game, kept in local storage, never in an address that reaches the server.
import { isRecord, readStored, removeStored, storedKeys, writeStored } from './storage';

const PREFIX = 'ludwerk.token.';

/** A key to a game. */
export interface KnownGame {
  id: string;
  token: string;
  /** When it was stored, in milliseconds since 1970. */
  at: number;
  /** Whether the game is known to be over, so that nobody need ask again. */
  over: boolean;
}

function readKnown(id: string): KnownGame | null {
  const value = readStored(PREFIX + id);
  if (!isRecord(value) || typeof value.token !== 'string') return null;
  return {
    id,
    token: value.token,
    at: typeof value.at === 'number' ? value.at : 0,
    over: value.over === true,
  };
}

/** The key that only this tab uses, for a game to which the browser already has another. */
function tabToken(id: string): string | null {
  try {
    return sessionStorage.getItem(PREFIX + id);
  } catch {
    return null;
  }
}

/** The key to a game, if this browser holds one. */
export function tokenFor(id: string): string | null {
  return tabToken(id) ?? readKnown(id)?.token ?? null;
}

/**
 * Keeps the key of an invitation. Where the browser already holds another key to the game, the new one
 * belongs to this tab alone: whoever tries out the link for a friend must not lose the own seat.
 */
export function adoptToken(id: string, token: string): void {
  const held = readKnown(id)?.token ?? null;
  if (held === null || held === token) {
    if (held === null) saveToken(id, token);
    return;
  }
  try {
    sessionStorage.setItem(PREFIX + id, token);
  } catch {
    saveToken(id, token);
  }
}

/** Keeps the key to a game. `over` keeps it out of the list of games to go on with. */
export function saveToken(id: string, token: string, over = false): void {
  writeStored(PREFIX + id, { token, at: Date.now(), over });
}

/** Notes whether a game is over; does nothing for a game without a key. */
export function markOver(id: string, over: boolean): void {
  const known = readKnown(id);
  if (known && known.over !== over) writeStored(PREFIX + id, { token: known.token, at: known.at, over });
}

/** Forgets the key to a game. */
export function forgetToken(id: string): void {
  try {
    sessionStorage.removeItem(PREFIX + id);
  } catch {
    // Storage that cannot be written holds nothing of ours.
  }
  removeStored(PREFIX + id);
}

/** All games that this browser holds a key to, the latest first. */
export function knownGames(): KnownGame[] {
  return storedKeys(PREFIX)
    .map((key) => readKnown(key.slice(PREFIX.length)))
    .filter((known) => known !== null)
    .sort((a, b) => b.at - a.at);
}

/** A word of an address's fragment, which never reaches the server. */
function inFragment(fragment: string, name: string): string | null {
  return new URLSearchParams(fragment.replace(/^#/, '')).get(name) || null;
}

/** The key in the fragment of an address (`#key=…`), if there is one. */
export function tokenInFragment(fragment: string): string | null {
  return inFragment(fragment, 'key');
}

/** The invitation in the fragment of an address (`#invite=…`), if there is one. */
export function invitationInFragment(fragment: string): string | null {
  return inFragment(fragment, 'invite');
}

function gameLink(origin: string, id: string, name: string, word: string): string {
  return `${origin}/game/${encodeURIComponent(id)}#${name}=${encodeURIComponent(word)}`;
}

/** The address to give to the person who is to sit on a seat. It works once. */
export function invitationLink(origin: string, id: string, word: string): string {
  return gameLink(origin, id, 'invite', word);
}

/** The address by which the holder of a key goes on at another screen. */
export function keyLink(origin: string, id: string, token: string): string {
  return gameLink(origin, id, 'key', token);
}
