// Reads the reports of Vitest and Playwright: how many tests passed, what failed and where, and how many were skipped.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const firstLine = (text) => String(text ?? '').split('\n')[0];
// A runner without a report has not passed.
const noReport = (program) => ({ passed: 0, failures: [`${program} wrote no report: see above`], skipped: 0 });

export const readVitest = (file, root) => {
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

export const readPlaywright = (file) => {
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
