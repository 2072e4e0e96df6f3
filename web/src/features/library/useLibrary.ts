// The games that match the filters, a page at a time.
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { type ApiError, asApiError, listGames } from '../../api/client';
import type { GameSummary } from '../../api/types';
import { queries } from '../../common/useLoad';
import { tokenFor } from '../../lib/tokens';
import { collectPage, type Filters, filtersQuery, type Page } from './filters';

const PAGE_SIZE = 20;

export interface Library {
  readonly games: readonly GameSummary[];
  readonly total: number | null;
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly error: ApiError | null;
  readonly loadMore: () => void;
  readonly reload: () => void;
  readonly remove: (id: string) => void;
}

export function useLibrary(filters: Filters): Library {
  const queryKey = ['library', filtersQuery(filters)];
  const isMine = (id: string) => tokenFor(id) !== null;
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    {
      queryKey,
      queryFn: ({ pageParam, signal }) =>
        collectPage(filters, pageParam, PAGE_SIZE, isMine, (query) => listGames(query, { signal })),
      initialPageParam: 0,
      getNextPageParam: (last: Page) => last.next,
    },
    queries,
  );
  const pages = data?.pages ?? [];
  // A game that changed meanwhile can come again on the next page.
  const games = new Map(pages.flatMap((page) => page.games).map((game) => [game.id, game]));
  const without = (id: string) => (page: Page) => ({
    ...page,
    games: page.games.filter((game) => game.id !== id),
  });
  return {
    games: [...games.values()],
    total: pages.at(-1)?.total ?? null,
    hasMore: hasNextPage,
    isLoading: isFetching,
    error: error === null ? null : asApiError(error),
    loadMore: () => void fetchNextPage(),
    reload: () => void refetch(),
    remove: (id) => {
      queries.setQueryData<InfiniteData<Page>>(
        queryKey,
        (before) => before && { ...before, pages: before.pages.map(without(id)) },
      );
      // The pages begin elsewhere now.
      void refetch();
    },
  };
}
