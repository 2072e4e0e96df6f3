// Small hooks that several features share.
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useSettings } from './settings';

/** Whether a media query holds now. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

/** Whether things may move: the person's setting and the system's must both allow it. */
export function useAnimate(): boolean {
  const reduced = useMediaQuery('(prefers-reduced-motion: reduce)');
  const animation = useSettings((settings) => settings.animation);
  return animation && !reduced;
}

/** Names the tab of the browser. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Ludwerk' : `${title} · Ludwerk`;
  }, [title]);
}

/** The value as it was when it last stood still for a while, so that not every key press is a request. */
export function useSettled<T>(value: T, milliseconds: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}

/** Calls `tick` again and again while `active`. */
export function useInterval(tick: () => void, milliseconds: number, active: boolean): void {
  const latest = useRef(tick);
  latest.current = tick;
  useEffect(() => {
    if (!active) return;
    const timer = setInterval(() => latest.current(), milliseconds);
    return () => clearInterval(timer);
  }, [milliseconds, active]);
}
