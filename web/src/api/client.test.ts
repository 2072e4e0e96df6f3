// Requests and refusals of the client.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { saveToken } from '../lib/tokens';
import {
  ApiError,
  asApiError,
  changeGame,
  createGame,
  getGame,
  importRecords,
  isAbort,
  listGames,
} from './client';
import { gameView } from './fixtures';

const answer = (status: number, body: unknown) =>
  vi.fn<typeof fetch>(
    async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }),
  );

function stub(fetcher: ReturnType<typeof answer>) {
  vi.stubGlobal('fetch', fetcher);
  return {
    url: () => String(fetcher.mock.calls[0]?.[0]),
    init: () => fetcher.mock.calls[0]?.[1] ?? {},
    headers: () => new Headers(fetcher.mock.calls[0]?.[1]?.headers),
  };
}

async function refusal(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe('requests', () => {
  it('carry the key in the header alone', async () => {
    saveToken('g/1', 'secret');
    const call = stub(answer(200, gameView({})));
    await changeGame('g/1', 'moves', { move: 'a-b', ply: 4 });
    expect(call.url()).toBe('/api/games/g%2F1/moves');
    expect(call.headers().get('authorization')).toBe('Bearer secret');
    expect(call.init().body).toBe('{"move":"a-b","ply":4}');
  });

  it('need no answer where the live connection brings it', async () => {
    const call = stub(vi.fn<typeof fetch>(async () => new Response(null, { status: 204 })));
    expect(await changeGame('g', 'resign', { seat: 1 }, true)).toBeNull();
    expect(call.headers().get('prefer')).toBe('return=minimal');
  });

  it('go without a key where there is none', async () => {
    const call = stub(answer(200, gameView({})));
    await getGame('g2');
    expect(call.headers().has('authorization')).toBe(false);
  });

  it('leave out empty filters', async () => {
    const call = stub(answer(200, { games: [], total: 0 }));
    await listGames({ game: 'toy', player: '', offset: 0, status: undefined });
    expect(call.url()).toBe('/api/games?game=toy&offset=0');
  });

  it('send records as they are', async () => {
    const call = stub(answer(201, { ids: [], token: 't' }));
    await importRecords('{"a":1}\n{"a":2}');
    expect(call.init().body).toBe('{"a":1}\n{"a":2}');
    expect(call.headers().get('content-type')).toBe('application/json');
  });
});

describe('refusals', () => {
  it('carry the words of the server', async () => {
    stub(answer(422, { error: 'no such agent', hint: 'try random', code: 'agent' }));
    const error = await refusal(createGame({ game: 'toy', seats: [] }));
    expect(error).toMatchObject({
      status: 422,
      code: 'agent',
      message: 'No such agent.',
      hint: 'Try random.',
    });
  });

  it('are understood without a body of ours', async () => {
    stub(answer(418, '<html>'));
    expect(await refusal(getGame('g'))).toMatchObject({ status: 418, code: 'refused' });
    stub(answer(502, '<html>'));
    expect((await refusal(getGame('g'))).offline).toBe(true);
  });

  it('say when nothing answers, and when the answer is no JSON', async () => {
    stub(
      vi.fn<typeof fetch>(async () => {
        throw new TypeError('failed');
      }),
    );
    expect((await refusal(getGame('g'))).offline).toBe(true);
    stub(answer(200, 'nonsense'));
    expect((await refusal(getGame('g'))).code).toBe('unreadable');
  });

  it('leave an abort what it is', async () => {
    stub(
      vi.fn<typeof fetch>(async () => {
        throw new DOMException('stop', 'AbortError');
      }),
    );
    const error: unknown = await getGame('g').catch((reason: unknown) => reason);
    expect(isAbort(error)).toBe(true);
  });

  it('can be made of anything', () => {
    expect(asApiError('x').code).toBe('unexpected');
    expect(asApiError(new Error('odd')).message).toBe('odd');
  });
});
