// Every way to make a move: clicks, dragging, the keyboard alone, text, and the list of legal moves.

import assert from 'node:assert/strict';
import {
  board,
  cell,
  clickMove,
  gameOf,
  HERE,
  legalMove,
  movesOn,
  playGame,
  waitForMoves,
  waitForTurn,
} from './lib/game.mjs';
import { expect, test } from './lib/scene.mjs';

/** @typedef {import('@playwright/test').Page} Page */

/** Both seats here: what was played stays as it is. */
const BOTH = [HERE, HERE];
/** The pieces that were taken first can be dropped after these. */
const TRADED = { moves: ['Cb3xb2', 'Ec1xb2'] };

/** @param {Page} page @param {string} name */
async function middleOf(page, name) {
  const box = await cell(page, name).boundingBox();
  assert(box, `${name} is not to be seen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** @param {Page} page @param {string} from @param {string} to */
async function drag(page, from, to) {
  const [start, end] = [await middleOf(page, from), await middleOf(page, to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 });
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.mouse.up();
}

test('a click on a piece shows where it may go, a second click moves it', async ({ scene }) => {
  const { page, id } = await playGame(scene, BOTH);
  const { legal } = (await gameOf(scene, id)).position;
  await waitForTurn(page);
  await cell(page, 'b4').click();
  const wanted = legal
    .filter((/** @type {any} */ move) => move.touches[0] === 'b4')
    .map((/** @type {any} */ move) => move.touches[1])
    .sort();
  const targets = await board(page)
    .locator('[data-cell][aria-label*=", can "]')
    .evaluateAll((cells) => cells.map((one) => one.getAttribute('data-cell')).sort());
  assert.deepEqual(targets, wanted);
  await cell(page, 'a3').click();
  await waitForMoves(page, 1);
  assert.deepEqual(await movesOn(page), ['Lb4-a3']);
});

test('a capture, a move and a drop are told apart by shape and by name', async ({ scene }) => {
  const { page } = await playGame(scene, BOTH, TRADED);
  await waitForTurn(page);
  await cell(page, 'S:C').click();
  assert((await board(page).locator('[data-target="drop"]').count()) > 0);
  assert.match((await cell(page, 'a3').getAttribute('aria-label')) ?? '', /can drop here/);
  await page.keyboard.press('Escape');
  await expect.poll(() => board(page).locator('[data-target]').count()).toEqual(0);
  await cell(page, 'c4').click();
  assert.equal(await board(page).locator('[data-target="move"]').count(), 1);
});

test('an illegal place is not moved to', async ({ scene }) => {
  const { page, id } = await playGame(scene, BOTH);
  await waitForTurn(page);
  await cell(page, 'b4').click();
  // The cell says that it is no target; a person clicks all the same.
  await cell(page, 'a1').click({ force: true });
  await drag(page, 'a4', 'c1');
  assert.equal((await gameOf(scene, id)).moves.length, 0);
});

test('a piece is dragged to where it goes', async ({ scene }) => {
  const { page } = await playGame(scene, BOTH);
  await waitForTurn(page);
  await drag(page, 'b3', 'b2');
  await waitForMoves(page, 1);
  assert.deepEqual(await movesOn(page), ['Cb3xb2']);
});

test('a piece is dragged from the hand to the board', async ({ scene }) => {
  const { page } = await playGame(scene, BOTH, TRADED);
  await waitForTurn(page);
  await drag(page, 'S:C', 'a3');
  await waitForMoves(page, 3);
  assert.equal((await movesOn(page)).at(-1), 'C*a3');
});

test('the keyboard alone plays a move: Tab to the board, arrows, Enter', async ({ scene }) => {
  const { page } = await playGame(scene, BOTH);
  await waitForTurn(page);
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-cell') ?? null);
  for (let presses = 0; (await focused()) === null; presses++) {
    assert(presses < 40, 'Tab never reaches the board');
    await page.keyboard.press('Tab');
  }
  /** @param {string} name */
  const walkTo = async (name) => {
    for (let steps = 0; (await focused()) !== name; steps++) {
      assert(steps < 10, `the arrows never reach ${name}`);
      const [here, there] = [await middleOf(page, (await focused()) ?? ''), await middleOf(page, name)];
      const [dx, dy] = [there.x - here.x, there.y - here.y];
      const sideways = Math.abs(dx) > Math.abs(dy);
      await page.keyboard.press(
        sideways ? (dx > 0 ? 'ArrowRight' : 'ArrowLeft') : dy > 0 ? 'ArrowDown' : 'ArrowUp',
      );
    }
  };
  await walkTo('b4');
  await page.keyboard.press('Enter');
  await expect.poll(() => cell(page, 'b4').getAttribute('aria-pressed')).toEqual('true');
  await walkTo('c3');
  await page.keyboard.press('Enter');
  await waitForMoves(page, 1);
  assert.deepEqual(await movesOn(page), ['Lb4-c3']);
  assert.equal(await focused(), 'c3', 'focus stays where the piece went');
});

test('a move can be typed, and nonsense is refused in words', async ({ scene }) => {
  const { page } = await playGame(scene, BOTH);
  await waitForTurn(page);
  const field = page.getByRole('combobox', { name: 'Type a move' });
  await field.fill('Lb4-b1');
  await field.press('Enter');
  await page
    .getByRole('alert')
    .getByText(/is not a legal move/)
    .waitFor();
  await field.fill('Gc4-c3');
  await field.press('Enter');
  await waitForMoves(page, 1);
  assert.deepEqual(await movesOn(page), ['Gc4-c3']);
});

test('a move can be chosen from the list of all legal moves', async ({ scene }) => {
  const { page, id } = await playGame(scene, BOTH);
  await waitForTurn(page);
  const move = await legalMove(scene, id);
  await page.getByText(/Legal moves \(4\)/).click();
  await page.getByRole('listitem').getByRole('button', { name: move.move, exact: true }).click();
  await waitForMoves(page, 1);
  assert.deepEqual(await movesOn(page), [move.move]);
});

test('moves are told to screen readers', async ({ scene }) => {
  const { page, id } = await playGame(scene, BOTH);
  await waitForTurn(page);
  await clickMove(page, await legalMove(scene, id, 'Cb3xb2'));
  await page
    .locator('[aria-live]')
    .getByText(/Forest: Cb3xb2\./)
    .waitFor({ state: 'attached' });
});
