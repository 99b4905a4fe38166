// Finds what the browser tests need on this machine, and installs it where that is allowed: on Debian, as root.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findBrowser } from './find-browser.ts';

/** One of these stands in for the visitors' pages' own faces until they are loaded, as on every seller's machine. */
const faces = ['Times New Roman', 'Liberation Serif', 'Tinos'];
const hasFace = () =>
  process.platform !== 'linux' || faces.some((face) => spawnSync('fc-list', [face]).stdout?.length > 0);

const install = (packages) => {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log(`\n── Installing ${packages.join(' and ')} for the browser tests`);
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  spawnSync('apt-get', ['update', '-qq'], options);
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options);
};

/** Where the browser is, or what is missing and what to do about it. */
export const ensureBrowser = () => {
  const missing = [
    ...(findBrowser() ? [] : ['chromium-headless-shell']),
    ...(hasFace() ? [] : ['fontconfig', 'fonts-liberation']),
  ];
  if (missing.length > 0) install(missing);
  const browser = findBrowser();
  if (browser === undefined)
    return { problem: 'The browser tests need Chromium: install it, or set CHROMIUM_PATH to where it is.' };
  // Only one story looks that closely, so the others run all the same.
  if (!hasFace())
    console.error(`One browser story needs one of the fonts ${faces.join(', ')}: install fonts-liberation.`);
  return { browser };
};
