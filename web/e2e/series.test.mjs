// Series: made in a form, joined by a name, played without help, with a table that grows; published and peeking
// opponents; thoughts beside the opponent; rules by variant; about.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { violations } from './lib/checks.mjs';
import { action, board, HERE, idOf, newGame, openGame, playMove, result, waitForMoves } from './lib/game.mjs';
import { test } from './lib/scene.mjs';

test('people join a series, play without help, and the table counts them', async ({ scene }) => {
  const page = await scene.open('/series');
  await page.getByRole('link', { name: 'New series' }).click();
  await page.getByLabel('Name of the series').fill('Friends against chance');
  await page.getByLabel('Opponent 1').fill('random');
  await page.getByLabel(/^Games of each person/).fill('2');
  await page.getByRole('button', { name: 'Create the series' }).click();
  await page.getByRole('heading', { name: 'Friends against chance' }).waitFor();
  await page.getByText('Nobody takes part yet').waitFor();

  await page.getByLabel('Your name in the table').fill('Ann');
  await page.getByRole('button', { name: 'Take part' }).click();
  await page.getByText(/You take part as Ann: 0 of 2 games/).waitFor();
  await page.getByRole('button', { name: 'Play the first game' }).click();
  await board(page).waitFor();
  await page.getByText(/counts in a series/).waitFor();
  assert.equal(await action(page, 'Hint').isDisabled(), true);
  await playMove(scene, page);
  await waitForMoves(page, 2);
  assert.equal(await action(page, 'Undo').isDisabled(), true, 'moves are final');

  // Another person looks at the table meanwhile.
  const series = await page.evaluate(async (/** @type {string} */ id) => {
    return (await (await fetch(`/api/games/${id}`)).json()).series;
  }, idOf(page));
  const other = await scene.open(`/series/${series}`);
  await other.getByRole('row', { name: /^Ann 0 –/ }).waitFor();
  await other.getByText('0 of 2 games, one unfinished').waitFor();

  await action(page, 'Resign').click();
  await page.getByRole('button', { name: 'Yes, resign' }).click();
  await result(page).getByRole('link', { name: 'To the series' }).click();
  await page
    .getByText(/1 of 2 games/)
    .first()
    .waitFor();
  await other.getByRole('row', { name: /^Ann 1 0.0% .* 0 \/ 0 \/ 1/ }).waitFor();

  // A name is taken once; the next person takes another.
  await other.getByLabel('Your name in the table').fill('ann');
  scene.expect(/409/);
  await other.getByRole('button', { name: 'Take part' }).click();
  await other.getByText(/is already taken in this series/).waitFor();
  await other.getByLabel('Your name in the table').fill('Ben');
  await other.getByRole('button', { name: 'Take part' }).click();
  await other.getByText(/You take part as Ben/).waitFor();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'More for this series' }).click();
  await page.getByRole('menuitem', { name: /CSV/ }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  assert.match(text, /random,no,Ann,1,0,/);

  // Only whoever made it may delete it, with all its games.
  await other.getByRole('button', { name: 'More for this series' }).click();
  assert.equal(await other.getByRole('menuitem', { name: 'Delete' }).count(), 0);
});

test('an opponent that peeks is taken only on request, and is announced', async ({ scene }) => {
  const page = await scene.open('/new/samurai?variant=thesis');
  const players = page.getByRole('region', { name: 'Players' });
  await players.getByRole('radio', { name: 'Published player' }).check({ force: true });
  await players.getByRole('radio', { name: /^samurai-a4 / }).check();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await page.getByText(/sees what is hidden from its seat. Allow that/).waitFor();
  await players.getByRole('switch', { name: 'Allow it to see hidden information' }).check();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await board(page).waitFor();
  await page.getByText(/samurai-a4 sees what is hidden from its seat: your hand/).waitFor();
  await page.getByText(/· sees what is hidden/).waitFor();
  assert.deepEqual(await violations(page), []);
});

test('what the computer thought stands beside it, until it is switched off', async ({ scene }) => {
  const { id, token } = await newGame(scene, [HERE, { kind: 'engine', spec: 'alphabeta:depth=4' }]);
  const page = await openGame(scene, id, token);
  await playMove(scene, page);
  await waitForMoves(page, 2);
  const panel = page.getByRole('region', { name: /alphabeta/ });
  await panel.getByText(/depth \d+ · .+ · [\d.]+ (k )?positions · /).waitFor();
  await page.keyboard.press('t');
  assert.equal(await panel.getByText(/positions/).count(), 0);
  await page.reload();
  await board(page).waitFor();
  assert.equal(await panel.getByText(/positions/).count(), 0, 'it is remembered');
});

test('the rules follow the variant, on their page and in a game', async ({ scene }) => {
  const page = await scene.open('/rules/samurai');
  await page.getByRole('heading', { name: 'Two exchanges' }).waitFor();
  await page.getByRole('radio', { name: 'Thesis' }).check({ force: true });
  await page.getByText(/eighteen tiles/).waitFor();
  assert.equal(await page.getByRole('heading', { name: 'Two exchanges' }).count(), 0);
  const { id, token } = await newGame(scene, [HERE, HERE], { game: 'samurai', variant: 'thesis', seed: 3 });
  const play = await scene.open(`/game/${id}#key=${token}`);
  await action(play, 'Rules').click();
  await play
    .getByRole('dialog')
    .getByText(/eighteen tiles/)
    .waitFor();
});

test('the page about the project is a step away from everywhere', async ({ scene }) => {
  const page = await scene.open('/', { phone: true });
  // The last game: before that the foot of the page is not where it stays.
  await page.getByRole('heading', { name: 'Samurai' }).waitFor();
  await page.getByRole('link', { name: 'About Ludwerk' }).click();
  await page.getByRole('heading', { name: 'About Ludwerk' }).waitFor();
  await page.getByText(/^Version \d/).waitFor();
  await page.getByRole('link', { name: 'Rules of Dobutsu Shogi' }).click();
  await page.getByRole('heading', { name: 'Catch the lion' }).waitFor();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'About Ludwerk' }).click();
  await page.getByRole('heading', { name: 'About Ludwerk' }).waitFor();
  assert.equal(await page.getByRole('dialog').count(), 0);
});
