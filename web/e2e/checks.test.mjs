// The checks of every page can fail: each is shown a page that deserves it.

import assert from 'node:assert/strict';
import { jumps, overflows, violations } from './lib/checks.mjs';
import { test } from './lib/scene.mjs';

test('axe complains about a button without a name', async ({ scene }) => {
  const page = await scene.open('/settings');
  await page.getByRole('heading', { level: 1 }).waitFor();
  assert.deepEqual(await violations(page), []);
  await page.evaluate(() => document.querySelector('main')?.append(document.createElement('button')));
  assert.match((await violations(page)).join(), /button-name/);
});

test('content that is pushed down and content that is too wide are noticed', async ({ scene }) => {
  const page = await scene.open('/settings', { phone: true });
  await page.getByRole('heading', { level: 1 }).waitFor();
  assert.deepEqual([...(await jumps(page)), ...(await overflows(page))], []);
  /** @param {number} width @param {number} height */
  const add = (width, height) =>
    page.evaluate(
      ([width, height]) => {
        const block = document.createElement('div');
        Object.assign(block.style, { width: `${width}px`, height: `${height}px` });
        document.querySelector('main')?.prepend(block);
      },
      [width, height],
    );
  await add(10, 300);
  await page.waitForTimeout(200);
  assert.equal((await jumps(page)).length, 1);
  await add(391, 1);
  assert((await overflows(page)).length > 0);
});

test('complaints of the browser fail a test', async ({ scene }) => {
  const page = await scene.open('/settings');
  await page.evaluate(() => {
    console.error('a mistake');
    const script = document.createElement('script');
    script.textContent = 'window.injected = true';
    document.body.append(script);
  });
  await page.waitForTimeout(200);
  assert.throws(() => scene.checkComplaints(), /a mistake[\s\S]*content security policy/i);
  scene.expect(/a mistake/, /content security policy/i);
});
