// The offer to build a table: what it says, what its buttons do, and that it goes when the table is there.

import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { gameInfo, tablebaseView } from '../../api/fixtures';
import type { TablebaseView } from '../../api/types';
import { Toaster } from '../../ui';
import { TableOffer } from './TableOffer';
import { costWords, formatBytes, progressWords } from './words';

let table: TablebaseView;
let requests: string[];

beforeEach(() => {
  localStorage.clear();
  requests = [];
  table = tablebaseView({});
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    const method = init?.method ?? 'GET';
    if (method !== 'GET') {
      requests.push(`${method} ${path}`);
      table = tablebaseView(method === 'POST' ? { state: 'building', done: 0.25, phase: 'wins' } : {});
      return Response.json(table);
    }
    return Response.json([table]);
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function show(solvable = true) {
  render(
    <>
      <TableOffer game={gameInfo({ solvable })}>It is not there.</TableOffer>
      <Toaster />
    </>,
  );
}

const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });

describe('the offer', () => {
  it('is not made for a game that cannot be solved, nor for a table that is there', async () => {
    show(false);
    expect(screen.queryByRole('region', { name: 'Tablebase of Toy' })).toBeNull();
    cleanup();
    table = tablebaseView({ state: 'ready' });
    show();
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Tablebase of Toy' })).toBeNull());
  });

  it('says what it costs, builds, shows how far it is, and stops', async () => {
    show();
    await waitFor(async () => expect((await button('Build the tablebase')).disabled).toBe(false));
    screen.getByText(/It is not there\./);
    screen.getByText(/^It takes a minute or two, about 0\.3 GB of memory/);
    fireEvent.click(await button('Build the tablebase'));
    await screen.findByText('Wins · 25%');
    expect(screen.getByRole('progressbar').getAttribute('value')).toBe('0.25');
    fireEvent.click(await button('Stop'));
    await button('Build the tablebase');
    expect(requests).toEqual(['POST /api/tablebases/toy', 'DELETE /api/tablebases/toy']);
  });

  it('says why it failed and tries again', async () => {
    table = tablebaseView({ state: 'failed', error: 'the disk is full' });
    show();
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The tablebase could not be built. The disk is full.',
    );
    fireEvent.click(await button('Try again'));
    await screen.findByText('Wins · 25%');
  });

  it('goes once the table is ready, and says so', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    table = tablebaseView({ state: 'building', done: 0.9 });
    show();
    await screen.findByRole('progressbar');
    table = tablebaseView({ state: 'ready' });
    await act(() => vi.advanceTimersByTimeAsync(2000));
    expect(screen.queryByRole('progressbar')).toBeNull();
    await screen.findByText('The tablebase of Toy is ready.');
  });
});

describe('its words', () => {
  it('grow with the table', () => {
    expect(costWords(5478)).toBe('It takes a few seconds.');
    expect(costWords(249_442_767)).toBe(
      'It takes a minute or two, about 0.3 GB of memory while it runs, and about 25 MB of disk space.',
    );
    expect(costWords(3e9)).toMatch(/about 20 minutes, about 3\.9 GB/);
    expect(formatBytes(900)).toBe('1 kB');
    expect(formatBytes(27_700_000)).toBe('28 MB');
  });

  it('tell what is known of the progress', () => {
    expect(progressWords(tablebaseView({ state: 'building' }))).toBe('Building the tablebase');
    const view = tablebaseView({ phase: 'working backwards', done: 0.349, left_ms: 41_300 });
    expect(progressWords(view)).toBe('Working backwards · 34% · 41 s left');
  });
});
