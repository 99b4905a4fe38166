// Proves the security table: runs the tests that it names, makes its checks, and prints each requirement with its result.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type CheckName, checkNames, checks } from './checks/checks.ts';
import { startServer } from './checks/running-server.ts';
import { CannotCheck } from './checks/source-checks.ts';
import { abuse } from './fuzz/abuse.ts';
import { fuzz } from './fuzz/fuzz.ts';
import { asMarkdown, asText, countResults, type Judged, resultOf } from './report.ts';
import type { Evidence } from './requirement.ts';
import { chapters, requirements } from './rows/requirements.ts';
import { keyOf, type NamedTest, type Outcome, runTests } from './run-tests.ts';

const usage = `npm run verify:security                      proves each security requirement, and prints the table
npm run verify:security -- --browser         runs the browser tests of the table, too
npm run verify:security -- --markdown FILE   also writes the table as a document
npm run verify:security -- --fuzz 100000 --seed 1   only sends that many made-up requests, and says what they did
npm run verify:security -- --abuse           only plays what cheap accounts once did, beside another seller`;

const readOptions = () => {
  try {
    return parseArgs({
      options: {
        browser: { type: 'boolean', default: false },
        markdown: { type: 'string' },
        fuzz: { type: 'string' },
        abuse: { type: 'boolean', default: false },
        seed: { type: 'string', default: '1' },
      },
    }).values;
  } catch {
    console.error(usage);
    process.exit(64);
  }
};

const whole = (text: string): number => {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  console.error(usage);
  process.exit(64);
};

const say = (line: string): void => console.log(line);

/** For a run of its own: prints what is wrong. Resolves to the exit code. */
const runAlone = async (run: Promise<readonly string[]>): Promise<number> => {
  const problems = await run;
  for (const problem of problems) say(`WRONG: ${problem}`);
  if (problems.length === 0) say('Nothing went wrong.');
  return problems.length === 0 ? 0 : 1;
};

const makeChecks = async (): Promise<Map<CheckName, Outcome>> => {
  const outcomes = new Map<CheckName, Outcome>();
  const server = await startServer();
  try {
    for (const name of checkNames) {
      const outcome: Outcome = await checks[name](server, (figures) => console.error(`        ${figures}`)).then(
        (problem) => (problem === null ? { kind: 'passed' } : { kind: 'failed', why: problem }),
        (error: Error) => ({ kind: error instanceof CannotCheck ? 'not run' : 'failed', why: error.message }),
      );
      console.error(`${outcome.kind.padEnd(8)}${name}${outcome.why ? `: ${outcome.why}` : ''}`);
      outcomes.set(name, outcome);
    }
  } finally {
    await server.close();
  }
  return outcomes;
};

const { browser, markdown, fuzz: requests, seed, abuse: plays } = readOptions();
if (plays) process.exit(await runAlone(abuse(say)));
if (requests !== undefined) process.exit(await runAlone(fuzz({ requests: whole(requests), seed: whole(seed), say })));
const startedAt = new Date();
console.error('── Checks');
const checked = await makeChecks();
console.error('\n── Tests');
const isNamed = (one: Evidence): one is NamedTest => one.kind === 'test' || one.kind === 'story';
const named = requirements.flatMap(({ evidence }) => evidence.filter(isNamed));
const ran = await runTests(named, { withStories: browser });

const outcomeOf = (evidence: Evidence): Outcome => {
  const missing: Outcome = { kind: 'failed', why: 'no report of it' };
  if (evidence.kind === 'document') return { kind: 'passed' };
  return (evidence.kind === 'check' ? checked.get(evidence.name) : ran.get(keyOf(evidence))) ?? missing;
};
const judged: Judged[] = requirements.map((requirement) => ({
  requirement,
  outcomes: requirement.evidence.map((evidence) => ({ evidence, outcome: outcomeOf(evidence) })),
}));

console.log(asText(judged));
console.log(`\n${judged.length} requirements: ${countResults(judged)}`);
if (markdown !== undefined) {
  const about = `${startedAt.toISOString().slice(0, 10)}, Node ${process.version}, ${process.platform}`;
  writeFileSync(markdown, asMarkdown(judged, chapters, about));
}
process.exit(judged.some((one) => resultOf(one) === 'failed') ? 1 : 0);
