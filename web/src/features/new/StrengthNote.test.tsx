// The note below an opponent that is as strong as oneself: what is known, and how it is forgotten.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { gameInfo } from '../../api/fixtures';
import { personKey } from '../../lib/person';
import { StrengthNote } from './StrengthNote';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

it('says that nothing is known of whoever has never played, and asks nobody', () => {
  const fetched = vi.fn();
  vi.stubGlobal('fetch', fetched);
  render(<StrengthNote game={gameInfo({})} />);
  expect(screen.getByText(/does not know you yet/)).toBeTruthy();
  expect(fetched).not.toHaveBeenCalled();
});

it('tells what is known, and forgets it on request', async () => {
  const key = personKey();
  let games = 4;
  const asked: string[] = [];
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    asked.push(`${init.method} ${path} ${new Headers(init.headers).get('authorization')}`);
    if (init.method === 'DELETE') {
      games = 0;
      return Promise.resolve(new Response(null, { status: 204 }));
    }
    return Promise.resolve(Response.json({ level: 5.3, deviation: 0.8, games }));
  });
  render(<StrengthNote game={gameInfo({})} />);
  expect(await screen.findByText(/You play like level 5\.3 \(± 0\.8\), estimated from 4 games/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Reset this estimate' }));
  expect(await screen.findByText(/does not know you yet/)).toBeTruthy();
  expect(asked[1]).toBe(`DELETE /api/strengths/toy Bearer ${key}`);
});
