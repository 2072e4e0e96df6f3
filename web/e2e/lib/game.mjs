// Games on the page: how they are made, found, played and read, by what a person sees and touches.

import assert from 'node:assert/strict';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('./scene.mjs').Scene} Scene */
/** @typedef {import('./scene.mjs').WindowOptions} WindowOptions */
/** @typedef {{ move: string, touches: string[], kind: string }} Move */

/** Two people at one screen. */
export const HERE = { kind: 'here' };
/** Someone who comes by link. */
export const INVITED = { kind: 'invited' };
/** A weak opponent that answers at once. */
export const RANDOM = { kind: 'engine', spec: 'random' };

export const GAME = 'dobutsu';

/**
 * Makes a game behind the page's back.
 * @param {Scene} scene
 * @param {object[]} seats
 * @param {object} [more] other settings
 * @returns {Promise<{ id: string, token: string, invitations: { seat: number, token: string }[] }>}
 */
export async function newGame(scene, seats, more = {}) {
  const { token, game } = await scene.server.ask('/games', {
    body: { game: GAME, seats, seed: 1, ...more },
  });
  return { id: game.id, token, invitations: game.invitations };
}

/**
 * Opens a game in a window of its own, with the seats of this key.
 * @param {Scene} scene
 * @param {string} id
 * @param {string} token
 * @param {WindowOptions} [options]
 */
export async function openGame(scene, id, token, options) {
  const page = await scene.open(`/game/${id}#key=${token}`, options);
  await board(page).waitFor();
  return page;
}

/**
 * Opens the link to a seat that waits for its guest, in a window of its own.
 * @param {Scene} scene
 * @param {string} id
 * @param {{ token: string }[]} invitations
 */
export async function openInvitation(scene, id, invitations) {
  const page = await scene.open(`/game/${id}#invite=${invitations[0]?.token}`);
  await board(page).waitFor();
  return page;
}

/**
 * A new game in a window that holds all its seats "here".
 * @param {Scene} scene
 * @param {object[]} seats
 * @param {object} [more]
 * @param {WindowOptions} [options]
 */
export async function playGame(scene, seats, more, options) {
  const { id, token } = await newGame(scene, seats, more);
  return { id, token, page: await openGame(scene, id, token, options) };
}

/** The id of the game that a page shows. @param {Page} page */
export function idOf(page) {
  const id = new URL(page.url()).pathname.match(/^\/game\/([^/]+)$/)?.[1];
  assert(id, `${page.url()} shows no game`);
  return id;
}

/** @param {Page} page */
export function board(page) {
  return page.getByRole('group', { name: /the board$/ });
}

/** @param {Page} page @param {string} name */
export function cell(page, name) {
  return board(page).locator(`[data-cell="${name}"]`);
}

/** @param {Page} page @param {string} name */
export function action(page, name) {
  return page.getByRole('toolbar', { name: 'Actions' }).getByRole('button', { name, exact: true });
}

/** @param {Page} page */
export function result(page) {
  return page.getByRole('region', { name: 'Result' });
}

/** @param {Page} page */
function moveButtons(page) {
  return page.getByRole('region', { name: 'Moves' }).locator('ol button');
}

/** The moves as the list on the page has them. @param {Page} page */
export async function movesOn(page) {
  return (await moveButtons(page).allTextContents()).map((text) => text.trim());
}

/** Waits until the page shows so many moves. @param {Page} page @param {number} n */
export async function waitForMoves(page, n) {
  if (n === 0) await page.getByText('No moves yet.').waitFor();
  else
    await moveButtons(page)
      .nth(n - 1)
      .waitFor();
  await moveButtons(page).nth(n).waitFor({ state: 'detached' });
}

/** Whether a move can be chosen here: `now`, `ahead` of one's turn, or not at all. @param {Page} page */
export async function choosing(page) {
  return board(page).getAttribute('data-choosing');
}

/** Waits until the person at this window may move. @param {Page} page */
export async function waitForTurn(page) {
  await board(page).and(page.locator('[data-choosing="now"]')).waitFor();
}

/** What the server says about a game, to an onlooker. @param {Scene} scene @param {string} id */
export async function gameOf(scene, id) {
  return scene.server.ask(`/games/${id}`);
}

/**
 * A legal move of the present position.
 * @param {Scene} scene
 * @param {string} id
 * @param {string} [text] which; the first without it
 * @returns {Promise<Move>}
 */
export async function legalMove(scene, id, text) {
  const { position } = await gameOf(scene, id);
  const found =
    text === undefined
      ? position.legal[0]
      : position.legal.find((/** @type {Move} */ one) => one.move === text);
  assert(found, `${text ?? 'no move'} is not legal in ${position.text}`);
  return found;
}

/**
 * Plays a move by clicking its cells one after the other.
 * @param {Page} page
 * @param {Move} move
 */
export async function clickMove(page, move) {
  for (const name of move.touches) await cell(page, name).click();
  // Where touches do not decide, the page asks.
  const question = page.getByRole('group', { name: 'Which move?' });
  if (await question.isVisible())
    await question.getByRole('button', { name: move.move, exact: true }).click();
}

/**
 * Plays a move by its text and waits until the page shows it.
 * @param {Scene} scene
 * @param {Page} page
 * @param {string} [text] the first legal move without it
 */
export async function playMove(scene, page, text) {
  const before = (await movesOn(page)).length;
  await waitForTurn(page);
  const move = await legalMove(scene, idOf(page), text);
  await clickMove(page, move);
  await waitForMoreMoves(page, before + 1);
  return move;
}

/** Waits until the page shows at least so many moves. @param {Page} page @param {number} n */
export async function waitForMoreMoves(page, n) {
  await moveButtons(page)
    .nth(n - 1)
    .waitFor();
}
