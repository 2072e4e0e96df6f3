// The library: what is in it, finding it, taking it out, putting it in, and throwing it away.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { HERE, newGame, openGame, RANDOM } from './lib/game.mjs';
import { expect, test } from './lib/scene.mjs';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('./lib/scene.mjs').Scene} Scene */

/** @param {Page} page */
function rows(page) {
  return page
    .getByRole('list', { name: 'Games' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') });
}

/**
 * Three games: one that goes on, one that was given up, one of Zoe and Ada.
 * @param {Scene} scene
 */
async function threeGames(scene) {
  const going = await newGame(scene, [HERE, RANDOM]);
  const over = await newGame(scene, [HERE, HERE], { moves: ['Cb3xb2'] });
  await scene.server.ask(`/games/${over.id}/resign`, { body: { seat: 1 }, token: over.token });
  const named = await newGame(scene, [
    { kind: 'here', name: 'Zoe' },
    { kind: 'here', name: 'Ada' },
  ]);
  return { going, over, named };
}

/** @param {Page} page @param {import('@playwright/test').Locator} row @param {string} item */
async function choose(page, row, item) {
  await row.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** What the browser saves. @param {Page} page @param {import('@playwright/test').Locator} row @param {string} item */
async function saved(page, row, item) {
  const [download] = await Promise.all([page.waitForEvent('download'), choose(page, row, item)]);
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
}

test('an empty library says what to do', async ({ scene }) => {
  const page = await scene.open('/library');
  await page.getByText('No games yet').waitFor();
  await page.getByRole('link', { name: 'Play a game' }).waitFor();
});

test('games are listed and filtered by state and player', async ({ scene }) => {
  await threeGames(scene);
  const page = await scene.open('/library');
  await expect.poll(() => rows(page).count()).toEqual(3);
  const state = (/** @type {string} */ name) =>
    page.getByRole('radio', { name, exact: true }).check({ force: true });
  await state('Over');
  await expect.poll(() => rows(page).count()).toEqual(1);
  await state('In progress');
  await expect.poll(() => rows(page).count()).toEqual(2);
  await page.getByRole('searchbox', { name: 'Player' }).fill('zoe');
  await expect.poll(() => rows(page).count()).toEqual(1);
  await rows(page).getByText('Zoe').waitFor();
  await page.reload();
  await expect.poll(() => rows(page).count(), { message: 'the filter is part of the address' }).toEqual(1);
  await page.getByRole('searchbox', { name: 'Player' }).fill('nobody at all');
  await page.getByRole('button', { name: 'Show all games' }).click();
  await expect.poll(() => rows(page).count()).toEqual(3);
});

test('a game is opened for play or for analysis', async ({ scene }) => {
  const { id, token } = await newGame(scene, [HERE, HERE]);
  const page = await openGame(scene, id, token);
  await page.getByRole('link', { name: 'Library' }).click();
  await rows(page).getByRole('link', { name: 'Open' }).click();
  await page.waitForURL(`**/game/${id}`);
  await page.goBack();
  await rows(page).getByRole('link', { name: 'Analyse' }).click();
  await page.waitForURL(`**/analysis/${id}`);
  await page.getByRole('group', { name: /, start$/ }).waitFor();
});

test('record and pictures of the board are saved as files', async ({ scene }) => {
  const { over } = await threeGames(scene);
  const page = await scene.open('/library?state=over');
  const row = rows(page).first();
  const record = await saved(page, row, 'Save record (JSON)');
  assert.match(record.name, /\.json$/);
  assert.deepEqual(
    JSON.parse(record.content.toString('utf8')),
    await scene.server.ask(`/games/${over.id}/record`),
  );
  const svg = await saved(page, row, 'Save board (SVG)');
  assert.match(svg.name, /\.svg$/);
  assert.match(
    svg.content.toString('utf8'),
    /^(<\?xml[^>]*>\s*)?<svg[^>]* xmlns="http:\/\/www\.w3\.org\/2000\/svg"/,
  );
  const png = await saved(page, row, 'Save board (PNG)');
  assert.match(png.name, /\.png$/);
  assert.deepEqual([...png.content.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
  assert(png.content.length > 5000, 'the picture shows something');
});

test('records are imported from files and from text, and broken ones are named', async ({ scene }) => {
  scene.expect(/status of 4\d\d/);
  const { over } = await threeGames(scene);
  const record = JSON.stringify(await scene.server.ask(`/games/${over.id}/record`));
  const page = await scene.open('/library?state=imported');
  await page.getByText('No game matches.').waitFor();
  await page.locator('input[type="file"]').setInputFiles([
    { name: 'two.jsonl', mimeType: 'application/json', buffer: Buffer.from(`${record}\n${record}\n`) },
    { name: 'broken.json', mimeType: 'application/json', buffer: Buffer.from('{"moves": 3}') },
  ]);
  const report = page.getByRole('status').filter({ hasText: 'imported' });
  await report.getByText('2 games were imported.').waitFor();
  await report.getByText('broken.json').waitFor();
  await expect.poll(() => rows(page).count()).toEqual(2);
  await page.getByRole('button', { name: 'Paste' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Record' }).fill(record);
  await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
  await report.getByText('One game was imported.').waitFor();
  await expect.poll(() => rows(page).count()).toEqual(3);
});

test('only whoever made a game deletes it, after being asked', async ({ scene }) => {
  const { id, token } = await newGame(scene, [HERE, HERE]);
  const stranger = await scene.open('/library');
  await rows(stranger)
    .getByRole('button', { name: /^More for/ })
    .click();
  await stranger.getByRole('menuitem').first().waitFor();
  assert.equal(await stranger.getByRole('menuitem', { name: 'Delete' }).count(), 0);

  const page = await openGame(scene, id, token);
  await page.getByRole('link', { name: 'Library' }).click();
  await rows(page).first().getByRole('img').first().waitFor();
  await choose(page, rows(page), 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Keep' }).click();
  assert.equal(await rows(page).count(), 1);
  const onlooker = await scene.open(`/game/${id}`);
  await onlooker.getByText('You are watching as a spectator.').waitFor();
  await choose(page, rows(page), 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await onlooker.getByText('This game was deleted').waitFor();
  await page.getByText('No games yet').waitFor();
  assert.equal((await scene.server.ask('/games')).total, 0);
});
