// A tournament that is watched: asked for again and again, told only when something has changed.
import { useCallback, useEffect, useRef, useState } from 'react';
import { type ApiError, asApiError, isAbort } from '../../api/client';
import { getTournament } from '../../api/tournaments';
import type { TournamentView } from '../../api/types';

/** How often to ask while games are played, and otherwise. */
const LIVE_MS = 1000;
const IDLE_MS = 5000;

export interface Watched {
  readonly view: TournamentView | null;
  readonly error: ApiError | null;
  /** Shows what another request has told. */
  readonly show: (view: TournamentView) => void;
  readonly reload: () => void;
  /** Asks no more, until it is reloaded: what is being deleted is not to be asked for. */
  readonly rest: () => void;
}

/** Watches a tournament as long as the page is there; a hidden tab does not ask. */
export function useTournament(id: string): Watched {
  const [state, setState] = useState<{ id: string; view: TournamentView | null; error: ApiError | null }>({
    id,
    view: null,
    error: null,
  });
  /** Counts the beginnings; `null` at rest. */
  const [attempt, setAttempt] = useState<number | null>(0);
  const newest = useRef<TournamentView | null>(null);

  const show = useCallback(
    (view: TournamentView) => {
      // An answer that was overtaken by a later one tells nothing.
      if (newest.current?.id === id && newest.current.version > view.version) return;
      newest.current = view;
      setState({ id, view, error: null });
    },
    [id],
  );

  useEffect(() => {
    if (attempt === null) return;
    const controller = new AbortController();
    let tag: string | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      if (controller.signal.aborted) return;
      const isLive = ['running', 'waiting'].includes(newest.current?.state ?? '');
      timer = setTimeout(ask, isLive ? LIVE_MS : IDLE_MS);
    };
    const ask = async () => {
      if (document.visibilityState === 'hidden') return later();
      try {
        const answer = await getTournament(id, tag, { signal: controller.signal });
        if (controller.signal.aborted) return;
        if (answer) {
          tag = answer.tag;
          show(answer.view);
        } else {
          setState((before) => (before.error ? { ...before, error: null } : before));
        }
      } catch (error) {
        if (isAbort(error) || controller.signal.aborted) return;
        const { view } = stateOf(newest.current, id);
        setState({ id, view, error: asApiError(error) });
        // What is not there will not come.
        if (asApiError(error).missing) return;
      }
      later();
    };
    const onVisible = () => {
      if (document.visibilityState === 'hidden') return;
      clearTimeout(timer);
      void ask();
    };
    void ask();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      document.removeEventListener('visibilitychange', onVisible);
      controller.abort();
      clearTimeout(timer);
    };
  }, [id, attempt, show]);

  const current = state.id === id ? state : { view: null, error: null };
  return {
    view: current.view,
    error: current.error,
    show,
    reload: useCallback(() => setAttempt((before) => (before ?? 0) + 1), []),
    rest: useCallback(() => setAttempt(null), []),
  };
}

function stateOf(newest: TournamentView | null, id: string): { view: TournamentView | null } {
  return { view: newest?.id === id ? newest : null };
}
