// What happens when the page or the server goes away in the middle of a game.

import assert from 'node:assert/strict';
import {
  board,
  HERE,
  idOf,
  movesOn,
  playGame,
  playMove,
  RANDOM,
  waitForMoves,
  waitForTurn,
} from './lib/game.mjs';
import { test } from './lib/scene.mjs';

test('a reload in the middle keeps the game and the seat', async ({ scene }) => {
  const { page, id } = await playGame(scene, [HERE, RANDOM]);
  await playMove(scene, page, 'Lb4-a3');
  await waitForMoves(page, 2);
  const moves = await movesOn(page);
  await page.reload();
  await board(page).waitFor();
  assert.equal(idOf(page), id);
  await waitForMoves(page, 2);
  assert.deepEqual(await movesOn(page), moves);
  await playMove(scene, page);
  await waitForMoves(page, 4);
});

test('another tab of the same person follows and has the seat too', async ({ scene }) => {
  const { page, id } = await playGame(scene, [HERE, HERE]);
  const other = await scene.openBeside(page, `/game/${id}`);
  await board(other).waitFor();
  await playMove(scene, page, 'Lb4-a3');
  await waitForMoves(other, 1);
  await playMove(scene, other);
  await waitForMoves(page, 2);
});

test('a server that is killed and started again goes on with the game', async ({ scene }) => {
  scene.expect(/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|WebSocket connection/);
  const { page } = await playGame(scene, [HERE, RANDOM]);
  await playMove(scene, page, 'Lb4-a3');
  await waitForMoves(page, 2);
  const moves = await movesOn(page);
  await scene.server.kill();
  await page.getByText('Connection lost.').waitFor();
  assert.deepEqual(await movesOn(page), moves, 'what was played stays to be seen');
  scene.server = await scene.server.restart();
  await page.getByText('Connection lost.').waitFor({ state: 'detached' });
  assert.deepEqual(await movesOn(page), moves);
  await waitForTurn(page);
  await playMove(scene, page);
  await waitForMoves(page, 4);
});

test('home says that the server is away and comes back with it', async ({ scene }) => {
  scene.expect(/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/);
  const page = await scene.open('/library');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await scene.server.kill();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Play' }).click();
  const retry = page.getByRole('button', { name: /again/i });
  const games = page.getByRole('list', { name: 'Games' });
  await retry.or(games).first().waitFor();
  scene.server = await scene.server.restart();
  if (await retry.isVisible()) await retry.click();
  await games.waitFor();
});
