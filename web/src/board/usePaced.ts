// Lets every move be seen. A program often answers before one's own piece has arrived; the answer then waits
// until it has.

import { useEffect, useReducer, useState } from 'react';
import type { BoardProps } from './contract';

/** About as long as a piece glides, and a breath. */
export const PACE_MS = 320;

type Paced = Pick<BoardProps, 'position' | 'animate' | 'mayMove'>;

/**
 * The props to show now. Only the very next move waits for the one before it: jumps, moves taken back and
 * whatever comes after a waiting move are shown at once, so that nothing ever piles up.
 */
export function usePaced<Props extends Paced>(props: Props): Props {
  const [shown, setShown] = useState({ props, since: Number.NEGATIVE_INFINITY });
  const [, look] = useReducer((count: number) => count + 1, 0);
  const now = performance.now();
  const isSame = keyOf(props) === keyOf(shown.props);
  const isNext = props.position.ply === shown.props.position.ply + 1;
  const left = !isSame && isNext && props.animate ? shown.since + PACE_MS - now : 0;
  const isWaiting = left > 0;

  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(look, left);
    return () => clearTimeout(timer);
  });

  if (isWaiting) return { ...props, position: shown.props.position, mayMove: false };
  if (!isSame) setShown({ props, since: now });
  return props;
}

function keyOf({ position }: Paced): string {
  return `${position.ply} ${position.text}`;
}
