// Runs the tests that the security table names, once, and reports the result of each.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Evidence, patternOf, titlesNamed } from './table.ts';

const root = path.resolve(import.meta.dirname, '../..');

export type Outcome = { kind: 'passed' | 'failed' | 'not run'; why?: string };
export type NamedTest = Extract<Evidence, { kind: 'test' | 'story' }>;
/** The file and title of a test as one text, to find its outcome by. */
export const keyOf = ({ file, title }: NamedTest): string => `${file}: ${title}`;

/** Runs a command of one of our packages. Its output goes to stderr, because stdout is for the table. */
const runPackaged = (bin: string, args: readonly string[], env: Record<string, string> = {}): Promise<void> =>
  new Promise((resolve) => {
    spawn(process.execPath, [path.join(root, 'node_modules', bin), ...args], {
      cwd: root,
      stdio: ['ignore', 2, 2],
      env: { ...process.env, ...env },
    }).once('close', () => resolve());
  });

type Ran = { file: string; title: string; isSkipped: boolean; hasPassed: boolean; why: string };

type VitestReport = {
  testResults: {
    name: string;
    assertionResults: { ancestorTitles: string[]; title: string; status: string; failureMessages: string[] | null }[];
  }[];
};

const runVitest = async (files: readonly string[], titles: readonly string[], report: string): Promise<Ran[]> => {
  const only = `(?:${titles.map(patternOf).join('|')})$`;
  await runPackaged('vitest/vitest.mjs', [
    'run',
    ...files,
    `--testNamePattern=${only}`,
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  if (!existsSync(report)) return [];
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as VitestReport;
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status, failureMessages }) => ({
      file: path.relative(root, name).split(path.sep).join('/'),
      title: [...ancestorTitles, title].join(' > '),
      isSkipped: status !== 'passed' && status !== 'failed',
      hasPassed: status === 'passed',
      why: (failureMessages?.[0] ?? '').split('\n')[0] ?? '',
    })),
  );
};

type Step = { title: string; steps?: Step[] };
type PlaywrightSuite = {
  title: string;
  suites?: PlaywrightSuite[];
  specs?: { title: string; tests: { status: string; results: { steps?: Step[] }[] }[] }[];
};

/** Each test and each of its steps. A step has passed if it ran and its test has passed. */
const storiesIn = (suite: PlaywrightSuite, file: string, trail: readonly string[] = []): Ran[] => [
  ...(suite.specs ?? []).flatMap(({ title, tests }) => {
    const hasPassed = tests.every(({ status }) => status === 'expected');
    const isSkipped = tests.every(({ status }) => status === 'skipped');
    const ran = (titles: readonly string[]): Ran => ({
      file,
      title: titles.join(' > '),
      isSkipped,
      hasPassed,
      why: '',
    });
    const stepsOf = (steps: readonly Step[], above: readonly string[]): Ran[] =>
      steps.flatMap((step) => [ran([...above, step.title]), ...stepsOf(step.steps ?? [], [...above, step.title])]);
    const own = [...trail, title];
    return [
      ran(own),
      ...stepsOf(
        tests.flatMap(({ results }) => results.flatMap(({ steps }) => steps ?? [])),
        own,
      ),
    ];
  }),
  ...(suite.suites ?? []).flatMap((inner) => storiesIn(inner, file, [...trail, inner.title])),
];

const runPlaywright = async (files: readonly string[], report: string): Promise<Ran[]> => {
  await runPackaged('@playwright/test/cli.js', ['test', '--reporter=json', ...files], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  });
  if (!existsSync(report)) return [];
  const { suites } = JSON.parse(readFileSync(report, 'utf8')) as { suites: PlaywrightSuite[] };
  return suites.flatMap((suite) => storiesIn(suite, `tests/browser/${suite.title}`));
};

/** What became of a named test: of all its cases, if it has several. */
const outcomeOf = (test: NamedTest, ran: readonly Ran[]): Outcome => {
  const [full = test.title] = titlesNamed(test.file, test.title);
  const pattern = new RegExp(`^${patternOf(full)}$`, 's');
  const cases = ran.filter(({ file, title }) => file === test.file && pattern.test(title));
  const failed = cases.find(({ isSkipped, hasPassed }) => !isSkipped && !hasPassed);
  if (failed) return { kind: 'failed', why: failed.why };
  if (cases.length === 0) return { kind: 'failed', why: 'no report of it' };
  return cases.every(({ isSkipped }) => isSkipped) ? { kind: 'not run', why: 'skipped here' } : { kind: 'passed' };
};

/** The outcome of each test by `keyOf`. Stories run only if `withStories`. */
export async function runTests(
  tests: readonly NamedTest[],
  { withStories }: { withStories: boolean },
): Promise<Map<string, Outcome>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'hangtag-security-'));
  const ofKind = (kind: NamedTest['kind']) => tests.filter((test) => test.kind === kind);
  const filesOf = (some: readonly NamedTest[]) => [...new Set(some.map(({ file }) => file))];
  const titlesOf = (some: readonly NamedTest[]) => [
    ...new Set(some.map(({ title }) => title.split(' > ').at(-1) ?? title)),
  ];
  const [plain, stories] = [ofKind('test'), ofKind('story')];
  const ran = [
    ...(await runVitest(filesOf(plain), titlesOf(plain), path.join(folder, 'vitest.json'))),
    ...(withStories ? await runPlaywright(filesOf(stories), path.join(folder, 'playwright.json')) : []),
  ];
  rmSync(folder, { recursive: true, force: true });
  const notAsked: Outcome = { kind: 'not run', why: 'runs with --browser' };
  return new Map(
    tests.map((test) => [keyOf(test), test.kind === 'story' && !withStories ? notAsked : outcomeOf(test, ran)]),
  );
}
