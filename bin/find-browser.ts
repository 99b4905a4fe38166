// Finds the machine's Chromium.

import { existsSync } from 'node:fs';

/** An ordinary Chromium, which can also load extensions. */
const wholePlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

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
export const findBrowser = (): string | undefined => process.env.CHROMIUM_PATH ?? places.find(existsSync);

/** Whether a headless shell is installed, or a browser was chosen. */
export const hasShell = (): boolean => process.env.CHROMIUM_PATH !== undefined || findBrowser() === places[0];

/**
 * The path of a Chromium that loads unpacked extensions, or undefined. The headless shell can't, and Google's Chrome no longer does
 * so from the command line. WHOLE_CHROMIUM_PATH overrides it.
 */
export const findWholeBrowser = (): string | undefined =>
  process.env.WHOLE_CHROMIUM_PATH ?? wholePlaces.find(existsSync);

const firefoxPlaces = [
  '/usr/bin/firefox',
  '/usr/bin/firefox-esr',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
];

/** The path of the machine's Firefox, or undefined. FIREFOX_PATH overrides it. */
export const findFirefox = (): string | undefined => process.env.FIREFOX_PATH ?? firefoxPlaces.find(existsSync);
