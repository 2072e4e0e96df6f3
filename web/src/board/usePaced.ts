// Lets every move be seen. Programs often answer before one's own piece has arrived; their answers then wait
// until it has, and for each other.

import { useEffect, useReducer, useState } from 'react';
import type { MoveView, PositionView } from '../api/types';
import type { BoardProps } from './contract';

/** About as long as a piece glides, and a breath. */
export const PACE_MS = 320;

type Paced = Pick<BoardProps, 'position' | 'animate' | 'mayMove' | 'onMove' | 'seatNames'>;

/** What is to be seen. */
interface Pace {
  position: PositionView;
  /** When it was shown, or when one's own move from it began. */
  since: number;
  isMoving: boolean;
  /** What comes next, oldest first. */
  waiting: readonly PositionView[];
}

/**
 * The props to show now. A move waits for the one before it, and so do answers that come together with one's
 * own move; at most each of the others has a move that waits. Jumps, moves taken back and whatever comes on top
 * are shown at once, so that nothing ever piles up.
 */
export function usePaced<Props extends Paced>(props: Props): Props {
  const [kept, setKept] = useState<Pace>({
    position: props.position,
    since: Number.NEGATIVE_INFINITY,
    isMoving: false,
    waiting: [],
  });
  const [, look] = useReducer((count: number) => count + 1, 0);
  const now = performance.now();
  const pace = nextPace(kept, props, now);
  if (pace !== kept) setKept(pace);
  const isWaiting = pace.waiting.length > 0;
  const left = pace.since + PACE_MS - now;

  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(look, left);
    return () => clearTimeout(timer);
  });

  const { onMove, position } = props;
  const begin = onMove && {
    onMove: (move: MoveView) => {
      setKept({ position, since: performance.now(), isMoving: true, waiting: [] });
      onMove(move);
    },
  };
  return isWaiting ? { ...props, ...begin, position: pace.position, mayMove: false } : { ...props, ...begin };
}

/** The same object while nothing changes. */
function nextPace(pace: Pace, { position, animate, seatNames }: Paced, now: number): Pace {
  const { since, isMoving, waiting } = pace;
  const newest = waiting.at(-1) ?? pace.position;
  const shownNow: Pace = { position, since: now, isMoving: false, waiting: [] };
  if (keyOf(position) !== keyOf(newest)) {
    const plies = position.ply - newest.ply;
    // One's own piece is on its way as soon as it is let go, so the position that it leads to need not wait.
    const follows = isMoving && waiting.length === 0 ? plies > 1 : plies === 1;
    const isTooSoon = waiting.length > 0 || since + PACE_MS > now;
    const isFull = waiting.length >= Math.max(1, seatNames.length - 1);
    return animate && follows && isTooSoon && !isFull
      ? { ...pace, waiting: [...waiting, position] }
      : shownNow;
  }
  const [next, ...later] = waiting;
  if (next === undefined) return pace;
  if (!animate) return shownNow;
  return since + PACE_MS > now ? pace : { position: next, since: now, isMoving: false, waiting: later };
}

function keyOf({ ply, text }: PositionView): string {
  return `${ply} ${text}`;
}
