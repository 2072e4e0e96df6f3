// Fetching in components.
import { useCallback, useEffect, useRef, useState } from 'react';
import { type ApiError, asApiError, isAbort } from '../api/client';

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
