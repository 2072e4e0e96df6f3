// What holds on every page in each of its looks: axe finds nothing, nothing jumps, nothing is too wide.

import assert from 'node:assert/strict';
import { jumps, overflows, violations } from './lib/checks.mjs';
import { onEveryPage } from './lib/pages.mjs';
import { test } from './lib/scene.mjs';

for (const phone of [false, true]) {
  for (const dark of [false, true]) {
    const look = `${phone ? 'phone' : 'desktop'}, ${dark ? 'dark' : 'light'}`;
    test(`axe finds no violation, nothing jumps and nothing sticks out on any page: ${look}`, async ({
      scene,
    }) => {
      /** @type {string[]} */
      const found = [];
      await onEveryPage(scene, { phone, dark }, async (name, page) => {
        for (const check of [jumps, overflows, violations]) {
          found.push(...(await check(page)).map((complaint) => `${name}: ${complaint}`));
        }
      });
      assert.deepEqual(found, []);
    });
  }
}
