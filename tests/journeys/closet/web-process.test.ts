import { writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '#contract/client.ts';
import type { Route } from '#contract/route.ts';
import { routes } from '#contract/routes.ts';
import { connectMarketplace } from '#marketplace/connector/connector.ts';
import { openSignals } from '#server/adapters/database/signals.ts';
import { writeWebKeys } from '#server/adapters/vault/key-ring.ts';
import { loadSecretKeys } from '#server/adapters/vault/secret-key.ts';
import { answerTopic, type CallTimes } from '#server/adapters/worker-calls/ask-worker.ts';
import type { App } from '#server/app.ts';
import { runCommand } from '#server/operator/hangtag.ts';
import { newRole, silentLog } from '#tests/database.ts';
import { CookieJar, sendInProcess } from '#tests/http-client.ts';
import { runProgram } from '#tests/process.ts';
import { bodies, queries } from '../front/cost-rows.ts';
import { failureOf } from '../front/front-world.ts';
import { type Installation, openInstallation, secretKey } from '../installation.ts';
import { cookiesOf } from './closet-world.ts';
import { controlStandins } from './control-standins.ts';

/** On one database: a process with the secret key that does everything, and a web process with only the web key and a role of its own. */
let test: Installation;
let control: ReturnType<typeof controlStandins>;
let role: Awaited<ReturnType<typeof newRole>>;
let whole: App;
let web: App;
/** A worker whose connection for signals isn't there yet looks for calls once a second, so `claimMs` is well above that. */
const times: CallTimes = { claimMs: 2_500, leaseMs: 5_000, closeMs: 100 };

beforeAll(async () => {
  test = await openInstallation();
  role = await newRole();
  control = controlStandins({ standin: test.standin, realStandin: null });
  const webKey = path.join(test.folder, 'web.key');
  writeFileSync(webKey, writeWebKeys(loadSecretKeys({ secretKey, dataDir: '/nowhere' }).keys));
  whole = await build({ ROLE: 'all', SECRET_KEY: secretKey });
  expect(await command('web-role', role.name)).toContain(`The role ${role.name} can serve pages.`);
  web = await build({ ROLE: 'web', WEB_KEY_FILE: webKey, DATABASE_URL: role.urlOf(test.url) }, times);
});
afterAll(async () => {
  await test?.close(web, whole);
  await role?.drop();
});

const settings = () => ({ ...test.env, SHARE_INTERVAL_MS: '0', BUDGET_FACTOR: '1000' });
const build = (env: Record<string, string>, callTimes?: CallTimes): Promise<App> =>
  test.openApp({ ...settings(), ...env }, { log: silentLog, ...(callTimes && { callTimes }) });

/** What a command of the operator prints, with the settings of a worker. */
const command = async (...words: string[]): Promise<string> => {
  const printed: string[] = [];
  const print = (text: string) => void printed.push(text);
  await runCommand(words, { ...settings(), SECRET_KEY: secretKey }, { say: print, complain: print });
  return printed.join('\n');
};

let sellers = 0;
const addAccount = async () => {
  const made = await control.command('POST', 'accounts', { listings: 4, sold: 0 });
  const { username, password } = made as { username: string; password: string };
  return { poshmarkUsername: username, poshmarkPassword: password };
};
/** A seller at this process, who has typed a username and password at the registration or will link a closet with these. */
const arrive = async (app: App, typed?: Awaited<ReturnType<typeof addAccount>>) => {
  sellers += 1;
  const jar = new CookieJar();
  const api = createClient(routes, sendInProcess(app.server, { jar, peer: `127.0.1.${sellers}` }));
  const names = { firstName: 'Maya', lastName: 'Brandt', email: `maya${sellers}@example.com` };
  const { id } = await api.account.register({ body: { ...names, password: 'linen-and-wool', ...typed } });
  const body = typed ?? (await addAccount());
  return { id, api, jar, body, username: body.poshmarkUsername, password: body.poshmarkPassword };
};
const opsOf = async (account: string) => (await control.journal(account)).map(({ op }) => op);
const secretsOf = async (userId: string) =>
  (await test.database.query('select credentials, session from closets where user_id = $1', [userId])).rows[0];

/** As if the time of the worker that took the calls had passed, which is eight seconds. The processes that wait for them then look again. */
const endLeases = async () => {
  const signals = openSignals({ url: test.url, log: silentLog });
  await test.database.transaction(async (tx) => {
    const { rows } = await tx.query<{ id: string }>(
      'update worker_calls set claimed_until = clock_timestamp() where claimed_by is not null returning id',
    );
    expect(rows).toHaveLength(1);
    for (const { id } of rows) await signals.send(tx, answerTopic(id));
  });
  await signals.close();
};

describe('with a web process that has only the web key, and a worker', () => {
  it('a seller connects a closet with a password, tests it, syncs, shares, changes prices, undoes, and disconnects', async () => {
    const { id, api, body, username } = await arrive(web);
    const wrong = { ...body, poshmarkPassword: 'not the password' };
    expect(await failureOf(api.closet.updateCredentials({ body: wrong }))).toMatchObject({
      status: 422,
      code: 'credentials_rejected',
    });
    expect(await api.closet.updateCredentials({ body })).toMatchObject({
      isAuthenticated: true,
      message: expect.stringContaining('Your password is stored encrypted.'),
    });
    expect(await secretsOf(id)).toEqual({
      credentials: expect.stringMatching(/^v1\./),
      session: expect.stringMatching(/^v1\./),
    });
    expect((await api.closet.testAuth()).message).toContain(username);
    expect((await api.closet.test()).probes.map(({ name, ok }) => [name, ok])).toEqual([
      ['reach', true],
      ['session', true],
      ['closet', true],
      ['search', true],
    ]);
    expect((await api.listings.sync()).total).toBe(4);

    const [first, second] = await api.listings.list();
    if (first?.price == null || second?.price == null) throw new Error('These listings have prices.');
    const one = await api.listings.setPrice({ id: first.id, body: { price: first.price + 1 } });
    expect(one).toMatchObject({ oldPrice: first.price, newPrice: first.price + 1 });
    expect(await failureOf(api.listings.setPrice({ id: first.id, body: { price: first.price * 5 } }))).toMatchObject({
      code: 'large_change',
      fields: { [first.id]: expect.any(String) },
    });
    const updates = [{ listingId: second.id, newPrice: second.price + 1 }];
    const { batchId } = await api.listings.updatePrices({ body: { updates }, idempotencyKey: 'once' });
    expect(await api.listings.updatePrices({ body: { updates }, idempotencyKey: 'once' })).toMatchObject({ batchId });
    expect((await api.listings.undoPrices({ batchId, body: {} })).reverted).toHaveLength(1);
    expect((await opsOf(username)).filter((op) => op === 'update')).toHaveLength(3);

    await api.bot.start({ body: { offerShippingDiscount: false } });
    await expect
      .poll(async () => (await api.bot.status()).shareStatus.completedShares, { timeout: 20_000, interval: 50 })
      .toBe(4);
    await api.closet.disconnect();
    expect(await secretsOf(id)).toBeUndefined();
    expect((await api.closet.authStatus()).state).toBe('setup_required');
    await api.account.remove({ body: { password: 'linen-and-wool' } });
    expect(await failureOf(api.account.me())).toMatchObject({ status: 401 });
  });
});

it('by a web process, a one-time code, an imported session, and a demo closet work', async () => {
  const { api, ...own } = await arrive(web);
  const body = { poshmarkUsername: 'otp_olive', poshmarkPassword: 'practice-2' };
  expect(await failureOf(api.closet.updateCredentials({ body }))).toMatchObject({ code: 'code_required' });
  expect((await api.closet.requestCode()).message).toMatch(/^A code was sent to .+/);
  expect(await failureOf(api.closet.verifyCode({ body: { code: '000000' } }))).toMatchObject({
    code: 'code_rejected',
    fields: { code: expect.any(String) },
  });
  await api.closet.verifyCode({ body: { code: await control.code('otp_olive') } });
  expect(await api.closet.authStatus()).toMatchObject({ isAuthenticated: true, codePending: false });

  const clock = { now: Date.now, at: () => () => {} };
  const browser = connectMarketplace({ origin: test.standin.origin, userAgent: 'Browser', clock });
  await api.closet.importSession({ body: { session: await cookiesOf(browser, own) } });
  expect(await api.closet.authStatus()).toMatchObject({ username: own.username, keepsPassword: false });

  const demo = createClient(routes, sendInProcess(web.server, { jar: new CookieJar(), peer: `127.0.2.${sellers}` }));
  await demo.account.demo({ body: {} });
  expect((await demo.listings.list()).length).toBeGreaterThan(10);
  expect((await demo.closet.authStatus()).practice).toBe(true);
});

/** These end what the other calls need. */
const endings = new Set([
  'account.remove',
  'account.logout',
  'account.endSession',
  'closet.updateCredentials',
  'closet.disconnect',
  'bot.stop',
]);
/** These need no key either, and a second or more of processor time. */
const costly = new Set(['account.demo', 'pricing.expectPhoto', 'pricing.analyzeImage']);

it('by a web process, a password that is typed at registration is sealed for a worker, and no call fails for want of a key', async () => {
  const account = await addAccount();
  const { poshmarkUsername: username } = account;
  const { id, api, jar } = await arrive(web, account);
  await expect.poll(async () => (await api.closet.authStatus()).state, { timeout: 20_000 }).toBe('ready');
  await expect.poll(async () => (await api.listings.list()).length, { timeout: 20_000 }).toBe(4);
  await control.command('POST', 'human-check', { account: username, on: true });
  await api.bot.start({ body: { offerShippingDiscount: false } });
  await expect.poll(async () => (await api.bot.status()).pauseReason, { timeout: 20_000 }).toBe('human_check');
  const [listing] = await api.listings.list();
  const statuses: string[] = [];
  for (const [group, calls] of Object.entries(routes)) {
    for (const [name, { path: pattern, method }] of Object.entries<Route>(calls)) {
      const row = `${group}.${name}`;
      if (endings.has(row) || costly.has(row)) continue;
      const place = pattern.replace('{id}', listing?.id ?? '').replace(/\{\w+\}/g, '1') + (queries[row] ?? '');
      const headers = {
        cookie: jar.header(),
        'x-requested-with': 'XMLHttpRequest',
        'content-type': 'application/json',
      };
      const body = method === 'GET' ? {} : { body: JSON.stringify(bodies[row] ?? {}) };
      const reply = await web.server.fetch(
        new Request(`http://localhost${place}`, { method, headers, ...body }),
        '127.0.4.1',
      );

      await reply.body?.cancel();
      statuses.push(`${row} ${reply.status}`);
    }
  }
  expect(statuses.length).toBeGreaterThan(60);
  expect(statuses).toEqual(expect.arrayContaining(['bot.status 200', 'bot.resume 409']));
  expect(statuses.filter((one) => one.endsWith('500'))).toEqual([]);
  expect(await secretsOf(id)).toBeDefined();
  await control.command('POST', 'human-check', { account: username, on: false });
  expect((await api.bot.resume()).state).not.toBe('paused');
  await expect
    .poll(async () => (await api.bot.status()).today.confirmed, { timeout: 20_000, interval: 50 })
    .toBeGreaterThan(0);
});

it('a role that could do more than serve pages is refused', async () => {
  expect(await command('web-role', 'nobody_at_all')).toContain('The database has no role "nobody_at_all".');
  const { username } = new URL(test.url);
  expect(await command('web-role', username)).toContain(`The role "${username}" can do more than a web process may.`);
  expect(await command('web-role', 'hangtag')).toContain('The role "hangtag" can do more');
});

it('a worker does not start with the role of web processes', async () => {
  const starting = build({ ROLE: 'worker', SECRET_KEY: secretKey, DATABASE_URL: role.urlOf(test.url) });
  await expect(starting).rejects.toThrow('does not own the tables, so it can only serve pages');
});

it('a web process that was taken over can’t put a data key of its own in place of a closet’s', async () => {
  const { id, api, body, username } = await arrive(whole);
  await api.closet.updateCredentials({ body });
  const intruder = new pg.Client({ connectionString: role.urlOf(test.url) });
  await intruder.connect();
  const refusals: string[] = [];
  for (const statement of [
    `update data_keys set wrapped = 'v2.mine' where user_id = ${id}`,
    `with gone as (delete from data_keys where user_id = ${id} returning user_id)
     insert into data_keys (user_id, wrapped, key_id, purpose) select user_id, 'v2.mine', 'mine', 'closet' from gone`,
    `insert into data_keys (user_id, wrapped, key_id) values (${id}, 'v2.mine', 'mine') on conflict (user_id, purpose) do update set wrapped = 'v2.mine'`,
    'alter table data_keys disable row level security',
    'truncate data_keys',
    'create function public.lower(citext) returns text language sql as $$ select 1 $$',
    'create trigger mine after insert on data_keys execute function note_new_listings()',
    "insert into pgboss.bam (name, version, table_name, command) values ('x', 1, 'job', 'alter role x superuser')",
    "update pgboss.queue set table_name = 'job; drop table users'",
    'update migrations set sha256 = name',
    'set role hangtag_app',
    `alter table data_keys owner to "${role.name}"`,
  ])
    refusals.push(
      await intruder.query(statement).then(
        () => `went through: ${statement}`,
        ({ code }) => code,
      ),
    );
  expect(refusals).toEqual(refusals.map(() => '42501'));
  await intruder.end();
  expect(await api.closet.testAuth()).toMatchObject({ message: expect.stringContaining(username) });
});

it('without a worker, a call says so within seconds, and nothing is lost; if one is killed in a sign-in, it is not repeated', async () => {
  const { api, body, username } = await arrive(web);
  const syncs = async () => (await api.activity.list({ query: { action: 'SYNC' } })).length;
  await api.closet.updateCredentials({ body });
  // The import after connecting. A sync beside it would get its result, and would not be a second one.
  await expect.poll(syncs, { timeout: 20_000 }).toBe(1);
  await api.listings.sync();
  expect(await syncs()).toBe(2);
  const [listing] = await api.listings.list();
  const id = listing?.id ?? '';
  const price = (listing?.price ?? 0) + 1;
  const [other, leaver] = [await arrive(web), await arrive(web)];
  for (const each of [other, leaver]) await each.api.closet.updateCredentials({ body: each.body });
  await whole.close();

  const refusals = await Promise.all([
    failureOf(api.closet.updateCredentials({ body })),
    failureOf(api.listings.setPrice({ id, body: { price } })),
  ]);
  for (const refusal of refusals) {
    expect(refusal).toMatchObject({ status: 503, code: 'worker_away' });
    expect(refusal.message).toContain('Part of Hangtag isn’t running, so nothing was done.');
  }
  // Leaving needs nobody, and a sync can wait.
  const [queued] = await Promise.all([
    failureOf(api.listings.sync()),
    other.api.closet.disconnect(),
    leaver.api.account.remove({ body: { password: 'linen-and-wool' } }),
  ]);
  expect(queued).toMatchObject({ code: 'worker_away', message: expect.stringContaining('sync on its own') });
  expect(await secretsOf(other.id)).toBeUndefined();
  expect(await failureOf(leaver.api.account.me())).toMatchObject({ status: 401 });
  expect(await api.closet.authStatus()).toMatchObject({ isAuthenticated: true, username });
  expect(await api.listings.priceHistory({ id })).toEqual([]);
  const { rows } = await test.database.query('select 1 from worker_calls');
  expect(rows).toEqual([]);

  const worker = runProgram('src/server/main.ts', { ...settings(), ROLE: 'worker', SECRET_KEY: secretKey, PORT: '0' });
  await worker.until('worker is ready');
  expect(await api.listings.setPrice({ id, body: { price } })).toMatchObject({ newPrice: price });
  await expect.poll(syncs, { timeout: 20_000 }).toBe(3);

  await control.fault('login', 'timeout');
  const before = (await opsOf(username)).length;
  const signingIn = failureOf(api.closet.updateCredentials({ body }));
  await expect.poll(async () => (await opsOf(username)).length).toBeGreaterThan(before);
  worker.kill('SIGKILL');
  await worker.ended;
  await endLeases();
  whole = await build({ ROLE: 'all', SECRET_KEY: secretKey });
  expect(await signingIn).toMatchObject({ status: 504, code: 'worker_stopped' });
  expect((await opsOf(username)).slice(before)).toEqual(['login']);
  expect(await api.closet.authStatus()).toMatchObject({ isAuthenticated: true, username });
}, 45_000);
