// The board with trays: pieces that are dragged, turned and placed by mouse, keyboard and finger, with two to
// four at the table, and a pass where nothing fits.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { overflows, violations } from './lib/checks.mjs';
import { board, cell, HERE, movesOn, playGame, RANDOM, waitForMoves, waitForTurn } from './lib/game.mjs';
import { PHONE, test } from './lib/scene.mjs';

/** @typedef {import('@playwright/test').Page} Page */

const GAMES = new URL('../../games/blokus/tests/data/', import.meta.url);
const DUO = { game: 'blokus' };

/** The moves of a game that strong programs played. @param {'duo' | 'classic'} name @param {number} index */
async function recorded(name, index) {
  const lines = (await readFile(new URL(`${name}-games.jsonl`, GAMES), 'utf8')).split('\n');
  return /** @type {string[]} */ (JSON.parse(lines[index] ?? '').moves);
}

/** @param {Page} page @param {string} name */
const piece = (page, name) => board(page).getByRole('button', { name: new RegExp(`^Piece ${name},`) });

/** @param {Page} page @param {string} name */
const tool = (page, name) =>
  page.getByRole('toolbar', { name: 'Piece in hand' }).getByRole('button', { name, exact: true });

/** Whether the piece in hand fits where it is: `fits`, `wrong`, or nothing in hand. @param {Page} page */
const ghost = (page) =>
  board(page).evaluate(
    (svg) => svg.querySelector('[data-ghost]:not([data-ghost="placed"])')?.getAttribute('data-ghost') ?? null,
  );

/** @param {Page} page @param {string} name */
async function middleOf(page, name) {
  const box = await cell(page, name).boundingBox();
  assert(box, `${name} is not to be seen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, size: box.width };
}

test('a piece is dragged from the tray, and says on the way whether it fits', async ({ scene }) => {
  const { page } = await playGame(scene, [HERE, HERE], DUO);
  await waitForTurn(page);
  const wrong = await middleOf(page, 'b3');
  const right = await middleOf(page, 'e10');
  await piece(page, 'I3').hover();
  await page.mouse.down();
  await page.mouse.move(wrong.x, wrong.y, { steps: 5 });
  await expect.poll(() => ghost(page)).toEqual('wrong');
  await page.mouse.move(right.x, right.y, { steps: 5 });
  await expect.poll(() => ghost(page)).toEqual('fits');
  await page.mouse.up();
  await waitForMoves(page, 1);
  assert.deepEqual(await movesOn(page), ['d10,e10,f10']);
});

test('a click takes a piece up, the wheel, keys and the right button turn it, a click places it', async ({
  scene,
}) => {
  const { page } = await playGame(scene, [HERE, HERE], DUO);
  await waitForTurn(page);
  const at = await middleOf(page, 'e9');
  await piece(page, 'L4').click();
  await page.mouse.move(at.x + at.size / 2, at.y);
  await expect.poll(() => ghost(page), { message: 'it covers e10 as it lies' }).toEqual('fits');
  const label = () => board(page).locator('..').locator('[aria-live]').textContent();
  const first = await label();
  await page.mouse.wheel(0, 100);
  await expect.poll(async () => (await label()) === first, { message: 'the wheel turns it' }).toEqual(false);
  await page.keyboard.press('Shift+R');
  await expect.poll(label, { message: 'the key turns it back' }).toEqual(first);
  await page.mouse.click(at.x + at.size / 2, at.y, { button: 'right' });
  await expect
    .poll(async () => (await label()) === first, { message: 'the right button flips it' })
    .toEqual(false);
  await page.keyboard.press('f');
  await expect.poll(label).toEqual(first);
  await page.mouse.click(at.x + at.size / 2, at.y);
  await waitForMoves(page, 1);
  assert.match((await movesOn(page))[0] ?? '', /e10/);
  // The page's own shortcuts are back once nothing is in hand.
  await page.keyboard.press('ArrowLeft');
  await page.getByText('looking back at move 0 of 1').waitFor();
});

test('a game is played with the keyboard alone, and told as it goes', async ({ scene }) => {
  const { page } = await playGame(scene, [HERE, HERE], DUO);
  await waitForTurn(page);
  for (const [count, name] of ['X', 'W', 'F', 'T5'].entries()) {
    await piece(page, name).focus();
    await page.keyboard.press('Enter');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-ghost')))
      .toEqual('fits');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => ghost(page)).toEqual('fits');
    await page.keyboard.press('n');
    await page.keyboard.press('Enter');
    await waitForMoves(page, count + 1);
    await waitForTurn(page);
  }
  await piece(page, 'I5').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-piece')))
    .toEqual('I5');
  await page.keyboard.press('ArrowUp');
  const told = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  assert.match(told ?? '', /^Piece /);
});

test('on a phone a tap sets a piece down, fingers and buttons turn it, and Place places it', async ({
  scene,
}) => {
  const { page } = await playGame(scene, [HERE, RANDOM], DUO, { phone: true });
  await waitForTurn(page);
  const box = await cell(page, 'a14').boundingBox();
  const last = await cell(page, 'n1').boundingBox();
  assert(
    box && last && box.x >= 0 && last.x + last.width <= PHONE.width,
    'the board is wholly on the screen',
  );
  await piece(page, 'L5').tap();
  await expect.poll(() => ghost(page)).toEqual('fits');
  assert.deepEqual(await movesOn(page), [], 'nothing is placed before one says so');
  const far = await middleOf(page, 'k11');
  await page.touchscreen.tap(far.x, far.y);
  await expect.poll(() => ghost(page)).toEqual('wrong');
  await tool(page, 'Turn right').tap();
  await tool(page, 'Flip').tap();
  const start = await middleOf(page, 'e10');
  await page.touchscreen.tap(start.x, start.y);
  await expect.poll(() => ghost(page)).toEqual('fits');
  await tool(page, 'Place').tap();
  await waitForMoves(page, 2);
  assert.match((await movesOn(page))[0] ?? '', /e10/);
});

test('a finger drags a piece onto the board, and the page does not scroll', async ({ scene }) => {
  const { page } = await playGame(scene, [HERE, HERE], DUO, { phone: true });
  await waitForTurn(page);
  const session = await page.context().newCDPSession(page);
  /** @param {'touchStart' | 'touchMove' | 'touchEnd'} type @param {{ x: number, y: number }[]} touchPoints */
  const touch = (type, touchPoints) => session.send('Input.dispatchTouchEvent', { type, touchPoints });
  const tray = await piece(page, 'O').boundingBox();
  assert(tray);
  const from = { x: tray.x + tray.width / 2, y: tray.y + tray.height / 2 };
  const to = await middleOf(page, 'e8');
  await touch('touchStart', [from]);
  for (const part of [0.2, 0.5, 0.8, 1]) {
    await touch('touchMove', [{ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }]);
  }
  await touch('touchEnd', []);
  await expect.poll(() => ghost(page), { message: 'it is held above the finger' }).toEqual('fits');
  assert.equal(await page.evaluate(() => window.scrollY), 0);
  await tool(page, 'Place').tap();
  await waitForMoves(page, 1);
});

test('Classic is set up for two, three and four, and says whose colour it is', async ({ scene }) => {
  for (const [variant, seats, colours] of /** @type {const} */ ([
    ['classic-2', ['Blue and Red', 'Yellow and Green'], ['Blue', 'Yellow', 'Red', 'Green', 'Blue']],
    ['classic-3', ['Blue', 'Yellow', 'Red'], ['Blue', 'Yellow', 'Red', 'Green', 'Blue']],
    ['classic', ['Blue', 'Yellow', 'Red', 'Green'], ['Blue', 'Yellow', 'Red', 'Green', 'Blue']],
  ])) {
    const page = await scene.open('/new/blokus');
    await page.getByLabel('Rules').selectOption(variant);
    const players = page.getByRole('region', { name: 'Players' });
    await expect
      .poll(() => players.getByRole('group', { name: /^Player \d$/ }).count())
      .toEqual(seats.length);
    for (const name of seats) await players.getByText(name, { exact: false }).first().waitFor();
    await page.getByRole('button', { name: 'At this screen' }).click();
    await waitForTurn(page);
    for (const name of seats) await page.getByRole('region', { name, exact: true }).waitFor();
    for (const [count, colour] of colours.entries()) {
      await page.getByText(new RegExp(`^${colour}(, which all share,)? is to move: pick a piece`)).waitFor();
      if (count === 4) break;
      await piece(page, 'I5').focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      await waitForMoves(page, count + 1);
      await waitForTurn(page);
    }
    assert.equal(await page.getByText('which all share').count(), 0);
    assert.deepEqual(await overflows(page), []);
  }
});

test('who can place nothing is told so and has one button, and the others hear of it', async ({ scene }) => {
  const moves = await recorded('duo', 3);
  const before = moves.slice(0, moves.indexOf('pass'));
  const { page } = await playGame(scene, [HERE, HERE], { ...DUO, moves: before });
  await page.getByText(/^No piece of (Black|White) fits any more/).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Pass' }).count(), 1);
  await page.getByRole('button', { name: 'Pass' }).click();
  await page.getByText(/^(Black|White) passes\. /).waitFor();
  await waitForMoves(page, before.length + 1);
  assert.equal((await movesOn(page)).at(-1), 'pass');
  await board(page).getByText('finished').waitFor();
});

test('moves are tried in an analysis, wherever in the game one is', async ({ scene }) => {
  const moves = (await recorded('classic', 2)).slice(0, 12);
  const { id } = await playGame(scene, [HERE, HERE, HERE, HERE], { ...DUO, variant: 'classic', moves });
  const page = await scene.open(`/analysis/${id}`);
  await page.getByRole('group', { name: /, move 12$/ }).waitFor();
  await page.keyboard.press('Home');
  const start = page.getByRole('group', { name: /, start$/ });
  await start.getByRole('button', { name: /^Piece I5,/ }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.getByRole('group', { name: /, move 1$/ }).waitFor();
  await page.getByText('Yellow is to move').waitFor();
});

test('the board is accessible in light and dark, on both sizes and on a phone', async ({ scene }) => {
  const duo = (await recorded('duo', 3)).slice(0, 13);
  const classic = (await recorded('classic', 2)).slice(0, 30);
  for (const dark of [false, true]) {
    const small = await playGame(scene, [HERE, HERE], { ...DUO, moves: duo }, { dark });
    await waitForTurn(small.page);
    await board(small.page).locator('[data-piece]').first().focus();
    await small.page.keyboard.press('Enter');
    await small.page.getByRole('toolbar', { name: 'Piece in hand' }).waitFor();
    await small.page.getByRole('button', { name: 'Hint' }).click();
    await small.page.getByText('looks best').waitFor();
    assert.deepEqual(await violations(small.page), []);
    const four = [HERE, HERE, HERE, HERE];
    const large = await playGame(
      scene,
      four,
      { ...DUO, variant: 'classic', moves: classic },
      { dark, phone: true },
    );
    await waitForTurn(large.page);
    assert.deepEqual([...(await violations(large.page)), ...(await overflows(large.page))], []);
  }
  const rules = await scene.open('/rules/blokus', { phone: true });
  await rules.getByRole('heading', { name: 'First tips' }).waitFor();
  assert.deepEqual([...(await violations(rules)), ...(await overflows(rules))], []);
});
