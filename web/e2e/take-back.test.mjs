// Undo and redo as the players' seats demand, and the other actions beside the board.

import assert from 'node:assert/strict';
import {
  action,
  board,
  cell,
  HERE,
  idOf,
  movesOn,
  playGame,
  playMove,
  RANDOM,
  result,
  waitForMoves,
  waitForTurn,
} from './lib/game.mjs';
import { expect, test } from './lib/scene.mjs';

/**
 * Presses the key of an action once its button can be pressed: while the answer to the last action is on its way,
 * neither does anything, though the moves are on the page already.
 * @param {import('@playwright/test').Page} page
 * @param {string} key
 * @param {string} name
 */
async function pressWhenReady(page, key, name) {
  await expect.poll(() => action(page, name).isEnabled()).toEqual(true);
  await page.keyboard.press(key);
}

test('against a program, undo goes back to one’s own turn and redo forward again', async ({ scene }) => {
  const { page } = await playGame(scene, [HERE, RANDOM]);
  await playMove(scene, page, 'Lb4-c3');
  await waitForMoves(page, 2);
  await waitForTurn(page);
  await playMove(scene, page);
  await waitForMoves(page, 4);
  const moves = await movesOn(page);
  await action(page, 'Undo').click();
  await waitForMoves(page, 2);
  await waitForTurn(page);
  await action(page, 'Undo').click();
  await waitForMoves(page, 0);
  await expect.poll(() => action(page, 'Undo').isDisabled()).toEqual(true);
  await action(page, 'Redo').click();
  await waitForMoves(page, 2);
  await action(page, 'Redo').click();
  await waitForMoves(page, 4);
  assert.deepEqual(await movesOn(page), moves);
  await expect.poll(() => action(page, 'Redo').isDisabled()).toEqual(true);
});

test('two people at one screen take back one ply', async ({ scene }) => {
  const { page } = await playGame(scene, [HERE, HERE]);
  await playMove(scene, page, 'Lb4-c3');
  await playMove(scene, page);
  await pressWhenReady(page, 'u', 'Undo');
  await waitForMoves(page, 1);
  await pressWhenReady(page, 'r', 'Redo');
  await waitForMoves(page, 2);
  await pressWhenReady(page, 'u', 'Undo');
  await waitForMoves(page, 1);
  // Another move makes what was taken back void.
  const { move } = await playMove(scene, page);
  assert.deepEqual(await movesOn(page), ['Lb4-c3', move]);
  await expect.poll(() => action(page, 'Redo').isDisabled()).toEqual(true);
});

test('flip turns the board around and back', async ({ scene }) => {
  const { page } = await playGame(scene, [HERE, RANDOM]);
  const height = async () => (await cell(page, 'b4').boundingBox())?.y ?? 0;
  const other = async () => (await cell(page, 'b1').boundingBox())?.y ?? 0;
  assert((await height()) > (await other()), 'one’s own side is at the bottom');
  await action(page, 'Flip').click();
  await expect.poll(async () => (await height()) < (await other())).toEqual(true);
  await playMove(scene, page, 'Lb4-a3');
  await page.keyboard.press('f');
  await expect.poll(async () => (await height()) > (await other())).toEqual(true);
});

test('a hint marks a move on the board and plays it if one likes', async ({ scene }) => {
  const { page, id } = await playGame(scene, [HERE, HERE]);
  await waitForTurn(page);
  const unmarked = await board(page).locator('path, circle').count();
  await action(page, 'Hint').click();
  const hint = page.getByRole('status').filter({ hasText: 'looks best' });
  await hint.waitFor();
  assert((await board(page).locator('[data-tone="best"]').count()) > 0);
  assert((await board(page).locator('path, circle').count()) > unmarked);
  const best = await hint.locator('strong').textContent();
  await hint.getByRole('button', { name: 'Play it' }).click();
  await waitForMoves(page, 1);
  assert.deepEqual(await movesOn(page), [best]);
  await hint.waitFor({ state: 'detached' });
  assert.equal(idOf(page), id);
});

test('who gives up is asked first, and then has lost', async ({ scene }) => {
  const { page } = await playGame(scene, [HERE, RANDOM]);
  await action(page, 'Resign').click();
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name: 'Play on' }).click();
  await playMove(scene, page, 'Lb4-a3');
  await action(page, 'Resign').click();
  await question.getByRole('button', { name: 'Yes, resign' }).click();
  await result(page).getByText('Sky wins').waitFor();
  await expect.poll(() => action(page, 'Resign').isDisabled()).toEqual(true);
});
