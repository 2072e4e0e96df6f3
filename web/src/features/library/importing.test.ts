// Importing: good files, bad files, and files of both kinds.

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../api/client';
import { knownGames } from '../../lib/tokens';
import { importFile } from './importing';

const record = (game: string) =>
  JSON.stringify({
    format: 'ludwerk-record/1',
    game,
    variant: 'v',
    players: 2,
    seats: ['a', 'b'],
    moves: [],
  });
const given = (text: string, error: string | null = null) => ({ name: 'games.jsonl', text, error });

/** A server that knows only the game `good`. */
const server = (text: string) => {
  if (text === 'a b c') return Promise.reject(new ApiError(422, 'record', 'Expected value at line 1.'));
  if (text === '(;bad)') return Promise.reject(new ApiError(422, 'format', 'line 1: GM is missing'));
  if (text.includes('"bad"')) return Promise.reject(new ApiError(422, 'bad_record', 'Unknown game.'));
  const ids = text
    .trim()
    .split('\n')
    .map((_, index) => `id${index}`);
  return Promise.resolve({ ids, token: 'key' });
};

describe('importing a file', () => {
  beforeEach(() => localStorage.clear());

  it('takes all games at once and keeps their key', async () => {
    const send = vi.fn(server);
    const report = await importFile(given(`${record('good')}\n${record('good')}`), send);
    expect(report).toEqual({ name: 'games.jsonl', ids: ['id0', 'id1'], errors: [] });
    expect(send).toHaveBeenCalledTimes(1);
    expect(knownGames().map(({ id, over }) => [id, over])).toEqual(expect.arrayContaining([['id0', true]]));
  });

  it('takes the good games of a file with a bad one', async () => {
    const report = await importFile(given(`${record('good')}\n${record('bad')}\n${record('good')}`), server);
    expect(report.ids).toHaveLength(2);
    expect(report.errors).toEqual(['Game 2: Unknown game.']);
  });

  it('tells what cannot be read before it asks', async () => {
    const send = vi.fn(server);
    expect((await importFile(given(`${record('good')}\n{oops}`), send)).errors[0]).toMatch(
      /^Game 2: This is not JSON/,
    );
    expect((await importFile(given(''), send)).errors).toEqual(['There is nothing in it.']);
    expect((await importFile(given('', 'Too large.'), send)).errors).toEqual(['Too large.']);
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('lets the server read what other programs write', async () => {
    const send = vi.fn(server);
    expect((await importFile(given('(;GM[x])'), send)).ids).toEqual(['id0']);
    expect(send).toHaveBeenCalledWith('(;GM[x])');
    expect((await importFile(given('(;bad)'), send)).errors).toEqual(['line 1: GM is missing']);
    expect((await importFile(given('a b c'), send)).errors[0]).toMatch(/not a game record.*analysis/);
  });

  it('stops when the server is gone', async () => {
    const send = vi.fn(() => Promise.reject(new ApiError(0, 'offline', 'The server does not answer.')));
    const report = await importFile(given(`${record('good')}\n${record('good')}`), send);
    expect(report.errors).toEqual(['The server does not answer.']);
    expect(send).toHaveBeenCalledTimes(1);
  });
});
