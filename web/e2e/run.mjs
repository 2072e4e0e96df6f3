// Runs the tests in a browser, two files at a time. Words on the command line choose files by name.

import { readdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';

const folder = path.dirname(fileURLToPath(import.meta.url));
const words = process.argv.slice(2);
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.test.mjs'))
  .filter((name) => words.length === 0 || words.some((word) => name.includes(word)))
  .map((name) => path.join(folder, name));

/** The longest that a file may take; each step inside has a shorter limit of its own. */
const PATIENCE_MS = 300_000;

if (files.length === 0) {
  console.error(`error: no test has a name with ${words.join(' or ')}`);
  process.exitCode = 1;
} else {
  // A browser uses more than one core by itself.
  const concurrency = Math.max(2, Math.floor(os.availableParallelism() / 2));
  run({ files, concurrency, timeout: PATIENCE_MS })
    .on('test:fail', () => {
      process.exitCode = 1;
    })
    .compose(new spec())
    .pipe(process.stdout);
}
