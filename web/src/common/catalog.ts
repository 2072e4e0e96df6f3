// The catalog of games, fetched once for the whole page.
import { useQuery } from '@tanstack/react-query';
import { type ApiError, asApiError, getCatalog } from '../api/client';
import type { Catalog, GameInfo } from '../api/types';
import { queries, watched } from './useLoad';

/** The catalog, or why it is not there. A server that is being started answers soon, so it is asked again. */
export function useCatalog(): { catalog: Catalog | null; error: ApiError | null; reload: () => void } {
  const { data, failureReason, refetch } = useQuery(
    {
      ...watched<Catalog>(() => false),
      queryKey: ['catalog'],
      queryFn: () => getCatalog(),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: Number.POSITIVE_INFINITY,
    },
    queries,
  );
  const error = failureReason === null ? null : asApiError(failureReason);
  return { catalog: data ?? null, error, reload: () => void refetch() };
}

/** A game of the catalog by its id. */
export function findGame(catalog: Catalog | null, id: string): GameInfo | null {
  return catalog?.games.find((game) => game.id === id) ?? null;
}
