// Games that can be solved, before their table is there: the level is offered, the table is built with progress, and
// the build can be stopped. What a table is good for is in solved-table.test.mjs.

import assert from 'node:assert/strict';
import { GAME } from './lib/game.mjs';
import { expect, test } from './lib/scene.mjs';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('./lib/scene.mjs').Scene} Scene */

/** What the page says of the table. @param {Page} page */
function offer(page) {
  return page.getByRole('region', { name: /^Tablebase of / });
}

/** What the server says of it. @param {Scene} scene @returns {Promise<string>} */
async function stateOf(scene) {
  const tables = await scene.server.ask('/tablebases');
  return tables.find((/** @type {{ game: string }} */ table) => table.game === GAME).state;
}

/** Chooses the last place of the scale of levels. @param {Page} page */
async function choosePerfect(page) {
  const level = page.getByRole('slider', { name: 'Level' });
  await level.focus();
  await level.press('End');
  assert.equal(await level.getAttribute('aria-valuetext'), 'Perfect');
}

test('perfect play is offered with what its table costs, and the game waits for it', async ({ scene }) => {
  const page = await scene.open(`/new/${GAME}`);
  await choosePerfect(page);
  await offer(page)
    .getByText(/of memory .* of disk/)
    .waitFor();
  await page.getByRole('button', { name: /^You begin\s*against Perfect$/ }).waitFor();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await page
    .getByRole('alert')
    .getByText(/tablebase has not been built yet/)
    .waitFor();
  assert.equal(new URL(page.url()).pathname, `/new/${GAME}`);
  // A level is there at once.
  await page.getByRole('slider', { name: 'Level' }).press('Home');
  await offer(page).waitFor({ state: 'detached' });
});

test('a table is built with progress, which all pages see, and the build is stopped', async ({ scene }) => {
  const page = await scene.open(`/new/${GAME}`);
  await choosePerfect(page);
  await offer(page).getByRole('button', { name: 'Build the tablebase' }).click();
  await offer(page).getByRole('progressbar').waitFor();
  await offer(page).getByText(/\d+%/).waitFor();
  assert.equal(await stateOf(scene), 'building');

  const other = await scene.openBeside(page, '/puzzles');
  await offer(other).getByRole('progressbar').waitFor();
  await offer(other).getByRole('button', { name: 'Stop' }).click();
  await offer(other).getByRole('button', { name: 'Build the tablebase' }).waitFor();
  await expect.poll(() => stateOf(scene)).toEqual('missing');
  // The first page hears of it by itself.
  await offer(page).getByRole('button', { name: 'Build the tablebase' }).waitFor();
  await offer(page).getByRole('progressbar').waitFor({ state: 'detached' });
});

test('analysis and puzzles offer the table as well', async ({ scene }) => {
  const page = await scene.open(`/analysis?game=${GAME}`);
  await offer(page).getByRole('button', { name: 'Build the tablebase' }).waitFor();
  await page.getByText(/every value here is exact/).waitFor();
  await page.getByRole('link', { name: 'Puzzles' }).click();
  await page.getByRole('heading', { name: 'Puzzles' }).waitFor();
  await offer(page).getByRole('button', { name: 'Build the tablebase' }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'Puzzles' }).getAttribute('aria-current'), 'page');
});
