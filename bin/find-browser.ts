import { existsSync } from 'node:fs';

/** The shell without windows comes first: it draws the same pages with half the work. */
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Where the machine's Chromium is (Playwright's own download is never needed), or undefined. CHROMIUM_PATH decides alone.
 */
export const findBrowser = (): string | undefined =>
  process.env.CHROMIUM_PATH ?? places.find((place) => existsSync(place));
