// Light and dark, by the system and by choice; motion and sound, and none where they are not wanted.

import assert from 'node:assert/strict';
import { action, board, HERE, playGame, playMove, waitForTurn } from './lib/game.mjs';
import { expect, test } from './lib/scene.mjs';

/** @typedef {import('@playwright/test').Page} Page */

/** How light the page is, from 0 to 255. @param {Page} page */
function lightness(page) {
  return page.evaluate(() => {
    const colour = getComputedStyle(document.documentElement).backgroundColor;
    const [red = 0, green = 0, blue = 0] = (colour.match(/\d+(\.\d+)?/g) ?? []).map(Number);
    return (red + green + blue) / 3;
  });
}

test('the page is light or dark as the system is, and follows it', async ({ scene }) => {
  const page = await scene.open('/');
  await page.getByRole('list', { name: 'Games' }).waitFor();
  assert((await lightness(page)) > 200);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(async () => (await lightness(page)) < 60).toEqual(true);
});

test('whoever chooses light or dark keeps it', async ({ scene }) => {
  const page = await scene.open('/', { dark: true });
  await page.getByRole('button', { name: 'Settings' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Light' }).check({ force: true });
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect.poll(async () => (await lightness(page)) > 200).toEqual(true);
  await page.reload();
  await page.getByRole('list', { name: 'Games' }).waitFor();
  assert((await lightness(page)) > 200);
  await page.getByRole('button', { name: /^Theme: light/ }).click();
  await expect.poll(async () => (await lightness(page)) < 60).toEqual(true);
});

test('sound is off until somebody wants it', async ({ scene }) => {
  const { page } = await playGame(scene, [HERE, HERE]);
  const sound = action(page, 'Sound');
  assert.equal(await sound.getAttribute('aria-pressed'), 'false');
  await sound.click();
  await expect.poll(() => sound.getAttribute('aria-pressed')).toEqual('true');
  await page.reload();
  await board(page).waitFor();
  assert.equal(await sound.getAttribute('aria-pressed'), 'true');
});

/** Counts what moves on the page from now on. @param {Page} page */
async function countMotion(page) {
  await page.evaluate(() => {
    const counted = /** @type {{ motions?: number }} */ (window);
    counted.motions = 0;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...args) {
      counted.motions = (counted.motions ?? 0) + 1;
      return animate.apply(this, args);
    };
  });
  return () => page.evaluate(() => /** @type {{ motions?: number }} */ (window).motions ?? 0);
}

test('pieces glide to where they go', async ({ scene }) => {
  const { page } = await playGame(scene, [HERE, HERE], {}, { calm: false });
  await waitForTurn(page);
  const motions = await countMotion(page);
  await playMove(scene, page, 'Lb4-a3');
  await expect.poll(async () => (await motions()) > 0).toEqual(true);
});

test('nothing moves for those who want less motion', async ({ scene }) => {
  const { page } = await playGame(scene, [HERE, HERE], {}, { calm: true });
  await waitForTurn(page);
  const motions = await countMotion(page);
  await playMove(scene, page, 'Lb4-a3');
  await playMove(scene, page);
  assert.equal(await motions(), 0);
  const running = () =>
    document
      .getAnimations()
      .filter((one) => one.playState === 'running')
      .map((one) => String(one.effect?.getTiming().duration));
  await expect.poll(() => page.evaluate(running)).toEqual([]);
  await page.goto('/');
  await page.getByRole('article').first().getByRole('img').waitFor();
  await expect.poll(() => page.evaluate(running)).toEqual([]);
});
