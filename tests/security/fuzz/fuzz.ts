// The fuzz run: made-up requests for every call of the contract, and what must hold during and after them.
import { routes } from '#contract/routes.ts';
import { openBystander } from './bystander.ts';
import { canary, known, openPeople } from './callers.ts';
import { type MadeUp, madeUp } from './requests.ts';
import type { Answer } from './send.ts';
import { type Server, withLogEntry, withServer } from './server.ts';
import { checksumsOf, databaseMb, differencesOf, keepCode, storedByAccounts } from './stored.ts';

const atOnce = 16;
/** Of each kind of caller. Calls of one account wait for each other at the marketplace. */
const accountsEach = 4;
/** The longest that a status call of another seller may take. */
const bystanderLimitMs = 2_000;
const mostShown = 20;

/** How much of a run only met a budget, and other figures for its report. */
type Tally = { byStatus: Map<string, number>; slowest: { ms: number; what: string }; problems: string[] };

/** Resolves to what is wrong. */
export const fuzz = (given: Pick<Run, 'requests' | 'seed' | 'say'>): Promise<string[]> =>
  // Otherwise most requests would only meet a budget, or the practice marketplace's own limit of calls, which it doesn't have where
  // bots share quicker than usual.
  withServer({ MARKETPLACE_URL: 'none', BUDGET_FACTOR: '1000', SHARE_INTERVAL_MS: '1999' }, (server) =>
    run({ ...given, ...server }),
  );

type Run = Server & { requests: number; seed: number; say(line: string): void };

async function run({ requests, seed, say, database, sender, output }: Run): Promise<string[]> {
  const people = openPeople(sender.send);
  const watched = await people.watched();
  await keepCode(database, watched.email);
  const other = await people.withCloset();
  known.ids = (await people.listingsOf(watched)).slice(0, 5).map(({ id }) => id);
  const before = await checksumsOf(database, watched.email);
  const sizeMb = await databaseMb(database);
  const bystander = openBystander(async () => {
    const answer = await people.ask(other, 'GET', '/api/bot/status');
    return { status: answer.kind === 'answered' ? answer.status : 0 };
  });
  const startedAt = performance.now();
  const tally = await sendAll({ requests, seed, say, people, sender });
  const seconds = (performance.now() - startedAt) / 1000;
  const seen = await bystander.stop();

  const problems = tally.problems.map((problem) => withLogEntry(problem, output()));
  const changed = differencesOf(before, await checksumsOf(database, watched.email));
  if (changed.length > 0) problems.push(`rows of another seller changed in ${changed.join(', ')}`);
  if (seen.mostMs > bystanderLimitMs) problems.push(`a bystander waited ${seen.mostMs} ms`);
  if (seen.failed > 0) problems.push(`${seen.failed} calls of a bystander failed`);
  const stored = await storedByAccounts(database);
  problems.push(...stored.tooMuch);
  if (/Unhandled|Uncaught/.test(output())) problems.push('the log has an unhandled error');
  const statuses = [...tally.byStatus].sort(([one], [two]) => one.localeCompare(two));
  say(
    `${requests} requests in ${seconds.toFixed(0)} s, seed ${seed}: ${statuses.map(([status, n]) => `${n} × ${status}`).join(', ')}`,
  );
  say(`slowest reply: ${Math.round(tally.slowest.ms)} ms, ${tally.slowest.what}`);
  say(seen.text);
  const grownMb = (await databaseMb(database)) - sizeMb;
  say(`database: ${grownMb.toFixed(1)} MB more; the fullest account stores ${stored.mostMb.toFixed(2)} MB`);
  return problems;
}

const waits = new Set(
  Object.entries(routes).flatMap(([group, calls]) =>
    Object.entries(calls).flatMap(([name, route]) => ('waits' in route ? [`${group}.${name}`] : [])),
  ),
);

async function sendAll({
  requests,
  seed,
  say,
  people,
  sender,
}: Pick<Run, 'requests' | 'seed' | 'say' | 'sender'> & { people: ReturnType<typeof openPeople> }): Promise<Tally> {
  const tally: Tally = { byStatus: new Map(), slowest: { ms: 0, what: '' }, problems: [] };
  const callers = people.callers();
  let next = 0;
  const worker = async () => {
    while (next < requests && tally.problems.length < mostShown) {
      const n = next++;
      if (n > 0 && n % 10_000 === 0) say(`${n} sent`);
      const made = madeUp(seed, n, known);
      const given = await callers.headersOf(made.caller, n % accountsEach);
      const answer = await sender.send(
        { ...made, headers: { ...given, ...made.headers } },
        people.newAddress(),
        waits.has(made.name),
      );
      if (made.showsSession) callers.note(made.caller, n % accountsEach, { given, answer });
      judge(tally, n, made, answer);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return tally;
}

function judge(tally: Tally, n: number, made: MadeUp, answer: Answer): void {
  const key = answer.kind === 'answered' ? String(answer.status) : answer.kind;
  tally.byStatus.set(key, (tally.byStatus.get(key) ?? 0) + 1);
  const what = `request ${n}, ${made.method} ${made.path.slice(0, 120)} as ${made.caller}`;
  const problem = problemOf(made, answer);
  if (problem !== null) tally.problems.push(`${what}: ${problem}`);
  if (answer.kind === 'answered' && answer.tookMs > tally.slowest.ms) tally.slowest = { ms: answer.tookMs, what };
}

/** The two statuses that a busy or full server answers with, and a sentence for the seller. */
const plainRefusals = [503, 507];
const inside = /\bat \w+ \(|node_modules|select .* from |\/src\/server\//i;

function problemOf(made: MadeUp, answer: Answer): string | null {
  if (answer.kind === 'hung') return 'no reply within a minute';
  if (answer.kind === 'left') return null;
  // A request that is no HTTP, or that its sender breaks off.
  if (answer.kind === 'cut') return /refused/i.test(answer.why) ? answer.why : null;
  const { status, text } = answer;
  const isPlain = plainRefusals.includes(status) && /"message":"[^"]{10,}"/.test(text);
  if (status >= 500 && !isPlain) return `answered with ${status}: ${text.slice(0, 300)}`;
  if (inside.test(text) && !(typeof made.body === 'string' && inside.test(made.body)))
    return `tells its inside: ${text.slice(0, 300)}`;
  const tells = Object.values(canary).find((word) => text.includes(word));
  return tells === undefined ? null : `tells about another seller: ${text.slice(0, 300)}`;
}
