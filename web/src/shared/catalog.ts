// The catalog of games, fetched once for the whole page.

import { useEffect } from 'react';
import { create } from 'zustand';
import { type ApiError, asApiError, getCatalog } from '../api/client';
import type { Catalog, GameInfo } from '../api/types';

interface CatalogState {
  catalog: Catalog | null;
  error: ApiError | null;
}

const useStore = create<CatalogState>(() => ({ catalog: null, error: null }));
const RETRY_MS = 4000;
let running: Promise<void> | null = null;

/** Fetches the catalog unless it is there or on its way. */
export function loadCatalog(): Promise<void> {
  if (useStore.getState().catalog) return Promise.resolve();
  running ??= getCatalog()
    .then(
      (catalog) => useStore.setState({ catalog, error: null }),
      (error) => useStore.setState({ error: asApiError(error) }),
    )
    .finally(() => {
      running = null;
    });
  return running;
}

/** Forgets the error and tries again. */
export function retryCatalog(): void {
  useStore.setState({ error: null });
  void loadCatalog();
}

/** The catalog, or why it is not there. */
export function useCatalog(): CatalogState & { reload: () => void } {
  const state = useStore();
  useEffect(() => {
    void loadCatalog();
  }, []);
  // A server that is being started answers soon; nobody should have to press a button for it.
  useEffect(() => {
    if (!state.error) return;
    const timer = setTimeout(() => void loadCatalog(), RETRY_MS);
    return () => clearTimeout(timer);
  }, [state.error]);
  return { ...state, reload: retryCatalog };
}

/** A game of the catalog by its id. */
export function findGame(catalog: Catalog | null, id: string): GameInfo | null {
  return catalog?.games.find((game) => game.id === id) ?? null;
}
