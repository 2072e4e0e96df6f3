// The colour that stands for a seat beside its name.

/** Seats that are called by a colour must be shown in it. */
const NAMED: Readonly<Record<string, string>> = {
  green: 'var(--color-seat-0)',
  blue: 'var(--color-seat-1)',
  red: 'var(--color-seat-2)',
  yellow: 'var(--color-seat-3)',
  gold: 'var(--color-seat-3)',
  violet: 'var(--color-seat-4)',
  black: 'var(--color-text)',
  white: 'var(--color-border-strong)',
};

/** A CSS colour for a seat: the one that its name says, or the first of several, otherwise one of four. */
export function seatColour(name: string, seat: number): string {
  const first = name.toLowerCase().split(' and ')[0] ?? '';
  return NAMED[first] ?? `var(--color-seat-${seat % 4})`;
}
