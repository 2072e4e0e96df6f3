// The keys of series that this browser holds: of those that it made, and of the person who takes part in it here.
import { isRecord, readStored, removeStored, writeStored } from './storage';

const MADE = 'ludwerk.series.';
const JOINED = 'ludwerk.series-person.';

/** Who takes part in a series at this browser. */
export interface Joined {
  readonly name: string;
  readonly token: string;
}

/** The key with which a series can be deleted; `null` for one that somebody else made. */
export function seriesKey(id: string): string | null {
  const kept = readStored(MADE + id);
  return typeof kept === 'string' ? kept : null;
}

/** Keeps the key of a series that was made here. */
export function keepSeriesKey(id: string, key: string): void {
  writeStored(MADE + id, key);
}

/** Who takes part in a series here; `null` for nobody. */
export function joinedSeries(id: string): Joined | null {
  const kept = readStored(JOINED + id);
  if (!isRecord(kept) || typeof kept.name !== 'string' || typeof kept.token !== 'string') return null;
  return { name: kept.name, token: kept.token };
}

/** Keeps who takes part. */
export function keepJoined(id: string, joined: Joined): void {
  writeStored(JOINED + id, joined);
}

/** Lets the next person at this screen join; the key of the one before is gone. */
export function forgetJoined(id: string): void {
  removeStored(JOINED + id);
}

/** Forgets all keys of a series. */
export function forgetSeries(id: string): void {
  removeStored(MADE + id);
  removeStored(JOINED + id);
}
