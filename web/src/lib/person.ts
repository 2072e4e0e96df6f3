// The key of the person at this browser, by which the server remembers how strong he is. Nobody else learns it.
import { readStored, writeStored } from './storage';

const KEY = 'ludwerk.person';
const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const LENGTH = 24;

function freshKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
  return Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join('');
}

/** The key, if this browser has one. */
export function knownPerson(): string | null {
  const kept = readStored(KEY);
  return typeof kept === 'string' && /^[0-9A-Za-z]{16,64}$/.test(kept) ? kept : null;
}

/** The key, made if there is none; `null` where nothing can be kept. */
export function personKey(): string | null {
  const known = knownPerson();
  if (known !== null) return known;
  const fresh = freshKey();
  return writeStored(KEY, fresh) ? fresh : null;
}
