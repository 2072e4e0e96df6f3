// The table of a solved game, for tests and pictures that need one. Building it takes long, so `LUDWERK_TABLE` names
// the file of one that is there.

import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { GAME } from './game.mjs';

/** The file, where there is one. */
export const TABLE = process.env.LUDWERK_TABLE;

/** Gives a server the table. @param {{ data: string }} server @param {string} file */
export async function bringTable(server, file) {
  const folder = path.join(server.data, 'tables');
  await mkdir(folder, { recursive: true });
  await copyFile(file, path.join(folder, `${GAME}.table`));
}
