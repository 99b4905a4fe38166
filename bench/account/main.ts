// Measures the export and the deletion of the largest account, beside millions of rows of others and a seller who asks for the bot's status.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openBystander } from '#tests/security/fuzz/bystander.ts';
import { cookiesOf } from '#tests/standin/cookie-jar.ts';
import { peakMb, residentMb } from '../engine/processes.ts';
import { type Hangtag, withHangtag } from '../one-seller/time-calls.ts';
import { fillOthers, fillOwn, ledgerDays, rowsAsked } from './fill.ts';
import { measureRetention } from './retention.ts';

const asked = { firstByteMs: 2_000, bystanderP99Ms: 250 } as const;
const quietMs = 10_000;
const password = 'linen-and-wool-7';

type Reply = { status: number; cookie: string; firstByteMs: number; wholeMs: number; mb: number };

const asker =
  (port: number) =>
  async (
    method: string,
    place: string,
    { cookie = '', body }: { cookie?: string; body?: object } = {},
  ): Promise<Reply> => {
    const startedAt = performance.now();
    const reply = await fetch(`http://127.0.0.1:${port}${place}`, {
      ...{ method, headers: { cookie, 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/json' } },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    let [bytes, firstByteMs] = [0, 0];
    for await (const chunk of reply.body ?? []) {
      if (bytes === 0) firstByteMs = performance.now() - startedAt;
      bytes += chunk.length;
    }
    const wholeMs = performance.now() - startedAt;
    return {
      status: reply.status,
      cookie: cookiesOf(reply.headers.getSetCookie()),
      firstByteMs,
      wholeMs,
      mb: bytes / 1e6,
    };
  };

const { values } = parseArgs({
  options: { rows: { type: 'string' }, retention: { type: 'string' } },
});
if (values.retention !== undefined) process.exit((await measureRetention(Number(values.retention))) ? 0 : 1);
const rows = rowsAsked('account', 5_000_000, values.rows);
await withHangtag('account', {}, measure);

async function measure({ port, pid, client }: Hangtag): Promise<boolean> {
  const ask = asker(port);
  const register = async (email: string): Promise<string> =>
    (await ask('POST', '/api/register', { body: { firstName: 'Ada', lastName: 'Seller', email, password } })).cookie;
  const [leaving, other] = [await register('leaving@example.com'), await register('bystander@example.com')];
  const filledAt = performance.now();
  const days = rows < 1e6 ? 10 : ledgerDays;
  const others = await fillOthers({ client, rows, ledgerDays: days });
  const own = await fillOwn({ client, rows, ledgerDays: days }, 'leaving@example.com');
  await client.query('vacuum analyze');
  await client.query('checkpoint');
  const { rows: size } = await client.query<{ mb: number }>(
    'select (pg_database_size(current_database()) / 1e6)::float8 as mb',
  );
  console.log(
    `${others.toLocaleString('en')} rows of others, ${own.stored.toLocaleString('en')} log entries and ${own.ledger.toLocaleString('en')} shares of the account, ${Math.round(size[0]?.mb ?? 0)} MB, filled in ${Math.round((performance.now() - filledAt) / 1000)} s`,
  );
  const beside = async <T>(work: () => Promise<T>) => {
    const bystander = openBystander(() => ask('GET', '/api/bot/status', { cookie: other }));
    const done = await work();
    return { done, seen: await bystander.stop() };
  };
  const quiet = await beside(() => sleep(quietMs));
  console.log(`nothing else: ${quiet.seen.text}`);

  const before = residentMb(pid);
  const exported = await beside(() => ask('GET', '/api/user/export', { cookie: leaving }));
  printReply('export', exported);
  console.log(
    `  ${exported.done.mb.toFixed(1)} MB, server ${Math.round(before)} MB before, ${Math.round(peakMb(pid))} MB at most`,
  );
  const deleted = await beside(() => ask('DELETE', '/api/user', { cookie: leaving, body: { password } }));
  printReply('deletion', deleted);
  const erasedAfter = performance.now();
  const erased = await beside(() => untilErased(client));
  console.log(
    `all its rows erased ${((performance.now() - erasedAfter) / 1000).toFixed(1)} s after the reply; ${erased.seen.text}`,
  );

  const isSound = [exported, deleted].every(
    ({ done, seen }) =>
      done.status === 200 &&
      done.firstByteMs <= asked.firstByteMs &&
      seen.p99Ms <= asked.bystanderP99Ms &&
      seen.failed === 0,
  );
  console.log(isSound ? 'All requirements are met.' : 'MISSED: see above.');
  return isSound;
}

function printReply(what: string, { done, seen }: { done: Reply; seen: { text: string } }): void {
  console.log(
    `${what}: ${done.status}, first byte after ${Math.round(done.firstByteMs)} ms (asked ${asked.firstByteMs}), whole after ${(done.wholeMs / 1000).toFixed(1)} s`,
  );
  console.log(`  ${seen.text} (asked p99 ${asked.bystanderP99Ms})`);
}

async function untilErased(client: Hangtag['client']): Promise<void> {
  for (;;) {
    const { rows: left } = await client.query<{ left: boolean }>(
      `select exists (select from users where email = 'leaving@example.com' or email like 'closed-%') as left`,
    );
    if (left[0]?.left !== true) return;
    await sleep(100);
  }
}
