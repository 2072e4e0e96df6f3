// Hidden hands and turns of several tiles: taking back, ending a turn, exchanges, settlements looked at closely, one
// screen for two, two screens by link, and the choices before the first turn.

import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { overflows, violations } from './lib/checks.mjs';
import {
  board,
  cell,
  clickMove,
  HERE,
  INVITED,
  movesOn,
  newGame,
  openGame,
  openInvitation,
  playGame,
  RANDOM,
  waitForMoreMoves,
  waitForMoves,
  waitForTurn,
} from './lib/game.mjs';
import { PHONE, test } from './lib/scene.mjs';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('./lib/scene.mjs').Scene} Scene */

const SAMURAI = { game: 'samurai' };
const FIGURES = 'h/h/b/h/r/r/rb/r/b/h/rh/b/rhb/h/r/b/b';
const PILES = [
  'rice2,rice3,helmet3,helmet4,buddha2,buddha3,buddha4,samurai1,samurai1,samurai2,samurai2,samurai3,ship1,ship1,ronin1',
  'rice3,rice4,helmet2,helmet3,helmet4,buddha2,buddha3,buddha4,samurai1,shift,ship1,ship1,ship2,ronin1,swap',
].join('/');
/** Red holds a tile of each sort, and has a tile on the board that can be moved. */
const MIDDLE = {
  ...SAMURAI,
  position: `${FIGURES} 0:rice3@24,1:helmet3@26 0.0.0/0.0.0 0.0.0 00 rice4,helmet2,shift,ship2,swap/rice2,samurai1,samurai2,samurai2,samurai3 ${PILES.replace('rice2,rice3,', 'rice2,').replace('helmet2,helmet3,', 'helmet2,')} 0 2`,
};

/** @param {Page} page @param {string} name */
const button = (page, name) => page.getByRole('button', { name, exact: true });

/** What the board says. @param {Page} page */
const said = (page) => page.locator('[role="status"]').filter({ hasText: /\S/ }).first().textContent();

/** What can be played, to whoever may know. @param {Scene} scene @param {string} id @param {string} token @param {number} seat */
async function legal(scene, id, token, seat) {
  const { position } = await scene.server.ask(`/games/${id}`, { token, seat });
  return /** @type {import('./lib/game.mjs').Move[]} */ (position.legal);
}

/** The tiles in the tray by their cells. @param {Page} page */
async function hand(page) {
  const cells = await board(page)
    .locator('[data-cell*=":"]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-cell')));
  return cells.map(String);
}

test('a turn of two tiles: one is taken back, another played, and the turn ends', async ({ scene }) => {
  const { page } = await playGame(scene, [HERE, RANDOM], MIDDLE);
  await waitForTurn(page);
  assert.equal(await said(page), 'Your turn: pick a tile.');
  assert(await button(page, 'End turn').isDisabled(), 'a tile must be played first');
  await cell(page, '0:rice4').click();
  assert.equal(await said(page), 'Choose a land space for rice 4.');
  await cell(page, '33').click();
  await waitForMoves(page, 1);
  await waitForTurn(page);
  assert.deepEqual((await hand(page)).includes('0:helmet2'), true);
  await cell(page, '0:ship2').click();
  await cell(page, '77').click();
  await waitForMoves(page, 2);
  assert.match(String(await cell(page, '77').getAttribute('aria-label')), /ship 2, character of Red/);

  await button(page, 'Take back').click();
  await waitForMoves(page, 1);
  assert((await hand(page)).includes('0:ship2'), 'the ship is in the hand again');
  await waitForTurn(page);
  await page.keyboard.press('u');
  await waitForMoves(page, 0);
  assert(await button(page, 'Take back').isDisabled());
  await waitForTurn(page);
  await clickMove(page, { move: 'ship2@77', touches: ['0:ship2', '77'], kind: 'drop' });
  await waitForMoves(page, 1);
  await waitForTurn(page);
  await clickMove(page, { move: 'rice4@25', touches: ['0:rice4', '25'], kind: 'drop' });
  await waitForMoves(page, 2);
  await waitForTurn(page);
  await page.keyboard.press('e');
  await waitForMoreMoves(page, 5);
  await waitForTurn(page);
  const moves = await movesOn(page);
  assert.deepEqual(moves.slice(0, 3), ['ship2@77', 'rice4@25', 'end']);
  assert.equal(moves.at(-1), 'end');
  assert(await button(page, 'Take back').isDisabled(), 'what is over is over');
  // What the other has played since is shown as new.
  assert((await board(page).locator('[data-fresh]').count()) > 0);
});

test('figures and tiles are exchanged step by step', async ({ scene }) => {
  const { page } = await playGame(scene, [HERE, RANDOM], MIDDLE);
  await waitForTurn(page);
  await cell(page, '0:swap').click();
  await expect.poll(() => said(page)).toEqual('Choose the first figure to exchange.');
  await cell(page, 'figure-4-rice').click();
  await expect
    .poll(() => said(page))
    .toEqual('Choose the second figure, to change places with the rice of village 4.');
  await cell(page, 'figure-0-helmet').click();
  await waitForMoves(page, 1);
  assert.deepEqual(await movesOn(page), ['swap:helmet@0,rice@4']);
  await waitForTurn(page);
  assert.match(String(await cell(page, '0').getAttribute('aria-label')), /^village 0, rice/);

  await cell(page, '0:shift').click();
  await expect.poll(() => said(page)).toEqual('Choose one of your tiles to move.');
  await cell(page, '24').click();
  await expect.poll(() => said(page)).toEqual('Choose an empty land space for it.');
  await button(page, 'Cancel').click();
  await expect.poll(() => said(page)).toEqual('Play another tile, or end your turn.');
  await cell(page, '0:shift').click();
  await cell(page, '24').click();
  await cell(page, '33').click();
  await waitForMoves(page, 2);
  assert.match(String(await cell(page, '24').getAttribute('aria-label')), /tile exchange of Red/);
  assert.match(String(await cell(page, '33').getAttribute('aria-label')), /rice 3 of Red/);
});

test('the keyboard plays a tile, and a settlement tells who would win it', async ({ scene }) => {
  const { page } = await playGame(scene, [HERE, RANDOM], MIDDLE);
  await waitForTurn(page);
  await cell(page, '0:rice4').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => said(page)).toEqual('Choose a land space for rice 4.');
  await page.keyboard.press('ArrowUp');
  await cell(page, '33').focus();
  await page.keyboard.press('Enter');
  await waitForMoves(page, 1);

  await cell(page, '12').hover({ force: true });
  const edo = page.getByRole('region', { name: /^Edo/ });
  await edo.waitFor();
  assert.match(String(await edo.getByRole('row', { name: /rice/ }).textContent()), /40Red/);
  assert.match(String(await edo.getByRole('row', { name: /helmet/ }).textContent()), /00–nobody/);
  assert.match(String(await edo.textContent()), /5 land spaces left/);
});

test('at one screen the device is passed before a hand is shown', async ({ scene }) => {
  const { page, id, token } = await playGame(scene, [HERE, HERE], SAMURAI);
  const pass = (/** @type {string} */ name) =>
    page.getByRole('heading', { name: `Pass the device to ${name}` });
  await pass('Red').waitFor();
  assert.deepEqual(await hand(page), [], 'nobody’s hand is there yet');
  assert.deepEqual(await violations(page), []);
  await page.getByRole('button', { name: /^I am Red/ }).click();
  await waitForTurn(page);
  const red = await hand(page);
  assert(red.length >= 3 && red.every((name) => name.startsWith('0:')));

  const [move] = await legal(scene, id, token, 0);
  assert(move);
  await clickMove(page, move);
  await waitForMoves(page, 1);
  await waitForTurn(page);
  await button(page, 'End turn').click();
  await pass('Blue').waitFor();
  await expect.poll(() => hand(page), { message: 'Red’s hand is gone, and Blue’s not there' }).toEqual([]);
  // A page that is loaded again shows no more.
  await page.reload();
  await pass('Blue').waitFor();
  assert.deepEqual(await hand(page), []);
  await page.getByRole('button', { name: /^I am Blue/ }).click();
  await waitForTurn(page);
  const blue = await hand(page);
  assert(blue.length >= 3 && blue.every((name) => name.startsWith('1:')));
  // Looking back shows what Blue may see.
  await page.keyboard.press('ArrowLeft');
  await expect.poll(async () => (await hand(page)).every((name) => name.startsWith('1:'))).toEqual(true);
});

test('by link everyone sees the own hand alone, and turns as they are played', async ({ scene }) => {
  const { id, token, invitations } = await newGame(scene, [HERE, INVITED], { ...SAMURAI, seed: undefined });
  const first = await openGame(scene, id, token);
  const second = await openInvitation(scene, id, invitations);
  /** @type {string[]} */
  const heard = [];
  second.on('response', async (response) => {
    if (response.url().includes('/api/games/')) heard.push(await response.text().catch(() => ''));
  });
  await waitForTurn(first);
  assert((await hand(first)).every((name) => name.startsWith('0:')));
  await expect.poll(async () => (await hand(second)).every((name) => name.startsWith('1:'))).toEqual(true);
  assert((await hand(second)).length > 0);

  const [move] = await legal(scene, id, token, 0);
  assert(move);
  await clickMove(first, move);
  await waitForMoves(second, 1);
  await button(first, 'Take back').click();
  await waitForMoves(second, 0);
  assert.equal(await second.getByText(/asks to/).count(), 0, 'nobody is asked');
  await waitForTurn(first);
  await clickMove(first, move);
  await waitForMoves(first, 1);
  await waitForTurn(first);
  await button(first, 'End turn').click();
  await waitForMoves(second, 2);
  await waitForTurn(second);
  assert.equal(await board(second).locator('[data-fresh]').count(), 1);
  assert(heard.every((text) => !/"name":"0:(rice|helmet|buddha|samurai|ship|ronin)\d/.test(text)));
});

test('a first hand is chosen and figures are placed', async ({ scene }) => {
  const { page } = await playGame(scene, [HERE, RANDOM], { ...SAMURAI, variant: 'official-full' });
  const choice = page.getByRole('region', { name: 'Choose your first hand' });
  await choice.waitFor();
  assert.deepEqual(await violations(page), []);
  const keep = button(page, 'Keep these five');
  for (const name of ['rice 4', 'samurai 3', 'ship 2, character', 'ronin 1, character']) {
    await choice.getByRole('button', { name, exact: true }).click();
  }
  assert(await keep.isDisabled());
  await choice.getByText('4 of 5 chosen').waitFor();
  await choice.getByRole('button', { name: 'figure exchange, character' }).click();
  await keep.click();
  await waitForMoreMoves(page, 2);
  await waitForTurn(page);
  assert.equal((await movesOn(page))[1], '…', 'what the other has chosen stays hidden');
  await expect.poll(() => said(page)).toEqual('Choose a kind of figure to place.');
  await cell(page, '0:rice').click();
  await expect.poll(() => said(page)).toEqual('Choose a settlement for the rice.');
  // Cities first: two of them for two players.
  await cell(page, '6').click();
  await waitForMoreMoves(page, 3);
  assert.equal((await movesOn(page))[2], 'figure:rice@6');
});

for (const [name, options] of Object.entries({
  'on a desktop': {},
  'on a desktop in the dark': { dark: true },
  'on a phone': { phone: true },
  'on a phone in the dark': { phone: true, dark: true },
})) {
  test(`two, three and four find their place ${name}`, async ({ scene }) => {
    for (const players of [2, 3, 4]) {
      const seats = [HERE, ...Array.from({ length: players - 1 }, () => RANDOM)];
      const { page } = await playGame(scene, seats, SAMURAI, options);
      await waitForTurn(page);
      assert.deepEqual([...(await violations(page)), ...(await overflows(page))], []);
      const table = page.getByRole('table', { name: 'Captured figures and tiles' });
      assert.equal(await table.getByRole('row').count(), players + 3);
      // The scores lie on no space.
      const scores = await table.boundingBox();
      assert(scores);
      const covered = await board(page)
        .locator('[data-cell]')
        .evaluateAll(
          (cells, { right, bottom }) =>
            cells.filter((one) => {
              const { left, top } = one.getBoundingClientRect();
              return left + 2 < right && top + 2 < bottom;
            }).length,
          { right: scores.x + scores.width, bottom: scores.y + scores.height },
        );
      assert.equal(covered, 0, 'spaces lie below the scores');
      const end = await button(page, 'End turn').boundingBox();
      assert(end && end.height >= 40);
      const room = await board(page).boundingBox();
      assert(room && end.x + end.width <= room.x + room.width + 1, 'the button sticks out');
      assert(end.y + end.height <= room.y + room.height + 1, 'the button hangs out');
      if ('phone' in options) assert(end.x + end.width <= PHONE.width);
      await page.context().close();
    }
  });
}
