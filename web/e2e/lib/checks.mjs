// What must hold on every page. Each check gives its complaints, a line each.

import assert from 'node:assert/strict';
import axe from 'axe-core';

/** @typedef {import('@playwright/test').Page} Page */

/** What the accessibility check axe finds. @param {Page} page @returns {Promise<string[]>} */
export async function violations(page) {
  // Evaluated by the debugger, which the content security policy does not concern.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const results = await page.evaluate(() => {
    const { axe } = /** @type {{ axe: typeof import('axe-core') }} */ (/** @type {unknown} */ (window));
    return axe.run(document);
  });
  assert(results.passes.length > 15, 'axe has hardly looked at anything');
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `axe ${id}: ${target.join(' ')}: ${failureSummary}`),
  );
}

/** The most that content may move by itself while a page arrives, as browsers measure it. */
const MOST_SHIFT = 0.02;

/** Content that moved although nobody had touched anything. @param {Page} page @returns {Promise<string[]>} */
export async function jumps(page) {
  const shift = await page.evaluate(async () => {
    let sum = 0;
    const add = (/** @type {PerformanceEntry[]} */ entries) => {
      for (const entry of entries) {
        const { value, hadRecentInput } = /** @type {any} */ (entry);
        if (!hadRecentInput) sum += value;
      }
    };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    await new Promise((resolve) => setTimeout(resolve, 100));
    add(observer.takeRecords());
    observer.disconnect();
    return sum;
  });
  return shift > MOST_SHIFT ? [`content jumps by ${shift.toFixed(3)}`] : [];
}

/** What is wider than the screen. @param {Page} page @returns {Promise<string[]>} */
export async function overflows(page) {
  return page.evaluate(() => {
    // A phone zooms out until a page that is too wide fits, so it is the screen that counts.
    const { width } = window.screen;
    const { scrollWidth } = document.documentElement;
    const sideways = scrollWidth > width ? [`the page is ${scrollWidth} wide on a screen of ${width}`] : [];
    // What is cut off or scrolled inside something else does not widen the page.
    const isInside = (/** @type {Element | null} */ element) => {
      for (let one = element; one; one = one.parentElement) {
        if (['auto', 'scroll', 'hidden', 'clip'].includes(getComputedStyle(one).overflowX)) return true;
      }
      return false;
    };
    const wide = [...document.querySelectorAll('main *, header *, dialog *')]
      .filter((element) => element.getBoundingClientRect().right > width + 1)
      .filter((element) => !isInside(element.parentElement) && element.checkVisibility())
      .map((element) => `${element.tagName} sticks out: ${element.textContent?.slice(0, 40)}`);
    return [...sideways, ...wide];
  });
}
