// A test in a browser: its own server, as many browser windows as it likes, and the demand that nothing went
// wrong unseen. A failure leaves a trace and a picture of every window behind.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { test as base } from '@playwright/test';
import { Server } from './server.mjs';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('@playwright/test').BrowserContextOptions} ContextOptions */

/**
 * How a window differs from the usual one: `calm` asks for less motion, `grant` for permissions.
 * @typedef {{ phone?: boolean, dark?: boolean, calm?: boolean, grant?: string[] }} WindowOptions
 */

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

/** Chrome remarks this when somebody leaves a game that has just been opened, which is anybody's right. */
const HARMLESS = /WebSocket is closed before the connection is established/;

/** What a test is given. */
export class Scene {
  /** @param {Server} server @param {import('@playwright/test').Browser} browser */
  constructor(server, browser) {
    this.server = server;
    this.browser = browser;
    /** @type {Page[]} */
    this.pages = [];
    /** @type {string[]} */
    this.complaints = [];
    /** @type {RegExp[]} */
    this.expected = [HARMLESS];
  }

  /**
   * Opens an address in a window of its own, with a profile of its own.
   * @param {string} address
   * @param {WindowOptions} [options]
   * @returns {Promise<Page>}
   */
  async open(address, { phone = false, dark = false, calm = true, grant = [] } = {}) {
    const context = await this.browser.newContext({
      baseURL: this.server.url.href,
      viewport: phone ? PHONE : DESKTOP,
      hasTouch: phone,
      isMobile: phone,
      colorScheme: dark ? 'dark' : 'light',
      reducedMotion: calm ? 'reduce' : 'no-preference',
      permissions: grant,
    });
    const page = await context.newPage();
    await this.listen(page);
    await page.goto(address);
    return page;
  }

  /**
   * Another tab of the same person.
   * @param {Page} page
   * @param {string} address
   */
  async openBeside(page, address) {
    const other = await page.context().newPage();
    await this.listen(other);
    await other.goto(address);
    return other;
  }

  /**
   * Notes everything that a page complains about.
   * @param {Page} page
   */
  async listen(page) {
    this.pages.push(page);
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') {
        this.complaints.push(`${message.type()}: ${message.text()} (${message.location().url})`);
      }
    });
    page.on('pageerror', (error) => this.complaints.push(`uncaught: ${error.stack ?? error.message}`));
    page.on('response', (response) => {
      if (response.status() >= 500) this.complaints.push(`${response.status()} from ${response.url()}`);
    });
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        console.error(`content security policy: ${event.violatedDirective} forbids ${event.blockedURI}`);
      });
    });
  }

  /**
   * What may be complained about in this test, because it is what the test is about.
   * @param {RegExp[]} patterns
   */
  expect(...patterns) {
    this.expected.push(...patterns);
  }

  /** Nothing was complained about but what was expected. */
  checkComplaints() {
    const unexpected = this.complaints.filter((text) => !this.expected.some((one) => one.test(text)));
    assert.deepEqual(unexpected, [], 'the browser complained');
    assert.doesNotMatch(this.server.log.text, /panicked/, 'the server panicked');
  }
}

export { expect } from '@playwright/test';

/** Tests with a server and windows. */
export const test = base.extend(
  /** @type {import('@playwright/test').Fixtures<{ scene: Scene }, {}, import('@playwright/test').PlaywrightTestArgs, import('@playwright/test').PlaywrightWorkerArgs>} */ ({
    scene: async ({ browser }, use, info) => {
      const data = await mkdtemp(path.join(os.tmpdir(), 'ludwerk-e2e-'));
      const scene = new Scene(await Server.start(data), browser);
      try {
        await use(scene);
        if (info.status === info.expectedStatus) scene.checkComplaints();
        else console.error(scene.complaints.join('\n'), scene.server.log.text);
      } finally {
        for (const context of new Set(scene.pages.map((page) => page.context()))) await context.close();
        await scene.server.stop();
        await rm(data, { recursive: true, force: true });
      }
    },
  }),
);
