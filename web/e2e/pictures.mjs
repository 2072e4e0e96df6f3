// Takes the pictures of the README and of the book anew: `node web/e2e/pictures.mjs`, after `cargo xtask e2e` has built
// everything. Those of solved games need a table, which `LUDWERK_TABLE` names.

import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch } from './lib/browser.mjs';
import { GAME } from './lib/game.mjs';
import { Server } from './lib/server.mjs';
import { bringTable, TABLE } from './lib/table.mjs';

const FOLDER = fileURLToPath(new URL('../../docs/images/', import.meta.url));
const SIZE = { width: 1200, height: 800 };
const PHONE = { width: 390, height: 844 };

/** A game with something to see: a capture, a drop, pieces in both hands. */
const MOVES = ['Cb3xb2', 'Ec1xb2', 'Ea4-b3', 'C*a2', 'C*c3', 'Lb1-c1', 'Eb3-c2', 'Ca2-a3'];

/** Red is to move, with some figures taken and others close. */
const SAMURAI = [
  'h/h/b/-/r/r/rb/r/b/h/rh/-/rhb/h/r/b/b',
  '0:rice3@24,1:samurai3@25,1:helmet4@26,0:samurai2@28,0:buddha2@31,1:rice4@33,0:helmet3@34,1:ship2@77',
  '0.1.0/0.0.1 0.0.0 00',
  'rice4,helmet2,samurai1,ship2,swap/rice2,buddha4,samurai1,samurai2,shift',
  [
    'rice2,helmet4,buddha3,buddha4,samurai1,samurai2,samurai3,shift,ship1,ship1,ronin1',
    'rice3,helmet2,helmet3,buddha2,buddha3,samurai1,samurai2,ship1,ship1,ronin1,swap',
  ].join('/'),
  '0 5',
].join(' ');

/** Games of programs, for boards on which something has happened. */
const RECORDED = new URL('../../games/', import.meta.url);

/** The first moves of one of them. @param {string} file @param {number} index @param {number} length */
async function recorded(file, index, length) {
  const [game, name] = file.split('/');
  const lines = (await readFile(new URL(`${game}/tests/data/${name}`, RECORDED), 'utf8')).split('\n');
  return /** @type {string[]} */ (JSON.parse(lines[index] ?? '').moves).slice(0, length);
}

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

  /** @param {boolean} dark @param {boolean} [phone] */
  const window = async (dark, phone = false) => {
    const context = await browser.newContext({
      baseURL: server.url.href,
      viewport: phone ? PHONE : SIZE,
      hasTouch: phone,
      isMobile: phone,
      colorScheme: dark ? 'dark' : 'light',
      reducedMotion: 'reduce',
    });
    return context.newPage();
  };
  /** @param {import('@playwright/test').Page} page @param {string} name */
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

  const levels = [2, 4, 6, 7].map((level) => ({ spec: `level:n=${level}` }));
  const { tournament } = await server.ask('/tournaments', {
    body: { game: GAME, name: 'Four levels', agents: levels, games: 40, opening_plies: 2, seed: 1 },
  });
  const cup = await window(false);
  await cup.goto(`/tournaments/${tournament.id}`);
  await cup.getByText('Complete', { exact: true }).waitFor({ timeout: 120_000 });
  await keep(cup, 'tournament');

  /** @param {string} variant @param {string[]} moves @param {object[]} seats */
  const blokus = async (variant, moves, seats) => {
    const made = await server.ask('/games', { body: { game: 'blokus', variant, seats, seed: 1, moves } });
    return `/game/${made.game.id}#key=${made.token}`;
  };
  const duoGame = await blokus('duo', await recorded('blokus/duo-games.jsonl', 3, 14), seats);
  const duo = await window(false);
  await duo.goto(duoGame);
  await duo.locator('[data-piece="W"]').click();
  await duo.locator('[data-cell="e13"]').hover();
  await duo.waitForTimeout(500);
  await keep(duo, 'blokus-duo');

  const phone = await window(false, true);
  await phone.goto(duoGame);
  await phone.locator('[data-piece="W"]').tap();
  await phone.waitForTimeout(500);
  await keep(phone, 'blokus-phone');

  const four = ['Ada', 'Ben', 'Cleo', 'Dan'].map((name) => ({ kind: 'here', name }));
  const classic = await window(true);
  await classic.goto(await blokus('classic', await recorded('blokus/classic-games.jsonl', 2, 36), four));
  await classic.locator('[data-piece]').first().waitFor();
  await classic.waitForTimeout(500);
  await keep(classic, 'blokus-classic');

  const engine = { kind: 'engine', spec: 'level:n=5' };
  const three = await server.ask('/games', {
    body: {
      game: 'chexers',
      seats: [{ kind: 'here', name: 'You' }, engine, engine],
      seed: 1,
      moves: await recorded('chexers/games.jsonl', 9, 69),
    },
  });
  for (const small of [false, true]) {
    const page = await window(false, small);
    await page.goto(`/game/${three.game.id}#key=${three.token}`);
    await page.getByRole('button', { name: 'Threats' }).click();
    await page.locator('[data-cell][aria-disabled="false"]').first().click();
    await page.waitForTimeout(500);
    await keep(page, small ? 'chexers-phone' : 'chexers');
  }
  const samurai = await server.ask('/games', {
    body: {
      game: 'samurai',
      seats: [
        { kind: 'here', name: 'You' },
        { kind: 'engine', spec: 'random' },
      ],
      position: SAMURAI,
    },
  });
  for (const small of [false, true]) {
    const page = await window(false, small);
    await page.goto(`/game/${samurai.game.id}#key=${samurai.token}`);
    await page.locator('[data-cell="0:ship2"]').click();
    await page.locator('[data-cell="12"]').click({ force: true });
    await page.waitForTimeout(500);
    await keep(page, small ? 'samurai-phone' : 'samurai');
  }
  const random = { kind: 'engine', spec: 'random' };
  const japan = await server.ask('/games', {
    body: { game: 'samurai', seats: [{ kind: 'here', name: 'You' }, random, random, random], seed: 2 },
  });
  const many = await window(true);
  await many.goto(`/game/${japan.game.id}#key=${japan.token}`);
  await many.locator('[data-cell^="0:"]').first().waitFor();
  await many.waitForTimeout(500);
  await keep(many, 'samurai-four');
  if (TABLE !== undefined) {
    await bringTable(server, TABLE);
    const puzzle = await window(false);
    await puzzle.goto(`/puzzles/${GAME}/3/2`);
    await puzzle.locator('[data-choosing="now"]').waitFor();
    await puzzle.getByRole('button', { name: 'Hint' }).click();
    await puzzle.waitForTimeout(500);
    await keep(puzzle, 'puzzle');

    const exact = await window(false);
    const { position } = await server.ask(`/puzzles/${GAME}?difficulty=3&seed=1`);
    await exact.goto(`/analysis?game=${GAME}&position=${encodeURIComponent(position)}`);
    await exact.getByRole('switch', { name: 'Engine' }).click();
    await exact.getByText('exact, from the tablebase').waitFor();
    await exact.waitForTimeout(500);
    await keep(exact, 'exact');
  }
  console.log(`the pictures are in ${path.relative(process.cwd(), FOLDER)}`);
} finally {
  await browser.close();
  await server.stop();
  await rm(data, { recursive: true, force: true });
}
