// The analysis: values as a graph, best moves on the board, side lines, the position editor, and records that
// are pasted or dropped.

import assert from 'node:assert/strict';
import { GAME, board as gameBoard, HERE, newGame } from './lib/game.mjs';
import { expect, test } from './lib/scene.mjs';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('./lib/scene.mjs').Scene} Scene */

/** The last of these catches the lion. */
const MOVES = ['Cb3xb2', 'Ga1-a2', 'Cb2xb1+'];

/** A game that is over. @param {Scene} scene */
async function playedGame(scene) {
  const { id, token } = await newGame(scene, [HERE, HERE], { moves: MOVES.slice(0, -1) });
  await scene.server.ask(`/games/${id}/moves`, {
    body: { move: MOVES.at(-1), ply: MOVES.length - 1 },
    token,
  });
  return id;
}

/** @param {Page} page */
function board(page) {
  return page.getByRole('group', { name: /, (start|move \d+)$/ });
}

/** @param {Page} page */
function moveList(page) {
  return page.getByRole('region', { name: 'Moves' });
}

/** The moves of the list, as they are seen. @param {Page} page */
async function listed(page) {
  const texts = await moveList(page).getByRole('button').allInnerTexts();
  return texts.map((text) =>
    text
      .replace(/^\w+:\s+/, '')
      .replace(/\s*[?!].*$/s, '')
      .trim(),
  );
}

/** @param {Page} page @param {string} name */
async function shown(page, name) {
  await board(page)
    .and(page.getByRole('group', { name: new RegExp(`, ${name}$`) }))
    .waitFor();
}

/** Drops a file on the page as a hand would. @param {Page} page @param {string} name @param {string} text */
async function dropFile(page, name, text) {
  await page.evaluate(
    ({ name, text }) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], name, { type: 'application/json' }));
      for (const type of ['dragenter', 'dragover', 'drop']) {
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
      }
    },
    { name, text },
  );
}

test('a game is stepped through by keys, buttons and the list', async ({ scene }) => {
  const page = await scene.open(`/analysis/${await playedGame(scene)}`);
  await board(page).waitFor();
  assert.deepEqual(await listed(page), MOVES);
  await page.keyboard.press('Home');
  await shown(page, 'start');
  await page.keyboard.press('ArrowRight');
  await shown(page, 'move 1');
  await page.getByRole('button', { name: 'To the end' }).click();
  await shown(page, 'move 3');
  await moveList(page)
    .getByRole('button', { name: /Ga1-a2/ })
    .click();
  await shown(page, 'move 2');
});

test('the value of each position is drawn, and weak moves are named', async ({ scene }) => {
  const page = await scene.open(`/analysis/${await playedGame(scene)}`);
  const values = page.getByRole('region', { name: 'Values of all positions' });
  await values.getByRole('button', { name: 'Analyse all moves' }).click();
  await values.getByText('The values as a table').click();
  const rows = values.getByRole('table').getByRole('row');
  await expect.poll(() => rows.count()).toEqual(MOVES.length + 2);
  await values
    .getByRole('button', { name: /Analyse all moves|Continue|Stop/ })
    .waitFor({ state: 'detached' });
  await expect.poll(() => values.getByText('no value yet').count()).toEqual(0);
  assert.match((await rows.nth(3).textContent()) ?? '', /Ga1-a2/);
  // To leave the lion where it is caught loses at once.
  await values
    .getByRole('list', { name: 'Weak moves' })
    .getByText(/Sky.*1 blunder/)
    .waitFor();
  const slider = values.getByRole('slider', { name: 'Position shown' });
  await slider.fill('1');
  await shown(page, 'move 1');
  assert.match((await slider.getAttribute('aria-valuetext')) ?? '', /Move 1, Cb3xb2: .*%/);
});

test('the engine shows the best moves as lines and on the board, and a line can be tried', async ({
  scene,
}) => {
  const page = await scene.open(`/analysis?game=${GAME}`);
  await shown(page, 'start');
  const engine = page.getByRole('switch', { name: 'Engine' });
  if (!(await engine.isChecked())) await engine.check({ force: true });
  const lines = page.getByRole('list', { name: 'Best moves for Forest' });
  await lines.getByRole('button').first().waitFor();
  await board(page).locator('[data-tone="best"]').first().waitFor({ state: 'attached' });
  const line = lines.getByRole('listitem').first().getByRole('button');
  const wanted = (await line.allTextContents()).slice(0, 2);
  await line.nth(1).click();
  await shown(page, 'move 2');
  assert.deepEqual(await listed(page), wanted);
  await page.getByRole('list', { name: 'Best moves for Forest' }).getByRole('button').first().waitFor();
});

test('another move on the board begins a side line', async ({ scene }) => {
  const page = await scene.open(`/analysis/${await playedGame(scene)}`);
  await board(page).waitFor();
  await page.keyboard.press('Home');
  await shown(page, 'start');
  for (const name of ['b4', 'a3']) await board(page).locator(`[data-cell="${name}"]`).click();
  await moveList(page)
    .getByRole('button', { name: /Lb4-a3/ })
    .waitFor();
  assert.deepEqual([...(await listed(page))].sort(), [...MOVES, 'Lb4-a3'].sort());
  await page.getByText('A variation.').waitFor();
  await page.getByRole('button', { name: 'Main line', exact: true }).click();
  await page.getByText('A variation.').waitFor({ state: 'detached' });
  await page.keyboard.press('End');
  await shown(page, 'move 3');
});

test('an analysis has an address that leads back to it', async ({ scene }) => {
  const page = await scene.open(`/analysis?game=${GAME}`);
  await shown(page, 'start');
  for (const name of ['b3', 'b2', 'a1', 'a2']) {
    await board(page).locator(`[data-cell="${name}"]`).click();
  }
  await shown(page, 'move 2');
  await expect.poll(() => new URL(page.url()).searchParams.get('moves')).toEqual('Cb3xb2,Ga1-a2');
  const other = await scene.open(page.url());
  await shown(other, 'move 2');
  assert.deepEqual(await listed(other), MOVES.slice(0, 2));
});

test('a position is set up, judged by the server, and looked at or played', async ({ scene }) => {
  scene.expect(/status of 4\d\d/);
  const page = await scene.open(`/analysis?game=${GAME}`);
  await page.getByRole('button', { name: 'Set up' }).click();
  const editor = page.getByRole('dialog');
  await editor.getByText(/can be played: Forest is to move/).waitFor();
  await editor.getByRole('button', { name: 'Clear' }).click();
  await expect
    .poll(() => editor.getByRole('button', { name: 'Analyse from here' }).isDisabled())
    .toEqual(true);
  /** @param {string} piece @param {RegExp} square */
  const put = async (piece, square) => {
    await editor.getByRole('radio', { name: piece }).check({ force: true });
    await editor.getByRole('group', { name: 'Squares' }).getByRole('button', { name: square }).click();
  };
  await put('lion of Forest', /^b4/i);
  await put('lion of Sky', /^b1/i);
  await editor.getByRole('button', { name: 'One chick in hand of Forest more' }).click();
  await editor.getByRole('radio', { name: 'Sky', exact: true }).check({ force: true });
  await editor.getByText(/Sky is to move/).waitFor();
  await editor.getByRole('button', { name: 'Analyse from here' }).click();
  await shown(page, 'start');
  assert.match(
    (await board(page).locator('[data-cell="b4"]').getAttribute('aria-label')) ?? '',
    /lion of Forest/i,
  );

  await page.getByRole('button', { name: 'Play from here' }).click();
  await page.getByRole('button', { name: /At this screen/ }).click();
  await gameBoard(page).waitFor();
  const id = new URL(page.url()).pathname.split('/').at(-1);
  const { position } = await scene.server.ask(`/games/${id}`);
  assert.equal(position.text, '.l........L. C - G');
});

test('a record is opened by pasting or dropping it, and a broken one is refused in words', async ({
  scene,
}) => {
  const id = await playedGame(scene);
  const record = JSON.stringify(await scene.server.ask(`/games/${id}/record`));
  const page = await scene.open('/analysis');
  await page.getByRole('button', { name: 'Open a record' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('{"format": "ludwerk-record/1"');
  await expect
    .poll(() => dialog.getByRole('button', { name: 'Open', exact: true }).isDisabled())
    .toEqual(true);
  await dialog.getByRole('textbox').fill(record);
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await board(page).waitFor();
  assert.deepEqual(await listed(page), MOVES);

  const other = await scene.open('/analysis');
  await other.getByRole('heading', { name: 'Analysis' }).waitFor();
  await dropFile(other, 'game.json', record);
  await board(other).waitFor();
  assert.deepEqual(await listed(other), MOVES);

  await page.getByRole('button', { name: 'Open' }).click();
  await dialog.getByRole('textbox').fill('Cb3xb2 Ec1xb2');
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await expect.poll(() => listed(page)).toEqual(['Cb3xb2', 'Ec1xb2']);
});
