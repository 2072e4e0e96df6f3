// Looking back: keys, buttons and the list of moves, while the game itself stays where it is.

import assert from 'node:assert/strict';
import {
  cell,
  choosing,
  HERE,
  INVITED,
  movesOn,
  newGame,
  openGame,
  openInvitation,
  playGame,
  playMove,
  waitForMoves,
  waitForTurn,
} from './lib/game.mjs';
import { expect, test } from './lib/scene.mjs';

const MOVES = ['Cb3xb2', 'Ec1xb2', 'Lb4-b3', 'Lb1-a2'];

/** @param {import('@playwright/test').Page} page @param {string} name */
async function stands(page, name) {
  return (await cell(page, name).getAttribute('aria-label')) ?? '';
}

test('keys walk through the moves, and the board shows each position', async ({ scene }) => {
  const { page } = await playGame(scene, [HERE, HERE], { moves: MOVES });
  await waitForMoves(page, 4);
  assert.match(await stands(page, 'a2'), /lion/i);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(async () => /lion/i.test(await stands(page, 'b1'))).toEqual(true);
  await page.getByText('You are looking back at move 3 of 4.').waitFor();
  assert.equal(await choosing(page), null);
  await page.keyboard.press('Home');
  await expect.poll(async () => /chick of Forest/i.test(await stands(page, 'b3'))).toEqual(true);
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => /chick of Forest/i.test(await stands(page, 'b2'))).toEqual(true);
  await page.keyboard.press('End');
  await page.getByText('You are looking back').waitFor({ state: 'detached' });
  assert.match(await stands(page, 'a2'), /lion/i);
  await waitForTurn(page);
});

test('the list of moves leads to each position', async ({ scene }) => {
  const { page } = await playGame(scene, [HERE, HERE], { moves: MOVES });
  const list = page.getByRole('region', { name: 'Moves' });
  const second = list.getByRole('button', { name: /Ec1xb2$/ });
  await second.click();
  await expect.poll(() => second.getAttribute('aria-current')).toEqual('true');
  await expect.poll(async () => /elephant of Sky/i.test(await stands(page, 'b2'))).toEqual(true);
  await list.getByRole('button', { name: 'To the start' }).click();
  await expect.poll(async () => /empty/i.test(await stands(page, 'b2')) === false).toEqual(true);
  await list.getByRole('button', { name: 'One move forward' }).click();
  await page.getByRole('button', { name: 'Return to the game' }).click();
  await waitForTurn(page);
});

test('a move of the other does not tear away who looks back', async ({ scene }) => {
  const { id, token, invitations } = await newGame(scene, [HERE, INVITED]);
  const first = await openGame(scene, id, token);
  const second = await openInvitation(scene, id, invitations);
  await playMove(scene, first, 'Lb4-c3');
  await waitForMoves(second, 1);
  await first.keyboard.press('Home');
  await first.getByText('You are looking back at move 0 of 1.').waitFor();
  await playMove(scene, second);
  await first.getByText('You are looking back at move 0 of 2.').waitFor();
  assert.equal((await movesOn(first)).length, 2);
});
