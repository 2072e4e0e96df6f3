// Which games are offered to go on with, and which keys are forgotten.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { gameView } from '../../api/fixtures';
import type { GameView } from '../../api/types';
import { knownGames, saveToken, tokenFor } from '../../lib/tokens';
import { loadContinue } from './useContinue';

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

const OVER = { returns: [1, 0], points: null, reason: 'catch', winner: 0 };

function serve(games: Record<string, GameView | number>) {
  const fetcher = vi.fn<typeof fetch>(async (url) => {
    const found = games[String(url).split('/').at(-1) ?? ''] ?? 404;
    return typeof found === 'number'
      ? new Response('{}', { status: found })
      : new Response(JSON.stringify(found));
  });
  vi.stubGlobal('fetch', fetcher);
  return fetcher;
}

it('offers what goes on, remembers what is over, forgets what is gone', async () => {
  for (const id of ['going', 'newer', 'over', 'gone', 'broken']) saveToken(id, 't');
  const fetcher = serve({
    going: gameView({ id: 'going', updated: 1 }),
    newer: gameView({ id: 'newer', updated: 2 }),
    over: gameView({ id: 'over', result: OVER }),
    broken: 503,
  });
  const signal = new AbortController().signal;
  expect((await loadContinue(signal)).map((game) => game.id)).toEqual(['newer', 'going']);
  expect(tokenFor('gone')).toBeNull();
  expect(tokenFor('broken')).toBe('t');
  expect(knownGames().find((game) => game.id === 'over')?.over).toBe(true);
  fetcher.mockClear();
  await loadContinue(signal);
  expect(fetcher.mock.calls.map(([url]) => String(url))).not.toContain('/api/games/over');
});
