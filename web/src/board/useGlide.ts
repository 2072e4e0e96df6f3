// Lets the things on a board glide to their new places. A board draws everything where it belongs and says
// so here; the way from where it was seen last is added on top and leaves no trace.

import { useLayoutEffect, useRef } from 'react';

interface GlideOptions {
  /** Things that were not there before appear softly; otherwise at once. */
  animate: boolean;
  /** Follows the pointer and must not lag behind. */
  held: string | null;
  milliseconds?: number;
}

const EASING = 'cubic-bezier(0.25, 0.8, 0.3, 1)';

/**
 * `transforms` has the transform of each thing by its identity, as CSS writes it. The returned function
 * makes the `ref` for the element of a thing.
 */
export function useGlide(
  transforms: ReadonlyMap<string, string>,
  { animate, held, milliseconds = 240 }: GlideOptions,
): (id: string) => (element: SVGElement | null) => void {
  const elements = useRef(new Map<string, SVGElement>());
  const seen = useRef(new Map<string, string>());
  const refs = useRef(new Map<string, (element: SVGElement | null) => void>());
  const drawn = useRef(false);

  useLayoutEffect(() => {
    const mayAnimate = animate && !matchMedia('(prefers-reduced-motion: reduce)').matches;
    for (const [id, transform] of transforms) {
      const element = elements.current.get(id);
      const before = seen.current.get(id);
      if (!element?.animate || before === transform) continue;
      const running = element.getAnimations?.().filter((animation) => animation.id === 'glide') ?? [];
      // Whoever is still on the way starts from where it is seen now.
      const from = running.length > 0 ? getComputedStyle(element).transform : before;
      for (const animation of running) animation.cancel();
      if (!mayAnimate || id === held || !drawn.current) continue;
      const frames = from ? [{ transform: from }, { transform }] : [{ opacity: 0 }, { opacity: 1 }];
      const animation = element.animate(frames, { duration: milliseconds, easing: EASING });
      animation.id = 'glide';
    }
    seen.current = new Map(transforms);
    drawn.current = true;
  });

  return (id) => {
    let ref = refs.current.get(id);
    if (!ref) {
      ref = (element) => {
        if (element) {
          elements.current.set(id, element);
        } else {
          elements.current.delete(id);
          refs.current.delete(id);
        }
      };
      refs.current.set(id, ref);
    }
    return ref;
  };
}
