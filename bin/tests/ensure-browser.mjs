// Finds what the browser tests need on this machine, and installs it if possible: on Debian, as root.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findBrowser } from '../find-browser.ts';

/** One of these fonts stands in for the public pages' own fonts until they are loaded, as on every visitor's machine. */
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

/** The path of the browser, or what is missing and what to do about it. */
export const ensureBrowser = () => {
  const missing = [
    ...(findBrowser() ? [] : ['chromium-headless-shell']),
    ...(hasFace() ? [] : ['fontconfig', 'fonts-liberation']),
  ];
  if (missing.length > 0) install(missing);
  const browser = findBrowser();
  if (browser === undefined)
    return { problem: 'The browser tests need Chromium: install it, or set CHROMIUM_PATH to where it is.' };
  // Only one test compares fonts, so the others can still run.
  if (!hasFace())
    console.error(`One browser story needs one of the fonts ${faces.join(', ')}: install fonts-liberation.`);
  return { browser };
};
