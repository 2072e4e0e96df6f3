// Boards of games in other repositories are found by what the server says, and made of the page's parts.

import { render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { loadOutside, outsideModule } from './outside';
import { gameBoard } from './registry';
import { position, squareCells } from './testing';

afterEach(() => document.head.replaceChildren());

function tell(games: string) {
  document.head.innerHTML = `<meta name="boards" content="${games}">`;
}

test('a game has a board of its own where the server says so', () => {
  expect(outsideModule('hex7')).toBeNull();
  expect(gameBoard('hex7')).toBeNull();
  tell('othello hex7');
  expect(outsideModule('hex7')).toBe('/boards/hex7.js');
  expect(outsideModule('hex')).toBeNull();
  expect(outsideModule('')).toBeNull();
  expect(gameBoard('hex7')).not.toBeNull();
  expect(gameBoard('hex7')).toBe(gameBoard('hex7'));
});

test('a module makes its board of the parts that it is given', async () => {
  const source =
    "export default ({ React, CELL }) => ({ label }) => React.createElement('p', null, label + CELL);";
  const Board = await loadOutside(`data:text/javascript,${encodeURIComponent(source)}`);
  const shown = position(squareCells(1, 1), []);
  render(
    <Board position={shown} orientation={0} seatNames={[]} mayMove={false} animate={false} label="Hex" />,
  );
  expect(screen.getByText('Hex100')).toBeTruthy();
});
