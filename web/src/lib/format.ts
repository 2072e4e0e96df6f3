// Numbers, times and lists in words.

/** What a clock shows: `1:02:03`, `4:05`, and tenths in the last ten seconds. */
export function formatClock(milliseconds: number): string {
  const left = Math.max(0, milliseconds);
  if (left < 10_000) return `0:0${(Math.floor(left / 100) / 10).toFixed(1)}`;
  const seconds = Math.floor(left / 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** A clock's settings in a few characters: `5 + 3` is five minutes and three seconds a move. */
export function formatClockSettings(baseSeconds: number, incrementSeconds: number): string {
  const base = baseSeconds % 60 === 0 ? `${baseSeconds / 60} min` : `${baseSeconds} s`;
  return incrementSeconds > 0 ? `${base} + ${incrementSeconds} s` : base;
}

/** A large number in few characters: `950`, `12.3 k`, `4.57 M`. */
export function formatCount(count: number): string {
  if (count < 1000) return String(Math.round(count));
  const units = ['k', 'M', 'G', 'T'];
  let value = count;
  let unit = '';
  // A value that would be rounded to 1000 belongs to the next unit.
  for (const next of units) {
    if (value < 999.5) break;
    value /= 1000;
    unit = next;
  }
  return `${value.toFixed(value < 9.995 ? 2 : value < 99.95 ? 1 : 0)} ${unit}`;
}

/** A stretch of time: `0.4 s`, `12 s`, `3 min 20 s`. */
export function formatDuration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  if (seconds < 59.5) return `${Math.round(seconds)} s`;
  const whole = Math.round(seconds);
  const rest = whole % 60;
  return rest === 0 ? `${Math.floor(whole / 60)} min` : `${Math.floor(whole / 60)} min ${rest} s`;
}

/** How long ago something was: `just now`, `5 minutes ago`, `3 days ago`. */
export function formatAgo(then: number, now: number): string {
  const minutes = Math.floor((now - then) / 60_000);
  if (minutes < 1) return 'just now';
  const say = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`;
  if (minutes < 60) return say(minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return say(hours, 'hour');
  return say(Math.floor(hours / 24), 'day');
}

/** Joins words as people do: `a`, `a and b`, `a, b and c`. */
export function listWords(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} and ${words[words.length - 1]}`;
}

/** The same text with a capital at the beginning. */
export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A message of the server as a sentence: with a capital and a full stop. */
export function sentence(text: string): string {
  const trimmed = text.trim();
  return trimmed === '' || /[.!?…]$/.test(trimmed) ? capitalise(trimmed) : `${capitalise(trimmed)}.`;
}
