// Demands that wait: a page needs a moment to become what it should be.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 10_000;
const PAUSE_MS = 50;

/**
 * Asks again until the answer is this, or fails with the last answer.
 * @template T
 * @param {() => T | Promise<T>} question
 * @param {T} wanted
 * @param {string} [what] what it means if the answer stays another
 */
export async function eventually(question, wanted, what = 'it did not come to pass') {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const answer = await question();
    try {
      assert.deepEqual(answer, wanted, what);
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
    }
    await sleep(PAUSE_MS);
  }
}
