// Takes the pictures of the README anew: `node web/e2e/pictures.mjs`, after `cargo xtask e2e` has built everything.

import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch } from './lib/browser.mjs';
import { GAME } from './lib/game.mjs';
import { Server } from './lib/server.mjs';

const FOLDER = fileURLToPath(new URL('../../docs/images/', import.meta.url));
const SIZE = { width: 1200, height: 800 };

/** A game with something to see: a capture, a drop, pieces in both hands. */
const MOVES = ['Cb3xb2', 'Ec1xb2', 'Ea4-b3', 'C*a2', 'C*c3', 'Lb1-c1', 'Eb3-c2', 'Ca2-a3'];

const data = await mkdtemp(path.join(os.tmpdir(), 'ludwerk-pictures-'));
const server = await Server.start(data);
const browser = await launch();
try {
  await mkdir(FOLDER, { recursive: true });
  const seats = [
    { kind: 'here', name: 'You' },
    { kind: 'engine', spec: 'level:n=5' },
  ];
  const { token, game } = await server.ask('/games', { body: { game: GAME, seats, seed: 1, moves: MOVES } });

  /** @param {boolean} dark */
  const window = async (dark) => {
    const context = await browser.newContext({
      baseURL: server.url.href,
      viewport: SIZE,
      colorScheme: dark ? 'dark' : 'light',
      reducedMotion: 'reduce',
    });
    return context.newPage();
  };
  /** @param {import('playwright-core').Page} page @param {string} name */
  const keep = (page, name) => page.screenshot({ path: path.join(FOLDER, `${name}.png`) });

  const play = await window(false);
  await play.goto(`/game/${game.id}#key=${token}`);
  await play.locator('[data-cell="b4"]').click();
  await play.waitForTimeout(500);
  await keep(play, 'play');

  const analysis = await window(true);
  await analysis.goto(`/analysis/${game.id}`);
  await analysis.getByRole('switch').first().click();
  await analysis.getByRole('button', { name: 'Analyse all moves' }).click();
  await analysis.waitForTimeout(6000);
  await keep(analysis, 'analysis');

  const rules = await window(false);
  await rules.goto(`/rules/${GAME}`);
  await rules.getByRole('heading', { name: 'How the animals step' }).waitFor();
  await rules.waitForTimeout(300);
  await keep(rules, 'rules');
  console.log(`the pictures are in ${path.relative(process.cwd(), FOLDER)}`);
} finally {
  await browser.close();
  await server.stop();
  await rm(data, { recursive: true, force: true });
}
