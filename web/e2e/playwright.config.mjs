// How the tests in a browser are run: some at a time, each once. `LUDWERK_CHROME` names the browser and
// `LUDWERK_PROGRAM` the program; a failed test leaves a trace and pictures in the folder for temporary files.

import os from 'node:os';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { LAUNCH } from './lib/browser.mjs';

/** How long anything on the page may take. */
const PATIENCE_MS = 10_000;

export default defineConfig({
  testMatch: '*.test.mjs',
  outputDir: path.join(os.tmpdir(), 'ludwerk-e2e'),
  reporter: 'list',
  fullyParallel: true,
  // A browser uses more than one core by itself.
  workers: Math.max(2, Math.floor(os.availableParallelism() / 2)),
  timeout: 300_000,
  expect: { timeout: PATIENCE_MS },
  use: {
    launchOptions: LAUNCH,
    actionTimeout: PATIENCE_MS,
    navigationTimeout: PATIENCE_MS,
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
});
