// A series that is watched: asked for again and again while the page is looked at.
import { useCallback, useEffect, useState } from 'react';
import { type ApiError, asApiError, isAbort } from '../../api/client';
import { getSeries } from '../../api/series';
import type { SeriesView } from '../../api/types';

/** How often to ask. */
const REFRESH_MS = 2000;

export interface Watched {
  readonly view: SeriesView | null;
  readonly error: ApiError | null;
  /** Asks at once. */
  readonly reload: () => void;
}

/** Watches a series as long as the page is there; a hidden tab does not ask. */
export function useSeries(id: string): Watched {
  const [state, setState] = useState<{ view: SeriesView | null; error: ApiError | null }>({
    view: null,
    error: null,
  });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt means to ask again.
  useEffect(() => {
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      try {
        if (document.visibilityState !== 'hidden') {
          const view = await getSeries(id, { signal: controller.signal });
          setState((before) =>
            JSON.stringify(before.view) === JSON.stringify(view) && !before.error
              ? before
              : { view, error: null },
          );
        }
      } catch (error) {
        if (isAbort(error) || controller.signal.aborted) return;
        const failure = asApiError(error);
        setState((before) => ({ ...before, error: failure }));
        // What is not there will not come.
        if (failure.missing) return;
      }
      if (!controller.signal.aborted) timer = setTimeout(ask, REFRESH_MS);
    };
    void ask();
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [id, attempt]);
  const view = state.view?.id === id ? state.view : null;
  return { view, error: state.error, reload: useCallback(() => setAttempt((before) => before + 1), []) };
}
