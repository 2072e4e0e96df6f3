// The way into a game: the home page, the choices of a new game, and addresses that lead nowhere.

import assert from 'node:assert/strict';
import {
  board,
  GAME,
  gameOf,
  HERE,
  idOf,
  movesOn,
  playGame,
  playMove,
  RANDOM,
  waitForTurn,
} from './lib/game.mjs';
import { expect, test } from './lib/scene.mjs';
import { LIMIT } from './weigh.mjs';

test('home shows every game with a board, and one click starts a game', async ({ scene }) => {
  const { games } = await scene.server.ask('/catalog');
  const page = await scene.open('/');
  const cards = page.getByRole('list', { name: 'Games' }).getByRole('article');
  await cards.first().waitFor();
  assert.equal(await cards.count(), games.length);
  for (const { title } of games) {
    const card = page.getByRole('article', { name: title });
    await card.getByRole('img', { name: `A game of ${title}`, exact: true }).waitFor();
  }
  await page.getByRole('article').first().getByRole('button', { name: 'Play', exact: true }).click();
  await board(page).waitFor();
  await waitForTurn(page);
  const game = await gameOf(scene, idOf(page));
  assert.deepEqual(game.seats.map((/** @type {{ kind: string }} */ seat) => seat.kind).sort(), [
    'engine',
    'human',
  ]);
});

test('all that home loads, boards included, is light', async ({ scene }) => {
  const page = await scene.open('about:blank', { calm: false });
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto('/');
  await page.getByRole('article').first().getByRole('img').waitFor();
  await page.waitForLoadState('networkidle');
  assert(bytes > 50_000, `only ${bytes} bytes were counted`);
  assert(bytes < LIMIT, `home loads ${bytes} bytes`);
});

test('a game that goes on can be taken up from home', async ({ scene }) => {
  const { page, id } = await playGame(scene, [HERE, RANDOM]);
  await playMove(scene, page);
  await page.getByRole('link', { name: /to the games/i }).click();
  const row = page.getByRole('region', { name: 'Continue' });
  await row.getByRole('link').click();
  await board(page).waitFor();
  assert.equal(idOf(page), id);
  assert((await movesOn(page)).length >= 1);
});

test('a new game is as it was chosen', async ({ scene }) => {
  const page = await scene.open(`/new/${GAME}`);
  const players = page.getByRole('region', { name: 'Players' });
  await players.waitFor();
  await page.getByRole('button', { name: /At this screen/ }).click();
  await board(page).waitFor();
  const game = await gameOf(scene, idOf(page));
  assert.deepEqual(
    game.seats.map((/** @type {{ kind: string }} */ seat) => seat.kind),
    ['human', 'human'],
  );
  assert.equal(game.position.to_move, 0);
});

test('rules, programs, clocks and seed of a new game can be chosen', async ({ scene }) => {
  const page = await scene.open(`/new/${GAME}`);
  await page.getByRole('radio', { name: 'Lishogi' }).check({ force: true });
  const opponent = page
    .getByRole('region', { name: 'Players' })
    .getByRole('group', { name: 'Player 2' })
    .first();
  await opponent.getByRole('button', { name: 'Advanced: choose the agent' }).click();
  await opponent.getByRole('textbox', { name: 'Agent' }).fill('random');
  await page.getByRole('radio', { name: '3 + 2' }).check({ force: true });
  const more = page.getByText('Start position and seed');
  if (await more.isVisible()) await more.click();
  await page.getByRole('textbox', { name: 'Seed' }).fill('12345');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await board(page).waitFor();
  const game = await gameOf(scene, idOf(page));
  assert.equal(game.variant, 'lishogi');
  assert.equal(game.seats[1].player, 'random');
  assert.deepEqual(game.clock, { base_seconds: 180, increment_seconds: 2 });
  assert.equal(game.seed, 12345);
  await page.getByRole('timer').first().waitFor();
});

test('an agent that there is not is refused in words', async ({ scene }) => {
  scene.expect(/status of 422/);
  const page = await scene.open(`/new/${GAME}`);
  const opponent = page
    .getByRole('region', { name: 'Players' })
    .getByRole('group', { name: 'Player 2' })
    .first();
  await opponent.getByRole('button', { name: 'Advanced: choose the agent' }).click();
  await opponent.getByRole('textbox', { name: 'Agent' }).fill('deepblue');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await page
    .getByText(/deepblue/)
    .first()
    .waitFor();
  assert.equal(new URL(page.url()).pathname, `/new/${GAME}`);
});

test('the computer begins when it is asked to', async ({ scene }) => {
  const page = await scene.open(`/new/${GAME}`);
  await page.getByRole('button', { name: /Computer begins/ }).click();
  await board(page).waitFor();
  await waitForTurn(page);
  await expect.poll(async () => (await movesOn(page)).length).toEqual(1);
});

test('an address that leads nowhere says so and leads back', async ({ scene }) => {
  scene.expect(/404/);
  const page = await scene.open('/no/such/page');
  await page.getByText('Page not found.').waitFor();
  await page.goto('/game/nonsense');
  await page.getByRole('link', { name: 'To the games', exact: true }).click();
  await page.getByRole('list', { name: 'Games' }).waitFor();
});

test('the rules of a game are explained with pictures', async ({ scene }) => {
  const page = await scene.open('/');
  await page.getByRole('article').first().getByRole('link', { name: 'Rules' }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('main').getByRole('img').first().waitFor();
});
