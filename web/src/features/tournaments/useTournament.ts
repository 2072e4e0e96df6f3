// A tournament that is watched: asked for again and again, told only when something has changed.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiError, asApiError } from '../../api/client';
import { getTournament, type TaggedTournament } from '../../api/tournaments';
import type { TournamentView } from '../../api/types';
import { queries, watched } from '../../common/useLoad';

/** How often to ask while games are played, and otherwise. */
const LIVE_MS = 1000;
const IDLE_MS = 5000;

export interface Watched {
  readonly view: TournamentView | null;
  readonly error: ApiError | null;
  /** Shows what another request has told, and asks at once. */
  readonly show: (view: TournamentView) => void;
  readonly reload: () => void;
  /** Whether to ask no more: what is being deleted is not to be asked for. */
  readonly rest: (isResting: boolean) => void;
}

/** Watches a tournament as long as the page is there; a hidden tab does not ask. */
export function useTournament(id: string): Watched {
  const [isResting, rest] = useState(false);
  const queryKey = ['tournament', id];
  const { data, failureReason, refetch } = useQuery<TaggedTournament>(
    {
      ...watched<TaggedTournament>((data) =>
        ['running', 'waiting'].includes(data?.view.state ?? '') ? LIVE_MS : IDLE_MS,
      ),
      queryKey,
      queryFn: ({ signal }) => getTournament(id, queries.getQueryData(queryKey), { signal }),
      enabled: !isResting,
    },
    queries,
  );
  return {
    view: data?.view ?? null,
    error: failureReason === null ? null : asApiError(failureReason),
    show: (view) => {
      queries.setQueryData<TaggedTournament>(queryKey, { view, tag: null });
      void refetch();
    },
    reload: () => void refetch(),
    rest,
  };
}
