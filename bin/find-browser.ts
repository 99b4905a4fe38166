// Finds the machine's Chromium.

import { existsSync } from 'node:fs';

/** The headless shell comes first, because it renders the same pages with half the work. */
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The path of the machine's Chromium, or undefined. CHROMIUM_PATH overrides it. Playwright's own download is never needed. */
export const findBrowser = (): string | undefined =>
  process.env.CHROMIUM_PATH ?? places.find((place) => existsSync(place));
