// The scale of ratings, and the table as a file.
import { expect, test } from 'vitest';
import { tableCsv } from './csv';
import { agentRow, tournamentView } from './fixtures';
import { eloScale } from './plot';

test('all ratings with their intervals fit, zero is among the ticks, and order is kept', () => {
  const rows = [agentRow({ elo: 180, elo_error: 40 }), agentRow({ elo: -120, elo_error: 60 })];
  const scale = eloScale(rows, 100, 500);
  const places = [-180, -120, 0, 180, 220].map(scale.at);
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(Math.min(...places)).toBeGreaterThan(100);
  expect(Math.max(...places)).toBeLessThan(500);
  expect(scale.ticks).toContain(0);
  expect(scale.ticks.length).toBeLessThan(8);
});

test('an interval without end does not squeeze the others', () => {
  const scale = eloScale(
    [agentRow({ elo: 30, elo_error: 10 }), agentRow({ elo: -30, elo_error: null })],
    0,
    300,
  );
  expect(scale.at(Number.POSITIVE_INFINITY)).toBe(300);
  expect(scale.at(30) - scale.at(-30)).toBeGreaterThan(5);
  expect(eloScale([agentRow({ elo: 0, elo_error: 0 })], 0, 100).ticks).toContain(0);
});

test('the table as CSV has the best first, and no formula of a stranger', () => {
  const view = tournamentView({});
  const [, first] = view.agents;
  if (first) first.name = '=cmd("x"),1';
  const lines = tableCsv(view).trimEnd().split('\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toMatch(/^1,"'=cmd\(""x""\),1",level:n=4,10,/);
  expect(lines[2]?.startsWith('2,Ada,level:n=3')).toBe(true);
  expect(lines[2]?.endsWith(',0.3,')).toBe(true);
});
