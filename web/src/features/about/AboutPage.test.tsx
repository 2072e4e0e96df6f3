// The page about the project: version, licences, who made the games, and where to go on.
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { gameInfo } from '../../api/fixtures';
import AboutPage from './AboutPage';

afterEach(cleanup);

it('tells the version, the licences, and of every game where its rules are', async () => {
  const catalog = { program: 'ludwerk 1.2.3', games: [gameInfo({})], limits: { think_ms: 1, lines: 1 } };
  vi.stubGlobal('fetch', async () => Response.json(catalog));
  render(<AboutPage />);
  expect(await screen.findByText(/Version 1\.2\.3/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Rules of Toy' }).getAttribute('href')).toBe('/rules/toy');
  expect(screen.getByText(/MIT licence/)).toBeTruthy();
  expect(screen.getByRole('link', { name: /OpenAPI/ }).getAttribute('href')).toBe('/api/openapi.json');
});
