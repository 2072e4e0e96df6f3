// A little game that plays itself on a card, as long as someone can see it; the middle of it for those who
// want nothing to move.

import { type RefObject, useEffect, useState } from 'react';
import { getDemo } from '../../api/client';
import type { GameInfo, PositionView } from '../../api/types';
import { useLoad } from '../../common/useLoad';
import { useAnimate, useInterval } from '../../lib/hooks';

const STEP_MS = 1400;
/** How many steps the end of the game stays before it begins again. */
const REST = 3;

/** Which position of a demo is shown after a number of steps; it rests at its end. */
export function demoIndex(step: number, positions: number): number {
  if (positions === 0) return 0;
  return Math.min(step % (positions + REST), positions - 1);
}

/** The position that shows best what a game looks like, without any motion. */
export function stillIndex(positions: number): number {
  return Math.floor(positions / 2);
}

/** Whether an element is on the screen. */
function useVisible(element: RefObject<Element | null>): boolean {
  const [visible, setVisible] = useState(false);
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    const observer = new IntersectionObserver(([entry]) => setVisible(entry?.isIntersecting ?? false));
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return visible;
}

/** The position to show now, and whether pieces should glide to it. */
export function useDemo(
  game: GameInfo,
  element: RefObject<Element | null>,
): { position: PositionView; animate: boolean } {
  const visible = useVisible(element);
  const animate = useAnimate();
  const active = visible && animate;
  const { data } = useLoad('demo', visible ? game.id : null, (signal) => getDemo(game.id, { signal }));
  const [step, setStep] = useState(0);
  const positions = data?.positions ?? [];
  useInterval(() => setStep((before) => before + 1), STEP_MS, active && positions.length > 1);
  const index = animate ? demoIndex(step, positions.length) : stillIndex(positions.length);
  return { position: positions[index] ?? game.start, animate: animate && index > 0 };
}
