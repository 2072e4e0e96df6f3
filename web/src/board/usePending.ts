// A move that was played here and is not yet in the position.
import { useEffect, useState } from 'react';
import type { PositionView } from '../api/types';

/** A move that the server has not answered by then was not accepted; the board is given back. */
const PENDING_MS = 4000;

/** What was played, until the position has changed or the move was refused; and how to say what is played. */
export function usePending<T>(position: PositionView, mayMove: boolean): [T | null, (played: T) => void] {
  const [pending, setPending] = useState<T | null>(null);
  const key = `${position.ply} ${position.text} ${position.legal.length}`;
  const [last, setLast] = useState({ key, mayMove });
  if (key !== last.key || mayMove !== last.mayMove) {
    setLast({ key, mayMove });
    // While a move is under way nobody may move; may one move again in the same position, it was refused.
    if (key !== last.key || mayMove) setPending(null);
  }
  useEffect(() => {
    if (pending === null) return;
    const timer = setTimeout(() => setPending(null), PENDING_MS);
    return () => clearTimeout(timer);
  }, [pending]);
  return [pending, setPending];
}
