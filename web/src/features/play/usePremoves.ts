// Lets moves be chosen while the others think, and tells what becomes of them.
import { useMemo } from 'react';
import type { PremoveChange, Premoves } from '../../board';
import { useSettings } from '../../lib/settings';
import { announce, toast } from '../../ui';
import { type PlayState, premoveSeats } from './state';

/** What is said about a premove. */
export function premoveWords(change: PremoveChange): string {
  if (change.kind === 'cancelled') return 'Premove cancelled.';
  if (change.kind === 'dropped') return 'Your premove was not possible.';
  return `Premove: ${[change.from, ...change.touches.slice(1)].join(' to ')}.`;
}

/** The leave to choose in advance; nothing where the person has none or does not want it. */
export function usePremoves(state: PlayState): Premoves | undefined {
  const isWanted = useSettings((settings) => settings.premoves);
  const seats = isWanted ? premoveSeats(state) : null;
  return useMemo(() => (seats ? { seats, onChange } : undefined), [seats]);
}

function onChange(change: PremoveChange): void {
  const words = premoveWords(change);
  if (change.kind === 'dropped') toast(words);
  else announce(words);
}
