// What a table is good for: a perfect opponent, exact analysis, training and puzzles. Building one takes minutes, so
// these tests are skipped unless `LUDWERK_TABLE` names the file of one.

import assert from 'node:assert/strict';
import { jumps, overflows, violations } from './lib/checks.mjs';
import {
  action,
  board,
  clickMove,
  GAME,
  HERE,
  idOf,
  movesOn,
  newGame,
  openGame,
  waitForMoves,
  waitForTurn,
} from './lib/game.mjs';
import { expect, test } from './lib/scene.mjs';
import { bringTable, TABLE } from './lib/table.mjs';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('./lib/scene.mjs').Scene} Scene */
/** @typedef {{ move: string, touches?: string[], kind?: string, value: { text: string, share: number } }} Line */

const PERFECT = { kind: 'engine', spec: 'perfect' };

test.skip(TABLE === undefined, 'LUDWERK_TABLE names no table');
test.beforeEach(async ({ scene }) => {
  if (TABLE !== undefined) await bringTable(scene.server, TABLE);
});

/**
 * What the table says about a position, the best move first.
 * @param {Scene} scene
 * @param {string | undefined} position
 * @param {string[]} moves
 * @returns {Promise<(Line & { touches: string[], kind: string })[]>}
 */
async function linesOf(scene, position, moves) {
  const at = { game: GAME, moves, ...(position && { position }) };
  const { lines } = await scene.server.ask('/analysis', { body: { at, agent: 'perfect', lines: 100 } });
  return lines.map((/** @type {Line} */ line) => ({
    kind: 'move',
    ...line,
    touches: line.touches ?? line.move.split(','),
  }));
}

/**
 * A puzzle with a slip in it that does not lose at once.
 * @param {Scene} scene
 */
async function puzzleWithSlip(scene) {
  for (let seed = 1; seed < 40; seed += 1) {
    const puzzle = await scene.server.ask(`/puzzles/${GAME}?difficulty=2&seed=${seed}`);
    const lines = await linesOf(scene, puzzle.position, []);
    const slip = lines.find(({ value }) => {
      const lost = /^loss in (\d+)$/.exec(value.text);
      return lost ? Number(lost[1]) > 4 : !value.text.startsWith('win');
    });
    const [best] = lines;
    if (slip && best) return { puzzle, slip, best };
  }
  throw new Error('no puzzle has a slip that is not over at once');
}

test('a perfect opponent is chosen, plays, and plays again', async ({ scene }) => {
  const page = await scene.open(`/new/${GAME}`);
  const level = page.getByRole('slider', { name: 'Level' });
  await level.focus();
  await level.press('End');
  await page.getByText(/every position and never makes a mistake/).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Build the tablebase' }).count(), 0);
  await page.getByRole('button', { name: 'Start the game' }).click();
  await board(page).waitFor();
  await page.getByRole('region', { name: 'Sky: Perfect' }).waitFor();
  await waitForTurn(page);
  const [first] = await linesOf(scene, undefined, []);
  assert(first);
  // The second player wins in 78, so nothing holds out longer.
  assert.equal(first.value.text, 'loss in 78');
  await clickMove(page, first);
  await waitForMoves(page, 2);
  const played = (await movesOn(page))[1];
  const answers = await linesOf(scene, undefined, [first.move]);
  assert.equal(answers.find(({ move }) => move === played)?.value.text, 'win in 77');

  const before = idOf(page);
  await action(page, 'Resign').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, resign' }).click();
  await page.getByRole('button', { name: 'Play again' }).click();
  await expect.poll(() => idOf(page) !== before).toEqual(true);
  await page.getByRole('region', { name: 'Sky: Perfect' }).waitFor();
  await page.goto('/library');
  await page
    .getByRole('heading', { name: /Perfect/ })
    .first()
    .waitFor();
});

test('the analysis tells the exact value of every move', async ({ scene }) => {
  const page = await scene.open(`/analysis?game=${GAME}&moves=Cb3xb2,Ga1-a2`);
  const table = page.getByRole('group', { name: /, move 2$/ });
  await table.waitFor();
  const engine = page.getByRole('switch', { name: 'Engine' });
  if (!(await engine.isChecked())) await engine.check({ force: true });
  await page.getByText('For Forest · exact, from the tablebase').waitFor();
  const list = page.getByRole('list', { name: 'All moves for Forest' });
  const wanted = await linesOf(scene, undefined, ['Cb3xb2', 'Ga1-a2']);
  await list.getByText('wins in 1', { exact: true }).first().waitFor();
  await expect.poll(() => list.locator(':scope > li').count()).toEqual(wanted.length);
  await page.getByRole('img', { name: 'Forest wins in 1' }).waitFor();
  // On the board, each target of a piece in hand has the value of the move.
  for (const sign of ['win', 'loss']) {
    const line = wanted.find(({ value }) => value.text.startsWith(sign));
    assert(line, `no move with a ${sign}`);
    await table.locator(`[data-cell="${line.touches[0]}"]`).click();
    await table.locator(`[data-outcome="${sign}"]`).first().waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
  }

  // To leave the lion where it is caught turns a win into a loss.
  const values = page.getByRole('region', { name: 'Values of all positions' });
  await values.getByRole('button', { name: /Analyse all moves|Continue/ }).click();
  await values
    .getByRole('list', { name: 'Weak moves' })
    .getByText(/Sky.*1 blunder/)
    .waitFor();
});

test('training says what a move gave away, takes it back, and praises the better one', async ({ scene }) => {
  const { puzzle, slip, best } = await puzzleWithSlip(scene);
  const seats = puzzle.seat === 0 ? [HERE, PERFECT] : [PERFECT, HERE];
  const { id, token } = await newGame(scene, seats, { position: puzzle.position });
  const page = await openGame(scene, id, token);
  const training = page.getByRole('switch', { name: 'Training' });
  await training.check({ force: true });
  await waitForTurn(page);
  await clickMove(page, slip);
  await page.getByText(/That gave away the win/).waitFor();
  await page.getByText('0 kept, 1 slip').waitFor();
  await waitForMoves(page, 2);
  await page.getByRole('button', { name: 'Show best' }).click();
  await page.getByText('You are looking back at move 0 of 2.').waitFor();
  await board(page).locator('[data-tone="best"]').first().waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Take back' }).click();
  await waitForMoves(page, 0);
  await page.getByText(/That gave away the win/).waitFor({ state: 'detached' });
  await waitForTurn(page);
  await clickMove(page, best);
  await page.getByText(new RegExp(`Kept the win: wins in ${puzzle.plies}\\.`)).waitFor();
  await page.getByText('1 kept, 1 slip').waitFor();
  // The choice is remembered.
  await page.reload();
  await expect.poll(() => training.isChecked()).toEqual(true);
});

test('a puzzle is played through, with a try that is explained and an address to share', async ({
  scene,
}) => {
  const { puzzle, slip } = await puzzleWithSlip(scene);
  const address = `/puzzles/${GAME}/2/${puzzle.seed}`;
  const page = await scene.open(address);
  const name = puzzle.seat === 0 ? 'Forest' : 'Sky';
  await page.getByRole('heading', { name: `${name} to move: win in ${puzzle.plies}` }).waitFor();
  const table = page.getByRole('group', { name: /the puzzle$/ });
  /** @param {{ move: string, touches: string[] }} move */
  const click = async ({ move, touches }) => {
    await table.and(page.locator('[data-choosing="now"]')).waitFor();
    for (const cell of touches) await table.locator(`[data-cell="${cell}"]`).click();
    const question = page.getByRole('group', { name: 'Which move?' });
    if (await question.isVisible()) await question.getByRole('button', { name: move, exact: true }).click();
  };
  await click(slip);
  await page.getByText(/(only draws|loses in \d+)\. Try again\./).waitFor();
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.getByText(/^Look at the /).waitFor();
  const moves = page.getByRole('list', { name: 'Moves so far' }).getByRole('listitem');
  for (let played = 0; played < puzzle.plies; played += 2) {
    await expect.poll(() => moves.count()).toEqual(played);
    const [right] = await linesOf(scene, puzzle.position, await moves.allTextContents());
    assert(right);
    await click(right);
  }
  await page.getByText('Solved!').waitFor();
  await page.getByText(/^Solved\s*1$/).waitFor();
  await page.getByRole('button', { name: 'Next puzzle' }).click();
  await expect.poll(() => new URL(page.url()).pathname !== address).toEqual(true);
  await page.getByRole('heading', { name: /to move: win in \d+/ }).waitFor();
  await page.getByRole('button', { name: 'Show the solution' }).click();
  await page.getByText('The solution, move by move').waitFor();
  await page.getByRole('link', { name: 'Analyse this position' }).click();
  await page.getByRole('heading', { name: /Dobutsu/ }).waitFor();
});

for (const phone of [false, true]) {
  test(`nothing is wrong with the pages of a solved game on a ${phone ? 'phone' : 'desk'}`, async ({
    scene,
  }) => {
    /** @type {string[]} */
    const found = [];
    /** @param {string} name @param {Page} page */
    const look = async (name, page) => {
      for (const check of [jumps, overflows, violations]) {
        found.push(...(await check(page)).map((complaint) => `${name}: ${complaint}`));
      }
    };
    const page = await scene.open(`/puzzles/${GAME}/3/1`, { phone, dark: phone });
    await page.locator('[data-choosing="now"]').waitFor();
    await look('puzzle', page);
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.getByText(/^Look at the /).waitFor();
    await look('puzzle with a hint', page);
    await page.goto(`/analysis?game=${GAME}&moves=Cb3xb2,Ga1-a2`);
    if (phone) await page.getByRole('tab', { name: 'Engine' }).click();
    await page.getByRole('switch', { name: 'Engine' }).check({ force: true });
    await page.getByText('exact, from the tablebase').waitFor();
    await look('exact analysis', page);
    const { id, token } = await newGame(scene, [HERE, PERFECT]);
    await page.goto(`/game/${id}#key=${token}`);
    await page.getByRole('switch', { name: 'Training' }).check({ force: true });
    await waitForTurn(page);
    const [best] = await linesOf(scene, undefined, []);
    assert(best);
    await clickMove(page, best);
    await page.getByText(/^Still lost, with the longest defence/).waitFor();
    await waitForMoves(page, 2);
    await waitForTurn(page);
    await expect.poll(() => action(page, 'Hint').isEnabled()).toEqual(true);
    await look('training', page);
    assert.deepEqual(found, []);
  });
}
