// Lets moves be chosen while the others think, and tells what becomes of them.
import { useCallback, useMemo } from 'react';
import type { GameView } from '../../api/types';
import { cellName, type PremoveChange, type Premoves } from '../../board';
import { useSettings } from '../../lib/settings';
import { announce, toast } from '../../ui';
import { type PlayState, premoveSeats } from './state';

/** What is said about a premove. */
export function premoveWords(change: PremoveChange, game: GameView): string {
  if (change.kind === 'cancelled') return 'Premove cancelled.';
  if (change.kind === 'dropped') return 'Your premove was not possible.';
  const names = change.touches.map((touch, index) => {
    const cell = game.position.cells.find(({ name }) => name === touch);
    const seatNames = game.seats.map((seat) => seat.name);
    return cell && index === 0 ? cellName(cell, seatNames) : touch;
  });
  return `Premove: ${names.join(' to ')}.`;
}

/** The leave to choose in advance; nothing where the person has none or does not want it. */
export function usePremoves(game: GameView, state: PlayState): Premoves | undefined {
  const isWanted = useSettings((settings) => settings.premoves);
  const seats = isWanted ? premoveSeats(state) : null;
  const onChange = useCallback(
    (change: PremoveChange) => {
      const words = premoveWords(change, game);
      if (change.kind === 'dropped') toast(words);
      else announce(words);
    },
    [game],
  );
  return useMemo(() => (seats ? { seats, onChange } : undefined), [seats, onChange]);
}
