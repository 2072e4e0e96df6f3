// Lets every move be seen. A program often answers before one's own piece has arrived; the answer then waits
// until it has.

import { useEffect, useReducer, useState } from 'react';
import type { MoveView } from '../api/types';
import type { BoardProps } from './contract';

/** About as long as a piece glides, and a breath. */
export const PACE_MS = 320;

type Paced = Pick<BoardProps, 'position' | 'animate' | 'mayMove' | 'onMove'>;

/**
 * The props to show now. A move waits for the one before it, and so do answers that come together with one's
 * own move. Jumps, moves taken back and whatever comes after a waiting move are shown at once, so that
 * nothing ever piles up.
 */
export function usePaced<Props extends Paced>(props: Props): Props {
  const [shown, setShown] = useState({ props, since: Number.NEGATIVE_INFINITY, isMoving: false });
  const [, look] = useReducer((count: number) => count + 1, 0);
  const now = performance.now();
  const isSame = keyOf(props) === keyOf(shown.props);
  const plies = props.position.ply - shown.props.position.ply;
  // One's own piece is on its way as soon as it is let go, so the position that it leads to need not wait.
  const isTooSoon = shown.isMoving ? plies > 1 : plies === 1;
  const left = props.animate && !isSame && isTooSoon ? shown.since + PACE_MS - now : 0;
  const isWaiting = left > 0;

  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(look, left);
    return () => clearTimeout(timer);
  });

  const { onMove } = props;
  const begin = onMove && {
    onMove: (move: MoveView) => {
      setShown({ props, since: performance.now(), isMoving: true });
      onMove(move);
    },
  };
  if (isWaiting) return { ...props, ...begin, position: shown.props.position, mayMove: false };
  if (!isSame) setShown({ props, since: now, isMoving: false });
  return { ...props, ...begin };
}

function keyOf({ position }: Paced): string {
  return `${position.ply} ${position.text}`;
}
