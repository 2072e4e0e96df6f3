// What building a table costs and how far it is, in words.
import type { TablebaseView } from '../../api/types';
import { capitalise, formatDuration } from '../../lib/format';

/** Positions that an ordinary computer solves in a second, and what each takes in memory and in the file. */
const POSITIONS_PER_SECOND = 2.5e6;
const MEMORY_BYTES = 1.3;
const FILE_BYTES = 0.1;

/** `30 MB`, `0.5 GB`, `2 GB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1e6) return `${Math.max(1, Math.round(bytes / 1e3))} kB`;
  if (bytes < 1e8) return `${Math.round(bytes / 1e6)} MB`;
  return `${(bytes / 1e9).toFixed(bytes < 9.5e9 ? 1 : 0).replace(/\.0$/, '')} GB`;
}

function timeWords(seconds: number): string {
  if (seconds < 10) return 'a few seconds';
  if (seconds < 45) return 'half a minute';
  if (seconds < 80) return 'about a minute';
  if (seconds < 150) return 'a minute or two';
  if (seconds < 3000) return `about ${Math.round(seconds / 60)} minutes`;
  return `about ${Math.max(1, Math.round(seconds / 3600))} hours`;
}

/** What it costs to build a table of so many positions. */
export function costWords(positions: number): string {
  const time = timeWords(positions / POSITIONS_PER_SECOND);
  const memory = positions * MEMORY_BYTES;
  if (memory < 1e7) return `It takes ${time}.`;
  return (
    `It takes ${time}, about ${formatBytes(memory)} of memory while it runs, ` +
    `and about ${formatBytes(positions * FILE_BYTES)} of disk space.`
  );
}

/** What is being done and how much of it is left: `Looking for wins · 34% · 40 s left`. */
export function progressWords({ phase, done, left_ms }: TablebaseView): string {
  const parts = [phase === null || phase === '' ? 'Building the tablebase' : capitalise(phase)];
  if (done !== null) parts.push(`${Math.floor(done * 100)}%`);
  if (left_ms !== null)
    parts.push(`${formatDuration(Math.max(1000, Math.round(left_ms / 1000) * 1000))} left`);
  return parts.join(' · ');
}
