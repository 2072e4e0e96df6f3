// A phone: the board is wholly seen, and a finger plays. What holds on every page is in pages.test.mjs.

import assert from 'node:assert/strict';
import { board, cell, HERE, movesOn, playGame, RANDOM, waitForMoves, waitForTurn } from './lib/game.mjs';
import { PHONE, test } from './lib/scene.mjs';

test('the board is wholly on the screen, and a finger moves a piece', async ({ scene }) => {
  const { page } = await playGame(scene, [HERE, RANDOM], {}, { phone: true });
  await waitForTurn(page);
  const box = await board(page).boundingBox();
  assert(box);
  assert(
    box.x >= 0 && box.x + box.width <= PHONE.width,
    `the board is from ${box.x} to ${box.x + box.width}`,
  );
  assert(
    box.y >= 0 && box.y + box.height <= PHONE.height,
    `the board is from ${box.y} to ${box.y + box.height}`,
  );
  assert(box.width > PHONE.width * 0.6, `the board is only ${box.width} wide`);
  await cell(page, 'b4').tap();
  await cell(page, 'c3').tap();
  await waitForMoves(page, 2);
  assert.equal((await movesOn(page))[0], 'Lb4-c3');
});

test('a finger drags a piece, and the page does not scroll', async ({ scene }) => {
  const { page } = await playGame(scene, [HERE, HERE], {}, { phone: true });
  await waitForTurn(page);
  const session = await page.context().newCDPSession(page);
  const at = async (/** @type {string} */ name) => {
    const box = await cell(page, name).boundingBox();
    assert(box);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const [from, to] = [await at('b3'), await at('b2')];
  /** @param {'touchStart' | 'touchMove' | 'touchEnd'} type @param {{ x: number, y: number }[]} touchPoints */
  const touch = (type, touchPoints) => session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [from]);
  for (const part of [0.2, 0.5, 0.8, 1]) {
    await touch('touchMove', [{ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }]);
  }
  await touch('touchEnd', []);
  await waitForMoves(page, 1);
  assert.deepEqual(await movesOn(page), ['Cb3xb2']);
  assert.equal(await page.evaluate(() => window.scrollY), 0);
});
