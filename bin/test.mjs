// Every test there is, in one command, with one closing line. What a test needs and this machine lacks is installed where
// that is allowed (Debian, as root), or named in one line.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buildWhereStale } from './build-web.mjs';
import { findBrowser } from './find-browser.ts';
import { checkTypes } from './types.mjs';

const root = path.resolve(import.meta.dirname, '..');
const reports = mkdtempSync(path.join(os.tmpdir(), 'hangtag-reports-'));

const run = (program, args, env = {}) =>
  spawnSync(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;
const runPackaged = (bin, args, env) => run(process.execPath, [path.join(root, 'node_modules', bin), ...args], env);
const step = (name) => console.log(`\n── ${name}`);

const ensureBrowser = () => {
  if (findBrowser()) return findBrowser();
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    step('Installing Chromium for the browser tests');
    run('apt-get', ['update', '-qq']);
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell'], {
      DEBIAN_FRONTEND: 'noninteractive',
    });
  }
  return findBrowser();
};

const noReport = (program) => ({ passed: 0, failures: [`${program} wrote no report: see above`], skipped: 0 });

/** What a report of Vitest or Playwright says; a missing one counts as a failure. */
const readVitest = (file) => {
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
const firstLine = (text) => String(text ?? '').split('\n')[0];

step('Types');
const typesHold = checkTypes();
step('Style');
const styleHolds = runPackaged('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']);

step('Rules, ports, journeys, architecture, chaos');
const vitestReport = path.join(reports, 'vitest.json');
runPackaged('vitest/vitest.mjs', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`]);
const results = [readVitest(vitestReport)];

const browser = ensureBrowser();
if (browser) {
  step('Browser');
  await buildWhereStale(root);
  const playwrightReport = path.join(reports, 'playwright.json');
  runPackaged('@playwright/test/cli.js', ['test', '--reporter=list,json'], {
    CHROMIUM_PATH: browser,
    PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport,
  });
  results.push(readPlaywright(playwrightReport));
} else {
  const remedy = 'The browser tests need Chromium: install it, or set CHROMIUM_PATH to where it is.';
  results.push({ passed: 0, failures: [remedy], skipped: 0 });
}

results.push({
  passed: [typesHold, styleHolds].filter(Boolean).length,
  failures: [
    ...(typesHold ? [] : ['the types do not hold: see above']),
    ...(styleHolds ? [] : ['the style check failed: "npx biome check --write" mends most of it']),
  ],
  skipped: 0,
});
rmSync(reports, { recursive: true, force: true });
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
const failures = results.flatMap((result) => result.failures);
// Once more at the end: whoever reads only that much sees what to look for.
for (const failure of failures) console.error(`\n✗ ${failure}`);
const skipped = sum('skipped');
console.log(`\n${sum('passed')} passed, ${failures.length} failed${skipped ? `, ${skipped} skipped` : ''}`);
process.exit(failures.length === 0 ? 0 : 1);
