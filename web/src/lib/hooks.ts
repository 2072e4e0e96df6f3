// Small hooks that several features share.
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { type ApiError, asApiError, isAbort } from '../api/client';
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

/** Something that is fetched: what there is, what went wrong, and how to try again. */
export interface Loaded<T> {
  data: T | null;
  error: ApiError | null;
  loading: boolean;
  reload: () => void;
}

/**
 * Fetches something when the page opens and whenever `key` changes; `null` fetches nothing.
 * What was fetched before for the same key stays visible while it is fetched again.
 */
export function useLoad<T>(key: string | null, load: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const [state, setState] = useState<{ key: string | null; data: T | null; error: ApiError | null }>({
    key: null,
    data: null,
    error: null,
  });
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(load);
  latest.current = load;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt means to fetch again.
  useEffect(() => {
    if (key === null) return;
    const controller = new AbortController();
    latest.current(controller.signal).then(
      (data) => setState({ key, data, error: null }),
      (error) => {
        if (isAbort(error) || controller.signal.aborted) return;
        setState((before) => ({
          key,
          data: before.key === key ? before.data : null,
          error: asApiError(error),
        }));
      },
    );
    return () => controller.abort();
  }, [key, attempt]);

  const reload = useCallback(() => {
    setState((before) => ({ ...before, error: null }));
    setAttempt((before) => before + 1);
  }, []);
  const current = state.key === key ? state : null;
  const data = current?.data ?? null;
  const error = current?.error ?? null;
  return { data, error, loading: key !== null && data === null && error === null, reload };
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
