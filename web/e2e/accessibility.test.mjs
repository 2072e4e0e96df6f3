// The accessibility check axe finds nothing to complain about, on any page, in any of its looks.

import assert from 'node:assert/strict';
import axe from 'axe-core';
import { onEveryPage } from './lib/pages.mjs';
import { scene } from './lib/scene.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** What axe finds, a line each. @param {Page} page @returns {Promise<string[]>} */
async function violations(page) {
  // Evaluated by the debugger, which the content security policy does not concern.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const results = await page.evaluate(() => {
    const { axe } = /** @type {{ axe: typeof import('axe-core') }} */ (/** @type {unknown} */ (window));
    return axe.run(document);
  });
  assert(results.passes.length > 15, 'axe has hardly looked at anything');
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  );
}

for (const phone of [false, true]) {
  for (const dark of [false, true]) {
    const look = `${phone ? 'phone' : 'desktop'}, ${dark ? 'dark' : 'light'}`;
    scene(`axe finds no violation on any page (${look})`, async (scene) => {
      /** @type {string[]} */
      const found = [];
      await onEveryPage(scene, { phone, dark }, async (name, page) => {
        found.push(...(await violations(page)).map((one) => `${name}: ${one}`));
      });
      assert.deepEqual(found, []);
    });
  }
}
