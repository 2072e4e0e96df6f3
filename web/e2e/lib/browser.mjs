// The browser: whichever Chrome or Chromium is there, without what it would ask the internet for.

import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const executablePath = process.env.LUDWERK_CHROME ?? USUAL_PLACES.find((place) => existsSync(place));

/** How it is started. @type {import('@playwright/test').LaunchOptions} */
export const LAUNCH = {
  ...(executablePath && { executablePath }),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

/** Starts it. */
export function launch() {
  if (!executablePath) throw new Error('name a Chrome or Chromium in LUDWERK_CHROME');
  return chromium.launch(LAUNCH);
}
