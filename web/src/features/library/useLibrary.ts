// The games that match the filters, a page at a time.

import { useCallback, useEffect, useReducer, useRef } from 'react';
import { type ApiError, asApiError, isAbort, listGames } from '../../api/client';
import type { GameSummary } from '../../api/types';
import { tokenFor } from '../../lib/tokens';
import { collectPage, type Filters, filtersQuery, type Page } from './filters';

const PAGE_SIZE = 20;

interface Listed {
  /** The filters for which this is. */
  readonly key: string;
  readonly games: readonly GameSummary[];
  readonly next: number | null;
  readonly total: number | null;
  readonly isLoading: boolean;
  readonly error: ApiError | null;
}

type Event =
  | { readonly type: 'asked'; readonly key: string; readonly isFirst: boolean }
  | { readonly type: 'got'; readonly key: string; readonly page: Page; readonly isFirst: boolean }
  | { readonly type: 'failed'; readonly key: string; readonly error: ApiError }
  | { readonly type: 'removed'; readonly id: string };

function reduce(state: Listed, event: Event): Listed {
  switch (event.type) {
    case 'asked':
      // What was there stays visible while the same list is fetched again.
      return event.isFirst && event.key !== state.key
        ? { key: event.key, games: [], next: null, total: null, isLoading: true, error: null }
        : { ...state, isLoading: true, error: null };
    case 'got': {
      if (event.key !== state.key) return state;
      const before = event.isFirst ? [] : state.games;
      // A game that changed meanwhile can come again on the next page.
      const known = new Set(before.map((game) => game.id));
      const games = [...before, ...event.page.games.filter((game) => !known.has(game.id))];
      return { ...state, games, next: event.page.next, total: event.page.total, isLoading: false };
    }
    case 'failed':
      return event.key === state.key ? { ...state, isLoading: false, error: event.error } : state;
    case 'removed': {
      const games = state.games.filter((game) => game.id !== event.id);
      const gone = state.games.length - games.length;
      const next = state.next === null ? null : state.next - gone;
      return { ...state, games, next, total: state.total === null ? null : state.total - gone };
    }
  }
}

const NOTHING: Listed = { key: ' ', games: [], next: null, total: null, isLoading: true, error: null };

export interface Library extends Listed {
  readonly loadMore: () => void;
  readonly reload: () => void;
  readonly remove: (id: string) => void;
}

export function useLibrary(filters: Filters): Library {
  const [state, dispatch] = useReducer(reduce, NOTHING);
  const key = filtersQuery(filters);
  const latest = useRef(filters);
  latest.current = filters;
  const running = useRef<AbortController | null>(null);

  const ask = useCallback((asked: string, from: number) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    const isFirst = from === 0;
    dispatch({ type: 'asked', key: asked, isFirst });
    const isMine = (id: string) => tokenFor(id) !== null;
    collectPage(latest.current, from, PAGE_SIZE, isMine, (query) => listGames(query, { signal })).then(
      (page) => !signal.aborted && dispatch({ type: 'got', key: asked, page, isFirst }),
      (error) => {
        if (isAbort(error) || signal.aborted) return;
        dispatch({ type: 'failed', key: asked, error: asApiError(error) });
      },
    );
  }, []);

  useEffect(() => {
    ask(key, 0);
    return () => running.current?.abort();
  }, [ask, key]);

  return {
    ...state,
    loadMore: () => state.next !== null && ask(key, state.next),
    reload: () => ask(key, 0),
    remove: (id) => dispatch({ type: 'removed', id }),
  };
}
