// The state of tables that all pages share: when it is asked for, and what building and stopping do to it.

import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { tablebaseView } from '../../api/fixtures';
import type { TablebaseView } from '../../api/types';
import { queries } from '../useLoad';
import { buildTable, stopTable, useTable } from './tablebases';

const GAME = { id: 'toy', solvable: true };
let table: TablebaseView;
let requests: string[];
let refuse: Response | null;

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  table = tablebaseView({});
  requests = [];
  refuse = null;
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    const method = init?.method ?? 'GET';
    requests.push(`${method} ${path}`);
    if (method === 'GET') return Response.json([table]);
    if (refuse) return refuse;
    table = tablebaseView({ state: method === 'POST' ? 'building' : 'missing', done: 0 });
    return Response.json(table);
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it('asks nothing about a game that cannot be solved', async () => {
  const { result } = renderHook(() => useTable({ id: 'toy', solvable: false }));
  await pass(60_000);
  expect(requests).toEqual([]);
  expect(result.current).toMatchObject({ view: null, isReady: false });
});

it('asks once for several who look, seldom while nothing happens, and never when nobody looks', async () => {
  const first = renderHook(() => useTable(GAME));
  const second = renderHook(() => useTable(GAME));
  await pass(5000);
  expect(requests).toEqual(['GET /api/tablebases']);
  expect(first.result.current.view?.state).toBe('missing');
  await pass(60_000);
  expect(requests.length).toBeLessThan(6);
  first.unmount();
  second.unmount();
  const before = requests.length;
  await pass(120_000);
  expect(requests.length).toBe(before);
});

it('follows a build closely until the table is ready', async () => {
  const { result } = renderHook(() => useTable(GAME));
  await pass(10);
  await act(() => buildTable('toy'));
  expect(result.current.view?.state).toBe('building');
  table = tablebaseView({ state: 'building', done: 0.5, phase: 'wins' });
  await pass(2000);
  expect(result.current.view?.done).toBe(0.5);
  table = tablebaseView({ state: 'ready', bytes: 100 });
  await pass(2000);
  expect(result.current.isReady).toBe(true);
  await act(() => stopTable('toy'));
  expect(requests).toContain('DELETE /api/tablebases/toy');
});

it('takes a conflict as news, and any other refusal as an error', async () => {
  const { result } = renderHook(() => useTable(GAME));
  await pass(10);
  table = tablebaseView({ state: 'building' });
  refuse = Response.json({ error: 'it is being built', hint: null, code: 'building' }, { status: 409 });
  await act(() => buildTable('toy'));
  expect(result.current).toMatchObject({ view: { state: 'building' } });

  table = tablebaseView({});
  refuse = Response.json({ error: 'no room', hint: null, code: 'full' }, { status: 507 });
  await act(() => expect(buildTable('toy')).rejects.toThrow('No room.'));
  refuse = null;
  await act(() => buildTable('toy'));
  expect(result.current.view?.state).toBe('building');
});

it('remembers how it was, for the shape of the page, and asks before the table is used', async () => {
  table = tablebaseView({ state: 'ready' });
  const first = renderHook(() => useTable(GAME));
  await pass(10);
  expect(first.result.current.isReady).toBe(true);
  first.unmount();
  queries.clear();
  const second = renderHook(() => useTable(GAME));
  expect(second.result.current).toMatchObject({ view: { state: 'ready' }, isTold: false, isReady: false });
  await pass(10);
  expect(second.result.current.isReady).toBe(true);
});
