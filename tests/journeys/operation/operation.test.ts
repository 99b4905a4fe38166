import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createClient } from '#contract/client.ts';
import { routes } from '#contract/routes.ts';
import { startStandin } from '#marketplace/standin/server.ts';
import { type App, createApp } from '#server/app.ts';
import { readConfig } from '#server/config/config.ts';
import { recordBackup } from '#server/features/operation/operation.ts';
import { operatorCookie } from '#server/http/who-calls.ts';
import { hold, release, status } from '#server/operator/commands.ts';
import { freshDatabase, silentLog } from '#tests/database.ts';
import { CookieJar, sendInProcess } from '#tests/http-client.ts';
import { opened } from '#tests/opened.ts';
import { failureOf } from '../front/front-world.ts';

const operatorToken = 'an-operator-token-of-forty-characters-00';
const hour = 3_600_000;
const soon = { timeout: 10_000, interval: 300 };

/** Two processes on one database. The second has no operator page. */
const world = opened(
  async () => {
    const test = await freshDatabase();
    const folder = mkdtempSync(path.join(tmpdir(), 'operation-'));
    for (const page of ['app', '404', 'operator'])
      writeFileSync(path.join(folder, `${page}.html`), `<title>${page}</title>`);
    // As if it were on another machine, which takes calls only with its key.
    const key = 'a-long-key';
    const standin = await startStandin({
      port: 0,
      host: '127.0.0.1',
      limits: 'off',
      now: Date.now,
      controlKey: key,
    });
    const env = {
      DATABASE_URL: test.url,
      DATA_DIR: folder,
      SECRET_KEY: 'cd'.repeat(32),
      MARKETPLACE_URL: 'none',
      PRACTICE_URL: standin.origin,
      PRACTICE_KEY: key,
    };
    const build = (more: Record<string, string>) =>
      createApp(readConfig({ ...env, ...more }), { log: silentLog, webFolder: folder });
    const all = { ROLE: 'all', OPERATOR_TOKEN: operatorToken };
    const [first, second] = await Promise.all([build(all), build({ ROLE: 'web' })]);
    return { test, folder, standin, first, second };
  },
  async ({ test, folder, standin, first, second }) => {
    await first.close();
    await second.close();
    await standin.close();
    await test.drop();
    rmSync(folder, { recursive: true, force: true });
  },
);

let visitors = 0;
/** A browser with its own cookies and address. */
const visit = (one = world.first) => {
  visitors += 1;
  const jar = new CookieJar();
  return { jar, api: createClient(routes, sendInProcess(one.server, { jar, peer: `127.0.7.${visitors}` })) };
};
const operator = async () => {
  const visitor = visit();
  await visitor.api.operation.signIn({ body: { token: operatorToken } });
  return visitor;
};
const seller = async () => {
  const visitor = visit();
  await visitor.api.account.register({
    body: { firstName: 'Ada', lastName: 'Li', email: `ada${visitors}@example.com`, password: 'linen-and-wool' },
  });
  return visitor;
};

describe('the operator page', () => {
  it('is not there without a token in the configuration', async () => {
    const { api } = visit(world.second);
    for (const call of [
      api.operation.signIn({ body: { token: operatorToken } }),
      api.operation.overview(),
      api.operation.hold({ body: {} }),
    ])
      expect(await failureOf(call)).toMatchObject({ status: 404, code: 'not_found' });
    for (const [one, expected] of [
      [world.second, 404],
      [world.first, 200],
    ] as const) {
      const page = await one.server.fetch(new Request('http://localhost/operator'));
      expect([page.status, await page.text()]).toEqual([
        expected,
        `<title>${expected === 200 ? 'operator' : '404'}</title>`,
      ]);
    }
  });

  it('opens with the token only, in a cookie that no other site and no script gets', async () => {
    const wrong = visit();
    const refused = await failureOf(wrong.api.operation.signIn({ body: { token: `${operatorToken}1` } }));
    expect(refused).toMatchObject({ status: 401, code: 'invalid_credentials' });
    expect([...wrong.jar]).toEqual([]);

    const reply = await world.first.server.fetch(
      new Request('http://localhost/api/operator/session', {
        method: 'POST',
        headers: { 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/json' },
        body: JSON.stringify({ token: operatorToken }),
      }),
    );
    expect(reply.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^hangtag-operator=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43\d{3}$/),
    ]);
    const onHttps = operatorCookie({ secure: true }).open({ token: 't', expiresAt: 12 * hour }, 0);
    expect(onHttps).toEqual(['__Host-hangtag-operator=t; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=43200']);
  });

  it('opens to no seller, and its cookie opens no call of a seller', async () => {
    const { api } = await seller();
    for (const call of [api.operation.overview(), api.operation.hold({ body: {} }), api.operation.release()])
      expect(await failureOf(call)).toMatchObject({ status: 401, code: 'unauthenticated' });
    const visitor = await operator();
    await visitor.api.operation.overview();
    for (const call of [visitor.api.account.me(), visitor.api.bot.status(), visitor.api.listings.list()])
      expect(await failureOf(call)).toMatchObject({ status: 401, code: 'unauthenticated' });
    // The same token under the name of the other cookie.
    const [token = ''] = [...visitor.jar.values()];
    visitor.jar.set('hangtag', token);
    expect(await failureOf(visitor.api.account.me())).toMatchObject({ status: 401 });
  });

  it('is closed by signing out, even for a copy of the cookie', async () => {
    const visitor = await operator();
    const copy = visit();
    for (const [name, value] of visitor.jar) copy.jar.set(name, value);
    await copy.api.operation.overview();
    await visitor.api.operation.signOut();
    expect(await failureOf(copy.api.operation.overview())).toMatchObject({ status: 401 });
  });

  it('refuses guesses as sign-ins do', async () => {
    const { api } = visit();
    for (let n = 0; n < 10; n++)
      expect(await failureOf(api.operation.signIn({ body: { token: `guess ${n}` } }))).toMatchObject({ status: 401 });
    expect(await failureOf(api.operation.signIn({ body: { token: operatorToken } }))).toMatchObject({
      status: 429,
      code: 'too_many_requests',
    });
    await operator();
  });

  it('shows the installation, and what was refused, with no name and no address of a seller', async () => {
    await recordBackup(world.test.database, {
      takenAt: '2026-11-21T08:00:00Z',
      file: 'monday.age',
      bytes: 1_234_567,
      isEncrypted: true,
    });
    await world.test.database.query(
      `insert into bots (user_id, state, settings, limit_in_force, pause_reason, pause_message, paused_at)
       values ((select min(id) from users), 'paused', '{}', 50, 'human_check', 'x', now())`,
    );
    const { api } = await operator();
    const read = async () => (await api.operation.overview()).installation;
    // Open pages share one reading for two seconds.
    await expect.poll(async () => (await read())?.backup, soon).not.toBeNull();
    const installation = await read();
    expect(installation).toMatchObject({
      database: { version: expect.stringMatching(/^\d+/), migration: expect.any(Number) },
      hold: null,
      marketplaces: [{ kind: 'practice', address: world.standin.origin, heldUntil: null, refusing: 0, profile: null }],
      budgets: [
        { name: 'marketplace sign-ins', used: 0, most: 120, withinMs: 900_000 },
        { name: 'syncs', used: 0, most: 60 },
      ],
      refused: [{ call: 'operation.signIn', budget: 'operator writes', count: 1 }],
      backup: { file: 'monday.age', bytes: 1_234_567, isEncrypted: true, triedAt: null },
    });
    expect(installation?.bots.paused).toEqual([{ reason: 'human_check', bots: 1 }]);
    expect(installation?.bots.newest).toEqual([
      { sellerId: expect.stringMatching(/^\d+$/), reason: 'human_check', at: expect.any(String), resumesAt: null },
    ]);
    expect(JSON.stringify(installation)).not.toMatch(/example\.com|"Li"|"Ada"/);
  });

  it('runs a step of the maintenance at once, and shows when it ran', async () => {
    const { api } = await operator();
    const ranAt = async () =>
      (await api.operation.overview()).installation?.steps.find(({ name }) => name === 'history')?.okAt ?? null;
    await expect.poll(ranAt, soon).not.toBeNull();
    const before = await ranAt();
    await api.operation.runStep({ step: 'history' });
    await expect.poll(ranAt, soon).not.toBe(before);
    expect(await failureOf(api.operation.runStep({ step: 'nothing' }))).toMatchObject({ status: 404 });
  });

  it('lists this process once it stays, and no command', async () => {
    const { api } = await operator();
    const roles = async () =>
      (await api.operation.overview()).installation?.processes.map(({ role, isAlive }) => [role, isAlive]);
    expect(await roles()).toEqual([]);
    world.first.beginLife();
    await expect.poll(roles, soon).toEqual([['all', true]]);
  });
});

describe('the hold of all bots', () => {
  it('is known to every process in a moment, refuses a sync in plain words, and sellers read why', async () => {
    const { api } = await seller();
    await api.closet.linkPractice();
    const page = await operator();
    const overview = await page.api.operation.hold({ body: { reason: 'Moving to a new server', minutes: 120 } });
    expect(overview.installation?.hold).toMatchObject({ via: 'page', reason: 'Moving to a new server' });
    expect(await failureOf(api.listings.sync())).toMatchObject({
      status: 409,
      code: 'on_hold',
      message:
        'Syncing is on hold: your administrator paused all bots. Nothing was changed. Try again in 2 hours. Reason given: “Moving to a new server”',
    });
    await expect.poll(() => world.second.hold.find()).toMatchObject({ reason: 'Moving to a new server' });
    expect(await api.bot.status()).toMatchObject({
      heldByOperator: true,
      holdReason: 'Moving to a new server',
      heldUntil: expect.any(String),
    });
    // A visitor of the demo came to look, and reads that sharing is on hold.
    const visitor = visit();
    await visitor.api.account.demo({ body: {} });
    expect((await visitor.api.listings.list()).length).toBeGreaterThan(20);
    expect(await visitor.api.bot.status()).toMatchObject({ heldByOperator: true, totalShares: expect.any(Number) });
    const headers = { host: 'localhost:5000' };
    const held = async (one: App): Promise<number> => {
      const reply = await one.server.fetch(new Request('http://localhost:5000/metrics', { headers }), '127.0.0.1');
      return Number(/^hangtag_hold_seconds (\S+)$/m.exec(await reply.text())?.[1]);
    };
    await expect.poll(() => held(world.second)).toBeGreaterThan(0);
    await page.api.operation.release();
    await expect.poll(() => world.second.hold.find()).toBeNull();
    expect(await held(world.second)).toBe(0);
    expect(await api.bot.status()).not.toHaveProperty('heldByOperator');
    await api.listings.sync();
  });

  it('is placed, shown, and released by commands, with what went wrong in words', async () => {
    expect(await status(world.second)).toMatch(/^Hold: none\.$/m);
    expect(await hold(world.second, { reason: 'Backup', for: '2h' })).toMatch(/^All bots are on hold until \d{4}-/);
    expect(await status(world.second)).toMatch(/^Hold: since .* by \S+, until .* UTC\. Reason: Backup$/m);
    await expect.poll(() => world.first.hold.find()).toMatchObject({ reason: 'Backup' });
    expect(await release(world.second)).toMatch(/^Released\./);
    expect(await release(world.second)).toBe('There is no hold. Nothing was changed.');
    await expect(hold(world.second, { for: 'tomorrow' })).rejects.toThrow(
      '--for tomorrow can’t be used. Write a duration like 30m, 2h, or 1d',
    );
    await expect(hold(world.second, { reason: 'two\nlines' })).rejects.toThrow('The reason can’t be used.');
    expect(await world.second.hold.read()).toBeNull();
  });

  it.each([
    { reason: 'two\nlines' },
    { reason: 'x'.repeat(201) },
    { reason: '\u001b[31m' },
    { minutes: 0 },
    { minutes: 1.5 },
    { minutes: 60 * 24 * 30 + 1 },
  ])('is refused with %j', async (body) => {
    const { api } = await operator();
    expect(await failureOf(api.operation.hold({ body }))).toMatchObject({ status: 400, code: 'invalid_input' });
  });
});
