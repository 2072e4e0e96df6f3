// Two people at two screens: joining by link, moves that appear at once, and asking before taking back.

import assert from 'node:assert/strict';
import {
  action,
  board,
  cell,
  choosing,
  GAME,
  gameOf,
  HERE,
  INVITED,
  movesOn,
  newGame,
  openGame,
  openInvitation,
  playMove,
  result,
  waitForMoves,
  waitForTurn,
} from './lib/game.mjs';
import { expect, test } from './lib/scene.mjs';

/** @param {import('./lib/scene.mjs').Scene} scene */
async function twoWindows(scene) {
  const { id, token, invitations } = await newGame(scene, [HERE, INVITED]);
  const first = await openGame(scene, id, token);
  const second = await openInvitation(scene, id, invitations);
  await waitForTurn(first);
  return { id, first, second };
}

test('a friend joins by the link that the page shows', async ({ scene }) => {
  const page = await scene.open(`/new/${GAME}`);
  const players = page.getByRole('region', { name: 'Players' });
  await players.getByRole('radio', { name: /link/i }).last().check({ force: true });
  await page.getByRole('button', { name: 'Start the game' }).click();
  await board(page).waitFor();
  await page.getByText(/is not here yet/).waitFor();
  await action(page, 'Share').click();
  const link = await page
    .getByRole('dialog')
    .getByLabel(/^For (?!spectators)/)
    .first()
    .inputValue();
  assert.match(link, /\/game\/[^/]+#invite=.+/);
  await page.keyboard.press('Escape');

  const friend = await scene.open(link);
  await board(friend).waitFor();
  assert.equal(new URL(friend.url()).hash, '', 'the key does not stay in the address');
  await page.getByText(/is not here yet/).waitFor({ state: 'detached' });

  const [one, other] = (await choosing(friend)) === 'now' ? [friend, page] : [page, friend];
  const { move } = await playMove(scene, one);
  await waitForMoves(other, 1);
  assert.deepEqual(await movesOn(other), [move]);
  await playMove(scene, other);
  await waitForMoves(one, 2);
});

test('a link that was used opens no seat', async ({ scene }) => {
  const { id, invitations } = await newGame(scene, [HERE, INVITED]);
  await openInvitation(scene, id, invitations);
  scene.expect(/410/);
  const late = await openInvitation(scene, id, invitations);
  await late.getByText(/used already/).waitFor();
  await late.getByText('You are watching as a spectator.').waitFor();
});

test('nobody moves for the other, and onlookers do not move at all', async ({ scene }) => {
  const { id, first, second } = await twoWindows(scene);
  const third = await scene.open(`/game/${id}`);
  await third.getByText('You are watching as a spectator.').waitFor();
  for (const page of [second, third]) {
    assert.notEqual(await choosing(page), 'now');
    for (const name of ['b3', 'b2']) await cell(page, name).click({ force: true });
  }
  assert.equal(await choosing(third), null);
  assert.equal((await gameOf(scene, id)).moves.length, 0);
  await playMove(scene, first);
  await waitForTurn(second);
  await waitForMoves(third, 1);
  assert.notEqual(await choosing(first), 'now');
});

test('a move chosen while the other thinks is played when the turn comes', async ({ scene }) => {
  const { first, second } = await twoWindows(scene);
  await expect.poll(() => choosing(second)).toEqual('ahead');
  for (const name of ['c1', 'b2']) await cell(second, name).click();
  await board(second).locator('[data-premove]').first().waitFor({ state: 'attached' });
  await playMove(scene, first, 'Cb3xb2');
  await waitForMoves(first, 2);
  assert.deepEqual(await movesOn(first), ['Cb3xb2', 'Ec1xb2']);
});

test('a move chosen ahead that is not possible is given up, and said so', async ({ scene }) => {
  const { first, second } = await twoWindows(scene);
  await expect.poll(() => choosing(second)).toEqual('ahead');
  for (const name of ['c1', 'b2']) await cell(second, name).click();
  await playMove(scene, first, 'Lb4-a3');
  await second.getByText('Your premove was not possible.').waitFor();
  await waitForTurn(second);
  assert.equal((await movesOn(second)).length, 1);
});

test('taking back needs the other’s consent', async ({ scene }) => {
  const { first, second } = await twoWindows(scene);
  await playMove(scene, first);
  await waitForMoves(second, 1);

  await action(first, 'Undo').click();
  await first.getByText('You have asked to take the last move back.').waitFor();
  await second.getByText(/asks to take the last move back/).waitFor();
  await second.getByRole('button', { name: 'Decline' }).click();
  await first.getByText('You have asked').waitFor({ state: 'detached' });
  assert.equal((await movesOn(first)).length, 1);

  await action(first, 'Undo').click();
  await second.getByRole('button', { name: 'Accept' }).click();
  await waitForMoves(first, 0);
  await waitForMoves(second, 0);
  await waitForTurn(first);
});

test('an offer can be withdrawn', async ({ scene }) => {
  const { first, second } = await twoWindows(scene);
  await playMove(scene, first);
  await action(first, 'Undo').click();
  await second.getByRole('button', { name: 'Accept' }).waitFor();
  await first.getByRole('button', { name: 'Withdraw' }).click();
  await second.getByRole('button', { name: 'Accept' }).waitFor({ state: 'detached' });
  assert.equal((await movesOn(second)).length, 1);
});

test('who resigns loses, and both learn it and go on to the next game', async ({ scene }) => {
  const { first, second } = await twoWindows(scene);
  await action(second, 'Resign').click();
  await second.getByRole('dialog').getByRole('button', { name: 'Yes, resign' }).click();
  await result(second).getByText('Forest wins').waitFor();
  await result(first).getByText('You win!').waitFor();
  await result(first).getByRole('button', { name: 'Play again' }).click();
  await second.getByRole('button', { name: 'Go there' }).click();
  await second.waitForURL(first.url());
  await playMove(scene, first);
  await waitForTurn(second);
});
