// The page of a tournament: what it shows, asks for, and offers to whom.
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { TournamentView } from '../../api/types';
import { tournamentGame, tournamentView } from './fixtures';
import TournamentPage from './TournamentPage';

let view: TournamentView;
let asked: { path: string; method: string; known: string | null }[];

beforeEach(() => {
  view = tournamentView({});
  asked = [];
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    const known = new Headers(init.headers).get('if-none-match');
    const path = input.replace('/api', '');
    asked.push({ path, method: init.method ?? 'GET', known });
    if (path.endsWith('/stop')) view = { ...view, state: 'stopped', version: view.version + 1 };
    if (path.includes('/games')) {
      return Response.json({ games: [tournamentGame({ seating: [1, 0] })], total: 1 });
    }
    const tag = `"${view.version}"`;
    if (known === tag) return new Response(null, { status: 304 });
    return Response.json(view, { headers: { etag: tag } });
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(path: string) {
  const { hook, searchHook } = memoryLocation({ path });
  render(
    <Router hook={hook} searchHook={searchHook}>
      <Route path="/tournaments/:id" component={TournamentPage} />
    </Router>,
  );
}

test('the table has the best first, with names, scores and errors', async () => {
  show('/tournaments/t1');
  const table = await screen.findByRole('table', { name: 'Standings' });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows.map((row) => within(row).getByRole('rowheader').textContent)).toEqual([
    'Level 4',
    'Adalevel:n=3',
  ]);
  expect(rows[0]?.textContent).toContain('+73 ± 50');
  expect(screen.getByRole('progressbar', { name: 'Progress' }).getAttribute('aria-valuenow')).toBe('10');
  expect(screen.getByText('10 of 20 games · 60 a minute · 10 s left')).toBeTruthy();
});

test('whoever made it may stop it; whoever looks on may not', async () => {
  show('/tournaments/t1');
  fireEvent.click(await screen.findByRole('button', { name: 'Stop' }));
  expect(await screen.findByRole('button', { name: 'Resume' })).toBeTruthy();
  expect(asked.some(({ path, method }) => path === '/tournaments/t1/stop' && method === 'POST')).toBe(true);
  cleanup();
  view = tournamentView({ owner: false });
  show('/tournaments/t1');
  await screen.findByRole('table', { name: 'Standings' });
  expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
});

test('a field of the cross table leads to the comparison of the two', async () => {
  show('/tournaments/t1');
  fireEvent.click(await screen.findByRole('link', { name: /^Level 4 against Ada: 70%/ }));
  expect(await screen.findByText('7 : 3')).toBeTruthy();
  expect(screen.getByText('It is likely (95%) that Level 4 is the stronger one.')).toBeTruthy();
  const game = await screen.findByRole('link', { name: /Level 4.*Ada/ });
  expect(game.getAttribute('href')).toBe('/tournaments/t1/games/0');
  expect(asked.some(({ path }) => path.includes('agent=1&against=0'))).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Swap the two' }));
  expect(await screen.findByText('3 : 7')).toBeTruthy();
});

test('what has not changed is not told again', async () => {
  show('/tournaments/t1');
  await screen.findByRole('table', { name: 'Standings' });
  await waitFor(() => expect(asked.some(({ known }) => known === '"1"')).toBe(true), { timeout: 3000 });
});

test('a test and a failure are told in words', async () => {
  view = tournamentView({
    state: 'failed',
    reason: 'the disk is full',
    sprt: { elo0: 0, elo1: 30, llr: 1.47, lower: -2.94, upper: 2.94, bouts: 9, verdict: 'open' },
  });
  show('/tournaments/t1');
  expect((await screen.findByRole('alert')).textContent).toContain('the disk is full');
  expect(screen.getByText(/50% of the evidence that is needed, for Ada/)).toBeTruthy();
});
