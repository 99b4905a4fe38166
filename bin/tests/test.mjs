// Runs every test, with one line at the end. With `--changed` it runs those that a change can affect.
import { spawn, spawnSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findBrowser, hasShell } from '../find-browser.ts';
import { checkTypes } from '../types.mjs';
import { buildWhereStale } from '../web/build-web.mjs';
import { browserStories, chooseStories, chooseTests, filesChangedSince, readImports } from './changed-tests.mjs';

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
const ensureBrowser = async () => {
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

const mount = '/dev/shm';
/** Several databases and browser profiles at once took less than 1 GB. */
const leastFreeBytes = 3 * 2 ** 30;
/** What is in the folder takes memory from the tests themselves. */
const leastMemoryBytes = 6 * 2 ** 30;

/**
 * Databases and browsers write a lot that nobody keeps. In memory instead of on a disk, `npm test` needs a sixth less processor
 * time. null if there is no such folder, or too little memory for it.
 */
function memoryFolder() {
  if (process.platform !== 'linux' || process.env.TMPDIR) return null;
  try {
    const [, , kind, options] =
      readFileSync('/proc/mounts', 'utf8')
        .split('\n')
        .map((line) => line.split(' '))
        .findLast(([, place]) => place === mount) ?? [];
    // PostgreSQL's programs may be copied there and started.
    if (kind !== 'tmpfs' || options.split(',').includes('noexec')) return null;
    const { bavail, bsize } = statfsSync(mount);
    if (bavail * bsize < leastFreeBytes || process.availableMemory() < leastMemoryBytes) return null;
    accessSync(mount, constants.W_OK);
    const folder = path.join(mount, `hangtag-tests-${process.getuid()}`);
    mkdirSync(folder, { recursive: true });
    // PostgreSQL may run as another user than the tests.
    chmodSync(folder, 0o755);
    return folder;
  } catch {
    return null;
  }
}

/** Gives the memory back, unless another run is still using the folder. */
function leaveMemoryFolder(folder) {
  try {
    rmdirSync(folder);
  } catch (error) {
    if (error.code !== 'ENOTEMPTY') throw error;
  }
}

const firstLine = (text) => String(text ?? '').split('\n')[0];
// A runner without a report has not passed.
const noReport = (program) => ({ passed: 0, failures: [`${program} wrote no report: see above`], skipped: 0 });

const readVitest = (file, root) => {
  if (!existsSync(file)) return noReport('Vitest');
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const place = (suite) => path.relative(root, suite.name);
  const broken = report.testResults.filter((suite) => suite.status === 'failed' && suite.assertionResults.length === 0);
  const failed = report.testResults.flatMap((suite) =>
    suite.assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => `${place(suite)}: ${fullName}\n    ${firstLine(failureMessages[0])}`),
  );
  return {
    passed: report.numPassedTests,
    failures: [...failed, ...broken.map((suite) => `${place(suite)}: ${firstLine(suite.message)}`)],
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
  };
};

const readPlaywright = (file) => {
  if (!existsSync(file)) return noReport('Playwright');
  const { stats, errors = [], suites = [] } = JSON.parse(readFileSync(file, 'utf8'));
  const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
  const isGood = ({ status }) => status === 'expected' || status === 'skipped';
  const bad = suites.flatMap(specsOf).filter(({ tests }) => !tests.every(isGood));
  return {
    passed: stats.expected,
    failures: [
      ...bad.map(({ file: spec, line, title }) => `tests/browser/${spec}:${line}: ${title}`),
      ...errors.map(({ message }) => firstLine(message)),
    ],
    skipped: stats.skipped,
  };
};

const usage = `npm test                          types, style and every test
npm test -- --changed[=REVISION]  types, style, and the tests reached by what changed since the revision (HEAD)`;

const readRevision = () => {
  // The revision is optional, which the options parser doesn't support.
  const args = process.argv.slice(2).map((arg) => (arg === '--changed' ? '--changed=HEAD' : arg));
  try {
    return parseArgs({ args, options: { changed: { type: 'string' } } }).values.changed ?? null;
  } catch {
    console.error(usage);
    process.exit(64);
  }
};

const root = path.resolve(import.meta.dirname, '../..');
const startedAt = performance.now();
const revision = readRevision();
const changed = revision === null ? null : filesChangedSince(root, revision);
/** The Vitest files to run; null for all of them. */
const files = changed && chooseTests(changed, readImports(root));
const stories = changed && chooseStories(changed, browserStories(root));
const inMemory = memoryFolder();
// This program and those that it starts put their temporary files there.
if (inMemory !== null) process.env.TMPDIR = inMemory;
const reports = mkdtempSync(path.join(os.tmpdir(), 'hangtag-reports-'));

const step = (name) => console.log(`\n── ${name}`);
/** Runs a command of one of our packages. `onOutput` gets its output, which otherwise goes to the terminal. */
const runPackaged = (bin, args, { env = {}, onOutput } = {}) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [path.join(root, 'node_modules', bin), ...args], {
      cwd: root,
      stdio: onOutput ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: { ...process.env, ...env },
    });
    for (const output of [child.stdout, child.stderr]) output?.setEncoding('utf8').on('data', onOutput);
    child.once('close', (code) => resolve(code === 0));
  });

/** A check that runs beside the tests and reports its result when it has ended. */
const check = async (name, remedy, run) => {
  const output = [];
  const holds = await run((text) => output.push(text));
  step(name);
  process.stdout.write(output.join(''));
  console.log(holds ? 'Passed.' : 'Failed.');
  return { passed: Number(holds), failures: holds ? [] : [remedy], skipped: 0 };
};
/** The style of a file depends on nothing but the file and the rules. */
const styled =
  files && !changed.includes('biome.json') ? changed.filter((file) => existsSync(path.join(root, file))) : ['.'];
const checkStyle = (onOutput) =>
  runPackaged(
    '@biomejs/biome/bin/biome',
    ['check', '--error-on-warnings', '--no-errors-on-unmatched', '--files-ignore-unknown=true', ...styled],
    { onOutput },
  );

const runVitest = async () => {
  const report = path.join(reports, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  await runPackaged('vitest/vitest.mjs', ['run', ...(files ?? []), ...reporters]);
  return readVitest(report, root);
};

/** Instead of all tests: many would only say again that there is no web app. */
const noBuild = { passed: 0, failures: ['the web app did not build: see above. No test ran'], skipped: 0 };

const runPlaywright = async ({ browser, problem }) => {
  if (problem !== undefined) return [{ passed: 0, failures: [problem], skipped: 0 }];
  step('Browser stories');
  const report = path.join(reports, 'playwright.json');
  await runPackaged('@playwright/test/cli.js', ['test', '--reporter=list,json', ...(stories ?? [])], {
    env: { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
  return [{ ...readPlaywright(report), browser }];
};

if (changed) console.log(`Files changed since ${revision}: ${changed.length}.`);
step(
  `Types and style, and beside them ${files ? 'the tests that the changed files reach' : 'rules, ports, journeys, architecture, chaos'}`,
);
const hasStories = stories?.length !== 0;
/**
 * Bundles and compiles what the stories need, beside the types and the style. Between Vitest and the stories, it would leave one of
 * two cores unused. Programs that journeys start would find half a build while it runs, and a compiled server after it.
 */
const built = hasStories ? buildWhereStale(root) : Promise.resolve(0);
const [types, style, tests, browser] = await Promise.all([
  check('Types', 'the type check failed: see above', checkTypes),
  check('Style', 'the style check failed: "npx biome check --write" fixes most of it', checkStyle),
  built.then((code) => (code === 0 ? runVitest() : noBuild)),
  hasStories ? ensureBrowser() : null,
]);
const results = [types, style, tests, ...(browser && tests !== noBuild ? await runPlaywright(browser) : [])];
rmSync(reports, { recursive: true, force: true });
if (inMemory !== null) leaveMemoryFolder(inMemory);

const sum = (key) => results.reduce((total, result) => total + result[key], 0);
const failures = results.flatMap((result) => result.failures);
// Repeated at the end, because many people read only that.
for (const failure of failures) console.error(`\n✗ ${failure}`);
if (changed === null && failures.length === 0) {
  // `npm run bench -- footprint` reports this as the time of the tests.
  const folder = path.join(root, 'node_modules/.cache/hangtag');
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  const browser = results.find((result) => result.browser)?.browser;
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    path.join(folder, 'suite.json'),
    `${JSON.stringify({ seconds, at: new Date().toISOString(), browser })}\n`,
  );
}
const skipped = sum('skipped');
console.log(`\n${sum('passed')} passed, ${failures.length} failed${skipped ? `, ${skipped} skipped` : ''}`);
process.exit(failures.length === 0 ? 0 : 1);
