// Every test there is, in one command, with one closing line. What a test needs and this machine lacks is installed where
// that is allowed (Debian, as root), or named in one line.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buildWhereStale } from './build-web.mjs';
import { checkTypes } from './types.mjs';

const root = path.resolve(import.meta.dirname, '..');
const reports = mkdtempSync(path.join(os.tmpdir(), 'hangtag-reports-'));

const run = (program, args, env = {}) =>
  spawnSync(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;
const runPackaged = (bin, args, env) => run(process.execPath, [path.join(root, 'node_modules', bin), ...args], env);
const step = (name) => console.log(`\n── ${name}`);

/** The browser of the machine: Playwright's own download is never needed. */
const browserPlaces = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];
const findBrowser = () => browserPlaces.find((place) => place && existsSync(place));

const ensureBrowser = () => {
  if (findBrowser()) return findBrowser();
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    step('Installing Chromium for the browser tests');
    run('apt-get', ['update', '-qq']);
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
      DEBIAN_FRONTEND: 'noninteractive',
    });
  }
  return findBrowser();
};

/** Counts of a report that Vitest or Playwright wrote; a missing one counts as a failure. */
const countVitest = (file) => {
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 };
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const broken = report.testResults.filter((suite) => suite.status === 'failed' && suite.assertionResults.length === 0);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
  };
};
const countPlaywright = (file) => {
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 };
  const { stats, errors } = JSON.parse(readFileSync(file, 'utf8'));
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + (errors?.length ?? 0),
    skipped: stats.skipped,
  };
};

step('Types');
const typesHold = checkTypes();
step('Style');
const styleHolds = runPackaged('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']);

step('Rules, ports, journeys, architecture, chaos');
const vitestReport = path.join(reports, 'vitest.json');
runPackaged('vitest/vitest.mjs', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`]);
const results = [countVitest(vitestReport)];

const browser = ensureBrowser();
if (browser) {
  step('Browser');
  await buildWhereStale(root);
  const playwrightReport = path.join(reports, 'playwright.json');
  runPackaged('@playwright/test/cli.js', ['test', '--reporter=list,json'], {
    CHROMIUM_PATH: browser,
    PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport,
  });
  results.push(countPlaywright(playwrightReport));
} else {
  console.error('\nThe browser tests need Chromium: install it, or set CHROMIUM_PATH to where it is.');
  results.push({ passed: 0, failed: 1, skipped: 0 });
}

results.push({
  passed: [typesHold, styleHolds].filter(Boolean).length,
  failed: [typesHold, styleHolds].filter((ok) => !ok).length,
  skipped: 0,
});
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
rmSync(reports, { recursive: true, force: true });
if (!typesHold) console.error('The types do not hold: see above.');
if (!styleHolds) console.error('The style check failed: see above; "npx biome check --write" mends most of it.');
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${sum('skipped') ? `, ${sum('skipped')} skipped` : ''}`);
process.exit(sum('failed') === 0 ? 0 : 1);
