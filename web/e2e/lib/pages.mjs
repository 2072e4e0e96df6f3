// Every page of the app in the state in which it is most worth looking at, for checks that hold on all of them.

import { board, GAME, HERE, newGame, RANDOM, result } from './game.mjs';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('./scene.mjs').Scene} Scene */
/** @typedef {import('./scene.mjs').WindowOptions} WindowOptions */

/**
 * Prepares games, then opens each page and hands it over.
 * @param {Scene} scene
 * @param {WindowOptions} options
 * @param {(name: string, page: Page) => Promise<void>} look
 */
export async function onEveryPage(scene, options, look) {
  const going = await newGame(scene, [HERE, HERE], { moves: ['Cb3xb2', 'Ec1xb2'] });
  const over = await newGame(scene, [HERE, RANDOM]);
  await scene.server.ask(`/games/${over.id}/resign`, { body: { seat: 0 }, token: over.token });
  const page = await scene.open(`/game/${going.id}#key=${going.token}`, options);
  await board(page).waitFor();
  await look('play', page);

  // What can be seen only after a touch: where a piece may go, and what a hint says.
  await board(page).locator('[data-cell="S:C"]').click();
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.getByText('looks best').waitFor();
  await look('play with a hint', page);

  await page.goto(`/game/${over.id}#key=${over.token}`);
  await result(page).waitFor();
  await look('game over', page);

  await page.goto('/');
  await page.getByRole('article').first().getByRole('img').waitFor();
  await page.getByRole('region', { name: 'Continue' }).getByRole('img').first().waitFor();
  await look('home', page);

  await page.goto(`/new/${GAME}`);
  await page.getByRole('region', { name: 'Players' }).waitFor();
  await look('new game', page);
  // Above the highest level there is perfect play, with the offer of its table.
  await page.getByRole('slider', { name: 'Level' }).press('End');
  await page.getByRole('button', { name: 'Build the tablebase' }).waitFor();
  await look('new game against perfect play', page);

  await page.goto('/puzzles');
  await page.getByRole('button', { name: 'Build the tablebase' }).waitFor();
  await look('puzzles without a table', page);

  await page.goto(`/analysis/${going.id}`);
  await page.getByRole('group', { name: /, move 2$/ }).waitFor();
  await look('analysis', page);
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('dialog').getByText('can be played').waitFor();
  await look('position editor', page);

  await page.goto('/analysis');
  await page.getByRole('button', { name: 'Open a record' }).waitFor();
  await look('choice of what to analyse', page);

  await page.goto('/library');
  await page.getByRole('list', { name: 'Games' }).getByRole('img').nth(1).waitFor();
  await look('library', page);

  await page.goto('/tournaments');
  await page.getByText('No tournament yet').waitFor();
  await look('no tournaments', page);
  const { tournament } = await scene.server.ask('/tournaments', {
    body: {
      game: GAME,
      seed: 1,
      games: 6,
      opening_plies: 2,
      agents: [{ spec: 'random' }, { name: 'Gus', spec: 'greedy' }, { spec: 'alphabeta:depth=2' }],
    },
  });
  await page.goto('/tournaments/new');
  await page.getByText(/^60 games/).waitFor();
  await look('new tournament', page);
  await page.goto(`/tournaments/${tournament.id}`);
  await page.getByText('Complete', { exact: true }).waitFor();
  // The table grew while it was watched; what moves after that must not.
  await page.reload();
  await page.getByRole('img', { name: /^Ratings/ }).waitFor();
  await look('tournament', page);
  await page.getByRole('tab', { name: 'Compare' }).click();
  await page.getByRole('list', { name: 'Games' }).getByRole('link').first().waitFor();
  await look('two agents compared', page);
  await page.getByRole('tab', { name: 'Games' }).click();
  await page.getByRole('list', { name: 'Games' }).getByRole('link').nth(10).waitFor();
  await look('games of a tournament', page);
  await page.getByRole('tab', { name: 'Details' }).click();
  await look('details of a tournament', page);
  await page.goto('/tournaments');
  await page.getByRole('list', { name: 'Tournaments' }).getByRole('link').waitFor();
  await look('tournaments', page);

  await page.goto('/series');
  await page.getByText('No series yet').waitFor();
  await look('no series', page);
  await page.goto('/series/new');
  await page.getByRole('button', { name: 'Create the series' }).waitFor();
  await look('new series', page);
  const { series } = await scene.server.ask('/series', {
    body: { name: 'Friends', game: GAME, opponents: ['random', 'level:n=2'], games: 2, rotate: true },
  });
  const ann = await scene.server.ask(`/series/${series.id}/people`, { body: { name: 'Ann' } });
  const { game: tried } = await scene.server.ask(`/series/${series.id}/games`, {
    body: {},
    token: ann.token,
  });
  await scene.server.ask(`/games/${tried.id}/resign`, { body: { seat: 0 }, token: ann.token });
  await page.goto(`/series/${series.id}`);
  await page.getByRole('table', { name: /random/ }).waitFor();
  await look('series', page);
  await page.goto('/series');
  await page.getByRole('list', { name: 'Series' }).getByRole('link').waitFor();
  await look('list of series', page);

  await page.goto('/about');
  await page
    .getByRole('link', { name: /^Rules of/ })
    .first()
    .waitFor();
  await look('about', page);

  await page.goto(`/rules/${GAME}`);
  await page.getByRole('main').getByRole('img').first().waitFor();
  await look('rules', page);

  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('dialog').waitFor();
  await look('settings', page);
}
