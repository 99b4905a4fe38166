// Proves the security table: runs the tests that it names, makes its checks, and prints each requirement with its result.
import { parseArgs } from 'node:util';
import { checks } from './checks/checks.ts';
import { CannotCheck, startServer } from './checks/running-server.ts';
import { abuse } from './fuzz/abuse.ts';
import { fuzz } from './fuzz/fuzz.ts';
import { keyOf, type NamedTest, type Outcome, runTests } from './run-tests.ts';
import { type Evidence, type Requirement, requirements } from './table.ts';

const usage = `npm run verify:security                      proves each security requirement, and prints the table
npm run verify:security -- --browser         runs the browser tests of the table, too
npm run verify:security -- --fuzz 100000 --seed 1   only sends that many made-up requests, and says what they did
npm run verify:security -- --abuse           only plays what cheap accounts once did, beside another seller`;

const readOptions = () => {
  try {
    return parseArgs({
      options: {
        browser: { type: 'boolean', default: false },
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

const makeChecks = async (): Promise<Map<string, Outcome>> => {
  const outcomes = new Map<string, Outcome>();
  const server = await startServer();
  try {
    for (const [name, check] of Object.entries(checks)) {
      const outcome: Outcome = await check(server, (figures) => console.error(`        ${figures}`)).then(
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

const { browser, fuzz: requests, seed, abuse: plays } = readOptions();
if (plays) process.exit(await runAlone(abuse(say)));
if (requests !== undefined) process.exit(await runAlone(fuzz({ requests: whole(requests), seed: whole(seed), say })));
console.error('── Checks');
const checked = await makeChecks();
console.error('\n── Tests');
const isNamed = (one: Evidence): one is NamedTest => one.kind === 'test' || one.kind === 'story';
const named = requirements.flatMap(({ evidence }) => evidence.filter(isNamed));
const ran = await runTests(named, { withStories: browser });

const outcomeOf = (evidence: Evidence): Outcome => {
  if (evidence.kind === 'document') return { kind: 'passed' };
  const outcome = evidence.kind === 'check' ? checked.get(evidence.title) : ran.get(keyOf(evidence));
  return outcome ?? { kind: 'failed', why: 'no report of it' };
};

/** A requirement counts as met only if something was run for it, and everything that was run passed. */
const resultOf = ({ state, evidence }: Requirement): string => {
  const kinds = evidence.filter(({ kind }) => kind !== 'document').map((one) => outcomeOf(one).kind);
  if (kinds.includes('failed')) return 'failed';
  return state !== 'met' || kinds.includes('passed') ? state : 'not proved here';
};

const results = new Map<string, number>();
for (const requirement of requirements) {
  const { id, sentence, remark, evidence } = requirement;
  const result = resultOf(requirement);
  results.set(result, (results.get(result) ?? 0) + 1);
  console.log(`${id.padEnd(4)}${result.toUpperCase().padEnd(16)}${sentence}`);
  if (remark !== '') console.log(`       ${remark}`);
  for (const one of evidence) {
    const { kind, why } = outcomeOf(one);
    const verdict = kind === 'passed' ? '' : ` [${kind}${why ? `: ${why}` : ''}]`;
    console.log(`       ${'file' in one ? one.file : 'check'}: ${one.title}${verdict}`);
  }
}
const counts = ['met', 'partly', 'does not apply', 'not proved here', 'failed'].map(
  (result) => `${results.get(result) ?? 0} ${result}`,
);
console.log(`\n${requirements.length} requirements: ${counts.join(', ')}`);
process.exit(results.has('failed') ? 1 : 0);
