// Three at a board of hexes: steps, jumps that turn pieces, exits, passes, what is shown on request, and every
// way to fill three seats.

import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { overflows, violations } from './lib/checks.mjs';
import {
  action,
  board,
  cell,
  choosing,
  HERE,
  INVITED,
  movesOn,
  newGame,
  openGame,
  openInvitation,
  playGame,
  playMove,
  RANDOM,
  result,
  waitForMoreMoves,
  waitForMoves,
  waitForTurn,
} from './lib/game.mjs';
import { PHONE, test } from './lib/scene.mjs';

/** @typedef {import('@playwright/test').Page} Page */

const CHEXERS = { game: 'chexers' };
const ALL_HERE = [HERE, HERE, HERE];

/** Red has two out, a piece on its goal and one that can jump over Green's. */
const MIDDLE = { ...CHEXERS, position: textOf({ r: '0,0 3,-1', g: '1,0 -1,2', b: '-2,0 2,1' }, 'red 2,0,1') };
/** Red's only piece is in a corner behind others that cannot be jumped over. */
const STUCK = {
  ...CHEXERS,
  position: textOf({ r: '-3,0', g: '-2,0 -1,0 -3,1', b: '-3,2 -2,-1 -1,-2' }, 'red 0,0,0'),
};
/** All three step out and back. */
const ROUND = [
  ['MOVE -3,1 -2,1', 'MOVE 1,-3 1,-2', 'MOVE 2,1 1,1'],
  ['MOVE -2,1 -3,1', 'MOVE 1,-2 1,-3', 'MOVE 1,1 2,1'],
].flat();

/** A position text: hexes by letter, then whose turn it is and the exits. @param {Record<string, string>} pieces @param {string} rest */
function textOf(pieces, rest) {
  let text = '';
  for (let q = -3; q <= 3; q++) {
    for (let r = -3; r <= 3; r++) {
      if (Math.abs(q + r) > 3) continue;
      text += Object.keys(pieces).find((letter) => pieces[letter]?.split(' ').includes(`${q},${r}`)) ?? '.';
    }
  }
  return `${text} ${rest}`;
}

/** @param {Page} page @param {string} name */
const labelOf = (page, name) => cell(page, name).getAttribute('aria-label');

/** @param {Page} page @param {string} name */
async function middleOf(page, name) {
  const box = await cell(page, name).boundingBox();
  assert(box, `${name} is not to be seen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** @param {Page} page @param {string} name */
const toggle = (page, name) => page.getByRole('button', { name, exact: true });

test('pieces are moved with the keyboard, by clicking and by dragging', async ({ scene }) => {
  const { page } = await playGame(scene, ALL_HERE, CHEXERS);
  await waitForTurn(page);
  await cell(page, '-3,1').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => labelOf(page, '-3,1')).toEqual('-3,1, piece of Red, selected');
  // Red sits at the bottom and moves up; of the two hexes there, the left one is taken.
  await page.keyboard.press('ArrowUp');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-cell')))
    .toEqual('-2,0');
  await page.keyboard.press('Enter');
  await waitForMoves(page, 1);
  await playMove(scene, page, 'MOVE 1,-3 1,-2');
  await waitForTurn(page);

  const [from, to] = [await middleOf(page, '2,1'), await middleOf(page, '2,0')];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
  await waitForMoves(page, 3);
  assert.deepEqual(await movesOn(page), ['MOVE -3,1 -2,0', 'MOVE 1,-3 1,-2', 'MOVE 2,1 2,0']);
});

test('a jump turns the piece below it, which is seen to turn over', async ({ scene }) => {
  const { page } = await playGame(scene, ALL_HERE, MIDDLE, { calm: false });
  await waitForTurn(page);
  await cell(page, '0,0').click();
  assert.equal(await labelOf(page, '2,0'), '2,0, empty, can capture');
  await cell(page, '2,0').click();
  await waitForMoves(page, 1);
  await board(page).locator('[data-piece="1,0"] [data-turned="1"]').waitFor({ state: 'attached' });
  await expect.poll(() => labelOf(page, '1,0')).toEqual('1,0, piece of Red');
  await action(page, 'Undo').click();
  await expect.poll(() => labelOf(page, '1,0')).toEqual('1,0, piece of Green');
});

test('pieces leave over their edge: by click, by drag and by double click', async ({ scene }) => {
  const ways = {
    click: async (/** @type {Page} */ page) => {
      await cell(page, '3,-1').click();
      await cell(page, 'exit-red').click();
    },
    drag: async (/** @type {Page} */ page) => {
      const [from, to] = [await middleOf(page, '3,-1'), await middleOf(page, 'exit-red')];
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: 5 });
      await page.mouse.up();
    },
    'double click': async (/** @type {Page} */ page) => cell(page, '3,-1').dblclick(),
  };
  for (const [name, leave] of Object.entries(ways)) {
    const { page } = await playGame(scene, ALL_HERE, MIDDLE);
    await waitForTurn(page);
    assert.equal(await labelOf(page, 'exit-red'), 'exits of Red, 2 of 4', name);
    await leave(page);
    await waitForMoves(page, 1);
    assert.deepEqual(await movesOn(page), ['EXIT 3,-1'], name);
    await expect.poll(() => labelOf(page, 'exit-red')).toEqual('exits of Red, 3 of 4');
    await expect.poll(() => labelOf(page, '3,-1')).toEqual('3,-1, empty, goal of Red');
  }
});

test('the fourth exit wins, and all seats are told', async ({ scene }) => {
  const position = textOf({ r: '3,-1', g: '1,0 -1,2', b: '-2,0 2,1' }, 'red 3,0,1');
  const { page } = await playGame(scene, ALL_HERE, { ...CHEXERS, position });
  await playMove(scene, page, 'EXIT 3,-1');
  await result(page).getByText('Red wins').waitFor();
  await expect.poll(() => labelOf(page, 'exit-red')).toEqual('exits of Red, 4 of 4');
});

test('who can do nothing has one button, and the others hear of it', async ({ scene }) => {
  const { page } = await playGame(scene, ALL_HERE, STUCK);
  await page.getByText('Red has no move.').waitFor();
  await page.getByRole('button', { name: 'Pass' }).click();
  await waitForMoves(page, 1);
  assert.deepEqual(await movesOn(page), ['PASS']);
  await page.getByText('Red passes. Green is to move.').waitFor();
});

test('threats and repetition are shown on request, and remembered', async ({ scene }) => {
  const moves = [...ROUND, ...ROUND, ...ROUND.slice(0, 5)];
  const { page } = await playGame(scene, ALL_HERE, { ...CHEXERS, moves });
  await waitForTurn(page);
  assert.equal(await page.getByText(/This position/).count(), 0);
  await toggle(page, 'Repetition').click();
  await page.getByText('This position: 3rd of 4 times').waitFor();
  await page.keyboard.press('Home');
  await page.getByText('This position: 1st of 4 times').waitFor();
  await page.keyboard.press('End');
  await playMove(scene, page, 'MOVE 1,1 2,1');
  await page.getByText('This position: 4th of 4 times').waitFor();
  await result(page).getByText('Draw').waitFor();

  const other = await newGame(scene, ALL_HERE, MIDDLE);
  const beside = await scene.openBeside(page, `/game/${other.id}#key=${other.token}`);
  await waitForTurn(beside);
  await beside.getByText('This position: 1st of 4 times').waitFor();
  const threats = () => board(beside).locator('[data-threat]').count();
  assert.equal(await threats(), 0);
  await toggle(beside, 'Threats').click();
  await expect.poll(threats).toEqual(2);
  assert.equal(await labelOf(beside, '1,0'), '1,0, piece of Green, threatened');
  await playMove(scene, beside, 'JUMP 0,0 2,0');
  await expect.poll(threats).toEqual(1);
  assert.equal(await labelOf(beside, '2,0'), '2,0, piece of Red, threatened');
});

test('each seat sees its own home at the bottom', async ({ scene }) => {
  const { page } = await playGame(scene, ALL_HERE, CHEXERS);
  await waitForTurn(page);
  for (const [name, home, goal] of [
    ['Red', '-3,1', '3,-2'],
    ['Green', '1,-3', '-2,3'],
    ['Blue', '2,1', '-2,-1'],
  ]) {
    const isBelow = async () =>
      (await middleOf(page, home ?? '')).y > (await middleOf(page, goal ?? '')).y + 200;
    await expect.poll(isBelow, { message: `${name} does not play upwards` }).toEqual(true);
    await action(page, 'Flip').click();
  }
});

test('one plays against two programs to the end of several rounds, and takes back', async ({ scene }) => {
  const page = await scene.open('/new/chexers');
  const players = page.getByRole('region', { name: 'Players' });
  await expect.poll(() => players.getByRole('group', { name: /^Player \d$/ }).count()).toEqual(3);
  await page.getByRole('button', { name: 'You begin' }).click();
  for (const round of [1, 2, 3]) {
    await playMove(scene, page);
    await waitForMoreMoves(page, 3 * round);
    await waitForTurn(page);
  }
  await action(page, 'Undo').click();
  await waitForMoves(page, 6);
  await waitForTurn(page);
});

test('two people play against one program', async ({ scene }) => {
  const page = await scene.open('/new/chexers');
  const second = page.getByRole('region', { name: 'Players' }).getByRole('group', { name: 'Player 2' });
  await second.getByRole('radio', { name: 'Person here' }).check({ force: true });
  await page.getByRole('button', { name: 'Start the game' }).click();
  for (const count of [1, 2]) {
    await playMove(scene, page);
    await waitForMoreMoves(page, count);
  }
  await waitForMoves(page, 3);
  await waitForTurn(page);
});

test('three sit at one screen, and the board turns to the mover if they like', async ({ scene }) => {
  const page = await scene.open('/settings');
  await page.getByRole('switch', { name: /Turn the board/ }).click();
  await page.goto('/new/chexers');
  await page.getByRole('button', { name: 'At this screen' }).click();
  for (const [count, home] of ['-3,1', '1,-3', '2,1', '-3,2'].entries()) {
    await waitForTurn(page);
    const middle = await middleOf(page, '0,0');
    await expect
      .poll(async () => (await middleOf(page, home)).y > middle.y + 150, { message: `${home} is below` })
      .toEqual(true);
    await playMove(scene, page);
    await waitForMoves(page, count + 1);
  }
});

test('two friends come by links, and each moves for their own colour', async ({ scene }) => {
  const start = await scene.open('/new/chexers');
  const players = start.getByRole('region', { name: 'Players' });
  for (const name of ['Player 2', 'Player 3']) {
    const seat = players.getByRole('group', { name, exact: true });
    await seat.getByRole('radio', { name: /link/i }).check({ force: true });
  }
  await start.getByRole('button', { name: 'Start the game' }).click();
  await start.getByText(/is not here yet/).waitFor();
  await start.getByRole('button', { name: 'All links' }).click();
  const links = start.getByRole('dialog').getByLabel(/^For (Green|Blue)$/);
  await expect.poll(() => links.count()).toEqual(2);
  // A link that was used is not shown any more, so all are read first.
  const addresses = [await links.first().inputValue(), await links.last().inputValue()];
  const friends = [];
  for (const address of addresses) friends.push(await scene.open(address));
  await start.keyboard.press('Escape');
  const pages = [start, ...friends];
  for (const [count, page] of [...pages, ...pages].entries()) {
    await waitForTurn(page);
    for (const other of pages) if (other !== page) assert.notEqual(await choosing(other), 'now');
    await playMove(scene, page);
    for (const other of pages) await waitForMoves(other, count + 1);
  }
});

test('an exit can be chosen while the others think', async ({ scene }) => {
  const { id, token, invitations } = await newGame(scene, [HERE, INVITED, RANDOM], {
    ...MIDDLE,
    position: MIDDLE.position.replace('red', 'green'),
  });
  const red = await openGame(scene, id, token);
  const green = await openInvitation(scene, id, invitations);
  await waitForTurn(green);
  await expect.poll(() => choosing(red)).toEqual('ahead');
  for (const name of ['3,-1', 'exit-red']) await cell(red, name).click();
  await board(red).locator('[data-premove]').first().waitFor({ state: 'attached' });
  await playMove(scene, green);
  await waitForMoreMoves(red, 3);
  assert.equal((await movesOn(red))[2], 'EXIT 3,-1');
});

test('on a phone the board is wholly seen, and fingers play', async ({ scene }) => {
  const { page } = await playGame(scene, ALL_HERE, MIDDLE, { phone: true });
  await waitForTurn(page);
  const box = await board(page).boundingBox();
  assert(box && box.x >= 0 && box.x + box.width <= PHONE.width && box.y + box.height <= PHONE.height);
  assert(box.width > PHONE.width * 0.85, `the board is only ${box.width} wide`);
  const hex = await cell(page, '0,0').boundingBox();
  assert(hex && hex.width > 40, 'a hex is as large as a fingertip');
  await cell(page, '3,-1').tap();
  await cell(page, 'exit-red').tap();
  await waitForMoves(page, 1);
  await waitForTurn(page);

  const session = await page.context().newCDPSession(page);
  /** @param {'touchStart' | 'touchMove' | 'touchEnd'} type @param {{ x: number, y: number }[]} touchPoints */
  const touch = (type, touchPoints) => session.send('Input.dispatchTouchEvent', { type, touchPoints });
  const [from, to] = [await middleOf(page, '1,0'), await middleOf(page, '-1,0')];
  await touch('touchStart', [from]);
  for (const part of [0.2, 0.5, 0.8, 1]) {
    await touch('touchMove', [{ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }]);
  }
  await touch('touchEnd', []);
  await waitForMoves(page, 2);
  assert.deepEqual(await movesOn(page), ['EXIT 3,-1', 'JUMP 1,0 -1,0']);
  assert.equal(await page.evaluate(() => window.scrollY), 0);
  await toggle(page, 'Threats').tap();
  await toggle(page, 'Repetition').tap();
  await page.getByText('This position: 1st of 4 times').waitFor();
  assert.deepEqual(await overflows(page), []);
});

test('the board, its analysis and its rules are accessible in light and dark', async ({ scene }) => {
  for (const dark of [false, true]) {
    const { id, page } = await playGame(scene, ALL_HERE, MIDDLE, { dark });
    await waitForTurn(page);
    await toggle(page, 'Threats').click();
    await toggle(page, 'Repetition').click();
    await cell(page, '0,0').click();
    assert.deepEqual(await violations(page), []);
    const phone = await playGame(scene, ALL_HERE, STUCK, { dark, phone: true });
    await phone.page.getByRole('button', { name: 'Pass' }).waitFor();
    assert.deepEqual([...(await violations(phone.page)), ...(await overflows(phone.page))], []);
    const analysis = await scene.open(`/analysis/${id}`, { dark });
    await analysis.getByRole('group', { name: /, start$/ }).waitFor();
    assert.deepEqual([...(await violations(analysis)), ...(await overflows(analysis))], []);
  }
  const rules = await scene.open('/rules/chexers', { phone: true });
  await rules.getByRole('heading', { name: 'First tips' }).waitFor();
  assert.deepEqual([...(await violations(rules)), ...(await overflows(rules))], []);
});
