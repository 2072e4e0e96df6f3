// The games that this browser holds a key to and that are still going on.

import { ApiError, getGame, isAbort } from '../../api/client';
import type { GameView } from '../../api/types';
import { type Loaded, useLoad } from '../../common/useLoad';
import { forgetToken, knownGames, markOver } from '../../lib/tokens';

/** More than this would be a library, and there is one. */
const MOST = 12;

/** Fetches the games; forgets keys that open nothing any more. */
export async function loadContinue(signal: AbortSignal): Promise<GameView[]> {
  const known = knownGames().filter((game) => !game.over);
  const views = await Promise.all(
    known.slice(0, MOST).map(async ({ id }) => {
      try {
        const view = await getGame(id, { signal });
        if (view.result !== null || !view.live) markOver(id, true);
        return view;
      } catch (error) {
        if (isAbort(error)) throw error;
        if (error instanceof ApiError && (error.missing || error.status === 401)) forgetToken(id);
        return null;
      }
    }),
  );
  return views
    .filter((view) => view !== null)
    .filter((view) => view.live && view.result === null && view.you.length > 0)
    .sort((a, b) => b.updated - a.updated);
}

/** The games to go on with. */
export function useContinue(): Loaded<GameView[]> {
  return useLoad('continue', '', loadContinue);
}
