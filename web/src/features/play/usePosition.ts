// The position to show: the game's own, or one of the past, fetched once and kept.
import { useEffect, useRef, useState } from 'react';
import { getPosition, isAbort } from '../../api/client';
import type { GameView, PositionView } from '../../api/types';
import { toastError } from '../../ui';
import { positionKey } from './state';

/** What to show on the board. */
export interface Shown {
  position: PositionView;
  /** Whether it follows what was shown before, so that pieces can glide. */
  near: boolean;
}

/** The position after `lookingAt` moves, or the present one; the last one shown while it is fetched. */
export function usePosition(game: GameView, lookingAt: number | null): Shown {
  const kept = useRef(new Map<string, PositionView>());
  const [, setFetched] = useState(0);
  const shown = useRef<Shown>({ position: game.position, near: false });

  kept.current.set(positionKey(game, game.moves.length), game.position);
  const key = lookingAt === null ? null : positionKey(game, lookingAt);
  const missing = key !== null && !kept.current.has(key);

  useEffect(() => {
    if (!missing || key === null || lookingAt === null) return;
    const controller = new AbortController();
    getPosition(game.id, lookingAt, { signal: controller.signal }).then(
      (position) => {
        kept.current.set(key, position);
        setFetched((before) => before + 1);
      },
      (error) => {
        if (!isAbort(error)) toastError(error);
      },
    );
    return () => controller.abort();
  }, [missing, key, lookingAt, game.id]);

  const position = key === null ? game.position : (kept.current.get(key) ?? shown.current.position);
  if (position !== shown.current.position) {
    // In the game itself the answers of a whole round may come together; a step through the past is one move.
    const most = key === null ? game.seats.length : 1;
    const near = Math.abs(position.ply - shown.current.position.ply) <= most;
    shown.current = { position, near };
  }
  return shown.current;
}
