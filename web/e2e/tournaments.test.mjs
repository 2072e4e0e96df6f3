// Tournaments as a person sees them: defined in a form, watched, stopped, gone on with, opened and compared.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from './lib/scene.mjs';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('./lib/scene.mjs').Scene} Scene */

const QUICK = {
  game: 'dobutsu',
  seed: 3,
  opening_plies: 2,
  games: 6,
  agents: [{ spec: 'random' }, { name: 'Gus', spec: 'greedy' }, { spec: 'alphabeta:depth=2' }],
};

/** Takes its time, so that it can be met in the middle. */
const SLOW = {
  ...QUICK,
  games: 400,
  agents: [{ spec: 'alphabeta:time=5ms' }, { spec: 'alphabeta:time=4ms' }, { spec: 'random' }],
};

/**
 * Makes a tournament behind the page's back.
 * @param {Scene} scene
 * @param {object} wanted
 * @returns {Promise<{ id: string, token: string }>}
 */
async function newTournament(scene, wanted) {
  const { token, tournament } = await scene.server.ask('/tournaments', { body: wanted });
  return { id: tournament.id, token };
}

/** Waits for what a tournament is to become. @param {Scene} scene @param {string} id @param {string} state */
async function until(scene, id, state) {
  for (let n = 0; n < 200; n += 1) {
    const view = await scene.server.ask(`/tournaments/${id}`);
    if (view.state === state) return view;
    await sleep(100);
  }
  assert.fail(`the tournament never was ${state}`);
}

/** The key of a tournament for this browser. @param {Page} page @param {{ id: string, token: string }} made */
async function own(page, { id, token }) {
  await page.evaluate(
    ([id, token]) => localStorage.setItem(`ludwerk.tournament.${id}`, JSON.stringify(token)),
    [id, token],
  );
}

/** @param {Page} page */
function standings(page) {
  return page.getByRole('table', { name: 'Standings' }).getByRole('row');
}

/** How many games the page says have been played. @param {Page} page */
async function played(page) {
  return Number(await page.getByRole('progressbar', { name: 'Progress' }).getAttribute('aria-valuenow'));
}

test('a tournament of three quick agents is defined, watched, and compared', async ({ scene }) => {
  const page = await scene.open('/tournaments');
  await page.getByText('No tournament yet').waitFor();
  await page.getByRole('link', { name: 'New tournament' }).click();
  await page.getByRole('combobox', { name: 'Game' }).selectOption('dobutsu');
  await page.getByText(/^60 games: 3 pairings with 20 each/).waitFor();

  // An agent that does not exist is told beside its field, and counts no games.
  for (const [index, spec] of ['random', 'gredy', 'alphabeta:depth=2'].entries()) {
    const agent = page.getByRole('group', { name: `Agent ${index + 1}`, exact: true });
    await agent.getByRole('button', { name: 'Choose by name and options' }).click();
    await agent.getByRole('combobox', { name: 'Agent' }).fill(spec);
  }
  const second = page.getByRole('group', { name: 'Agent 2', exact: true });
  await second.getByText(/gredy/).waitFor();
  await page.getByText('Please correct the entries above.').waitFor();
  await second.getByRole('combobox', { name: 'Agent' }).fill('greedy');
  await second.getByRole('textbox', { name: 'Name in the table' }).fill('Gus');
  await page.getByRole('textbox', { name: 'Games per pairing' }).fill('7');
  await page.getByText(/^24 games: 3 pairings with 8 each/).waitFor();
  await page.getByRole('textbox', { name: 'Seed' }).fill('5');
  await page.getByRole('button', { name: 'Start the tournament' }).click();

  await page.waitForURL(/\/tournaments\/\w{12}$/);
  await page.getByText('Complete', { exact: true }).waitFor();
  await expect.poll(() => played(page)).toEqual(24);
  assert.match((await standings(page).nth(1).textContent()) ?? '', /^1alphabeta:depth=2/);

  // From the cross table to the comparison, and from there into a game.
  await page.getByRole('link', { name: /^alphabeta:depth=2 against random/ }).click();
  await page.getByText(/that alphabeta:depth=2 is the stronger one/).waitFor();
  const games = page.getByRole('list', { name: 'Games' }).getByRole('listitem');
  await expect.poll(() => games.count()).toEqual(8);
  await page.getByRole('combobox', { name: 'First agent' }).selectOption('Gus');
  await page.getByRole('heading', { name: 'Their games' }).waitFor();
  assert.match(page.url(), /pair=1-0$/);
  await games.first().getByRole('link').click();
  await page.waitForURL(/\/tournaments\/\w{12}\/games\/\d+$/);
  await page.getByRole('group', { name: /, start$/ }).waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('group', { name: /, move 1$/ }).waitFor();
  assert.match(page.url(), /\/games\/\d+$/, 'the game keeps its address');
  await page.getByText('Gus').first().waitFor();
  await page.getByRole('link', { name: 'To the tournament' }).click();
  await expect.poll(() => games.count()).toEqual(24);
  await page.getByRole('link', { name: 'Tournaments' }).first().click();
  await page.getByRole('listitem').filter({ hasText: 'First: alphabeta:depth=2' }).waitFor();
});

test('the table fills before the eyes, stops, and goes on', async ({ scene }) => {
  const page = await scene.open('/tournaments');
  const made = await newTournament(scene, SLOW);
  await own(page, made);
  await page.goto(`/tournaments/${made.id}`);
  await page.getByText('Running', { exact: true }).waitFor();
  const first = await played(page);
  await page.waitForFunction(
    (before) => Number(document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')) > before,
    first,
  );
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('Stopped', { exact: true }).waitFor();
  await sleep(1500);
  const stopped = await played(page);
  await sleep(1500);
  assert.equal(await played(page), stopped, 'nothing is played any more');
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('Running', { exact: true }).waitFor();
  await page.waitForFunction(
    (before) => Number(document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')) > before,
    stopped,
  );
});

test('a tournament survives the death of the server and goes on by itself', async ({ scene }) => {
  scene.expect(/Failed to load resource|ERR_CONNECTION/);
  const made = await newTournament(scene, SLOW);
  const page = await scene.open(`/tournaments/${made.id}`);
  await page.waitForFunction(
    () => Number(document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')) > 5,
  );
  const before = (await scene.server.ask(`/tournaments/${made.id}`)).games;
  await scene.server.kill();
  await page.getByText('What is shown may be out of date.').waitFor();
  scene.server = await scene.server.restart();
  const after = await scene.server.ask(`/tournaments/${made.id}`);
  assert(after.games >= before, 'no game is lost');
  assert(['running', 'waiting'].includes(after.state));
  await page.waitForFunction(
    (n) => Number(document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')) > n,
    after.games,
  );
  assert.equal(await page.getByText('What is shown may be out of date.').count(), 0);
});

test('more games, files, and deletion after being asked', async ({ scene }) => {
  const page = await scene.open('/tournaments');
  const made = await newTournament(scene, { ...QUICK, name: 'Little cup' });
  await until(scene, made.id, 'complete');
  await page.goto(`/tournaments/${made.id}`);
  await page.getByRole('heading', { name: 'Little cup' }).waitFor();
  const menu = page.getByRole('button', { name: 'More for this tournament' });
  assert.equal(await page.getByRole('button', { name: 'More games' }).count(), 0, 'not for onlookers');
  await menu.click();
  assert.equal(await page.getByRole('menuitem', { name: 'Delete' }).count(), 0);
  await page.keyboard.press('Escape');

  await own(page, made);
  await page.reload();
  await page.getByRole('button', { name: 'More games' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('2');
  await page.getByRole('dialog').getByRole('button', { name: 'Play them' }).click();
  await expect.poll(() => played(page)).toEqual(24);

  const saved = async (/** @type {string} */ item) => {
    await menu.click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: item }).click(),
    ]);
    const text = await readFile(await download.path(), 'utf8');
    return { name: download.suggestedFilename(), lines: text.trimEnd().split('\n') };
  };
  const records = await saved('Save all games (JSON lines)');
  assert.match(records.name, /\.jsonl$/);
  assert.equal(records.lines.length, 24);
  assert.equal(JSON.parse(records.lines[0] ?? '').format, 'ludwerk-record/1');
  const table = await saved('Save table (CSV)');
  assert.equal(table.name, 'table-little-cup.csv');
  assert.equal(table.lines.length, 4);
  assert.match(table.lines[0] ?? '', /^rank,name,spec,games,/);
  const report = await saved('Save report (HTML)');
  assert.match(report.name, /\.html$/);
  assert.match(report.lines[0] ?? '', /^<!doctype html>/i);

  await menu.click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep' }).click();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No tournament yet').waitFor();
  assert.equal((await scene.server.ask('/tournaments')).tournaments.length, 0);
});

test('a tournament is defined with the keyboard alone', async ({ scene }) => {
  const page = await scene.open('/tournaments/new');
  await page.getByText(/^60 games/).waitFor();
  await page.getByRole('button', { name: 'Remove agent 3' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('switch', { name: 'Stop as soon as it is clear (SPRT)' }).focus();
  await page.keyboard.press('Space');
  await page.getByText(/^At most 2000 games/).waitFor();
  await page.getByRole('textbox', { name: 'Seed' }).focus();
  await page.keyboard.type('1');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/tournaments\/\w{12}$/);
  await page.getByRole('heading', { name: 'Test' }).waitFor();
});
