// Finds what the browser tests need on this machine, and installs it if possible: on Debian, as root.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findBrowser, hasShell } from '../find-browser.ts';

/** One of these fonts stands in for the public pages' own fonts until they are loaded, as on every visitor's machine. */
const faces = ['Times New Roman', 'Liberation Serif', 'Tinos'];
const hasFace = () =>
  process.platform !== 'linux' || faces.some((face) => spawnSync('fc-list', [face]).stdout?.length > 0);

/** Without a network, nobody waits for it. */
const patience = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10', '-o', 'Acquire::https::Timeout=10'];

/** Resolves when apt-get has ended, with its output. */
const apt = (...args) =>
  new Promise((resolve) => {
    const output = [];
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const child = spawn('apt-get', [...patience, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => output.push(text));
    child.once('error', ({ message }) => resolve(`${message}\n`));
    child.once('close', () => resolve(output.join('')));
  });

const install = async (packages) => {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const output = [
    await apt('update', '-qq'),
    await apt('install', '-y', '-qq', '--no-install-recommends', '--no-remove', ...packages),
  ];
  // Other checks print meanwhile, so its output comes at the end.
  console.log(`\n── Installed ${packages.join(' and ')} for the browser tests`);
  process.stdout.write(output.join(''));
};

/** The path of the browser, or what is missing and what to do about it. */
export const ensureBrowser = async () => {
  const missing = [
    // A whole Chromium would do, and take a sixth longer.
    ...(hasShell() ? [] : ['chromium-headless-shell']),
    ...(hasFace() ? [] : ['fontconfig', 'fonts-liberation']),
  ];
  if (missing.length > 0) await install(missing);
  const browser = findBrowser();
  if (browser === undefined)
    return { problem: 'The browser tests need Chromium: install it, or set CHROMIUM_PATH to where it is.' };
  // Only one test compares fonts, so the others can still run.
  if (!hasFace())
    console.error(`One browser story needs one of the fonts ${faces.join(', ')}: install fonts-liberation.`);
  return { browser };
};
