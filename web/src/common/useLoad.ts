// Fetching in components, by TanStack Query: once, or again and again while somebody looks.
import { notifyManager, type Query, QueryClient, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type ApiError, asApiError } from '../api/client';

// An answer is shown at once, not after a turn of the clock.
notifyManager.setScheduler(queueMicrotask);

/** Everything that was fetched. A server on the same machine answers without the internet, too. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: { networkMode: 'always', retry: false, refetchOnWindowFocus: false, gcTime: 0 },
    mutations: { networkMode: 'always' },
  },
});

const RETRY_MS = 2000;

/** Whether to ask again after an error. What was refused will be refused again. */
function mayPass(error: unknown): boolean {
  const { status } = asApiError(error);
  return status === 0 || status === 429 || status >= 500;
}

/** The settings of a query that asks again after so many milliseconds, and until a server that is away is back. */
export function watched<T>(every: (data: T | undefined) => number | false) {
  return {
    refetchOnWindowFocus: true,
    retry: (_: number, error: unknown) => mayPass(error),
    retryDelay: RETRY_MS,
    refetchInterval: ({ state }: Query<T>) => (state.status === 'error' ? false : every(state.data)),
  } as const;
}

/** Something that is fetched: what there is, what went wrong, and how to try again. */
export interface Loaded<T> {
  data: T | null;
  error: ApiError | null;
  loading: boolean;
  reload: () => void;
}

/**
 * Fetches something when the page opens and whenever `key` changes; `null` fetches nothing. `kind` says what is
 * fetched: equal keys of one kind mean the same answer. With `every`, fetches it again after so many milliseconds.
 * What was fetched before for the same key stays visible meanwhile.
 */
export function useLoad<T>(
  kind: string,
  key: string | null,
  load: (signal: AbortSignal) => Promise<T>,
  every?: number,
): Loaded<T> {
  const query = useQuery<T>(
    {
      queryKey: [kind, key],
      queryFn: ({ signal }) => load(signal),
      enabled: key !== null,
      ...(every !== undefined && watched<T>(() => every)),
    },
    queries,
  );
  const { refetch } = query;
  const data = query.data ?? null;
  // While a watched query tries again, the reason of its last failure is what there is to say.
  const failure = query.error ?? query.failureReason;
  const error = failure === null ? null : asApiError(failure);
  return {
    ...{ data, error },
    loading: key !== null && data === null && error === null,
    reload: useCallback(() => void refetch(), [refetch]),
  };
}
