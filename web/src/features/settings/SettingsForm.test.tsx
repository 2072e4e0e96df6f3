// The settings: what is chosen is kept, and pieces are offered only where there is a choice.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { gameInfo } from '../../api/fixtures';
import { gameSets } from '../../board';
import { useSettings } from '../../lib/settings';
import { SettingsForm } from './SettingsForm';

vi.mock(import('../../board'), async (original) => ({
  ...(await original()),
  gameSets: (game) =>
    game === 'toy'
      ? [
          { id: 'plain', label: 'Plain' },
          { id: 'fancy', label: 'Fancy' },
        ]
      : [],
}));

beforeEach(() => {
  vi.stubGlobal('fetch', async () =>
    Response.json({
      program: 'ludwerk',
      limits: { think_ms: 1, lines: 5 },
      games: [gameInfo({}), gameInfo({ id: 'dull', title: 'Dull' })],
    }),
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

it('offers the pieces of a game that has several sets, and keeps the choice', async () => {
  expect(gameSets('dull')).toEqual([]);
  render(<SettingsForm />);
  const fancy = await screen.findByRole<HTMLInputElement>('radio', { name: 'Fancy' });
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Plain' }).checked).toBe(true);
  expect(screen.queryByText('Pieces of Dull')).toBeNull();
  fireEvent.click(fancy);
  expect(fancy.checked).toBe(true);
  expect(useSettings.getState().pieceSets).toEqual({ toy: 'fancy' });
  expect(localStorage.getItem('ludwerk.settings')).toContain('fancy');
});

it('lets premoves be switched off', () => {
  render(<SettingsForm />);
  fireEvent.click(screen.getByRole('switch', { name: 'Premoves' }));
  expect(useSettings.getState().premoves).toBe(false);
});
