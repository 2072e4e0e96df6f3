// A game against a program, from the first click to the result and on to the next.

import assert from 'node:assert/strict';
import {
  choosing,
  clickMove,
  gameOf,
  HERE,
  idOf,
  movesOn,
  playGame,
  playMove,
  RANDOM,
  result,
  waitForMoreMoves,
  waitForMoves,
  waitForTurn,
} from './lib/game.mjs';
import { expect, test } from './lib/scene.mjs';

test('a whole game against a program is played by clicking, and another one after it', async ({ scene }) => {
  const { page, id } = await playGame(scene, [HERE, RANDOM], { seed: 10 });
  for (;;) {
    const game = await gameOf(scene, id);
    if (game.result) break;
    if (game.position.to_move !== 0) {
      await waitForMoreMoves(page, game.moves.length + 1);
      continue;
    }
    await waitForMoves(page, game.moves.length);
    await waitForTurn(page);
    const { legal } = game.position;
    await clickMove(page, legal.find((/** @type {any} */ move) => move.kind === 'capture') ?? legal[0]);
    await waitForMoreMoves(page, game.moves.length + 1);
  }
  const game = await gameOf(scene, id);
  assert(game.moves.length > 4, 'the game was too short to prove anything');
  assert.deepEqual(
    await movesOn(page),
    game.moves.map((/** @type {{ move: string }} */ played) => played.move),
  );
  const { winner } = game.result;
  const headline = winner === null ? 'Draw' : winner === 0 ? 'You win!' : `${game.seats[winner].name} wins`;
  await result(page).getByText(headline).waitFor();
  assert.equal(await choosing(page), null);

  await result(page).getByRole('button', { name: 'Play again' }).click();
  await page.waitForURL((url) => !url.pathname.endsWith(id));
  await waitForMoves(page, 0);
  await waitForTurn(page);
  const next = await gameOf(scene, idOf(page));
  assert.deepEqual(
    next.seats.map((/** @type {{ player: string }} */ seat) => seat.player),
    game.seats.map((/** @type {{ player: string }} */ seat) => seat.player),
  );
});

test('while a program thinks the page says so', async ({ scene }) => {
  const slow = { kind: 'engine', spec: 'alphabeta:time=3s' };
  const { page } = await playGame(scene, [HERE, slow]);
  await waitForTurn(page);
  await page.getByRole('combobox', { name: 'Type a move' }).fill('Lb4-a3');
  await page.keyboard.press('Enter');
  await page.getByText(/depth \d+ · .*positions/).waitFor();
  assert.notEqual(await choosing(page), 'now');
});

test('clocks run from the second moves on, and who has no time left has lost', async ({ scene }) => {
  const clock = { base_seconds: 4, increment_seconds: 0 };
  const { page } = await playGame(scene, [HERE, HERE], { clock });
  const left = (/** @type {string} */ seat) =>
    page.getByRole('timer', { name: `Clock of ${seat}` }).textContent();
  const full = await left('Forest');
  await playMove(scene, page, 'Gc4-c3');
  await playMove(scene, page, 'Ga1-a2');
  await playMove(scene, page, 'Gc3-c4');
  const stopped = await left('Forest');
  await expect.poll(async () => (await left('Sky')) !== full).toEqual(true);
  assert.equal(await left('Forest'), stopped, 'only the clock of the mover runs');
  await result(page).getByText('Forest wins').waitFor();
  await result(page).getByText('Sky ran out of time.').waitFor();
});
