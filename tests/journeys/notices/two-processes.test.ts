import { describe, expect, it, vi } from 'vitest';
import { createClient } from '#contract/client.ts';
import { routes } from '#contract/routes.ts';
import type { App } from '#server/app.ts';
import { silentLog } from '#tests/database.ts';
import { CookieJar, sendInProcess } from '#tests/http-client.ts';
import { openMailSink } from '#tests/mail-sink.ts';
import { opened } from '#tests/opened.ts';
import { startPushService, verifyVapid } from '#tests/push-service.ts';
import { failureOf } from '../front/front-world.ts';
import { openInstallation, secretKey } from '../installation.ts';

/** Two Hangtag processes on one database, started at once, and the test's own push service and mail server. */
const lines: string[] = [];
const world = opened(
  async () => {
    const test = await openInstallation();
    const service = await startPushService();
    const sink = await openMailSink();
    const write = (fields: object, message: string) => void lines.push(JSON.stringify({ ...fields, message }));
    const env = {
      SECRET_KEY: secretKey,
      OPERATOR_EMAIL: 'operator@example.com',
      SMTP_URL: `smtp://${sink.address}`,
      MAIL_FROM: 'Hangtag <mail@example.com>',
      SHARE_INTERVAL_MS: '0',
    };
    const log = { ...silentLog, info: write, warn: write, error: write };
    const build = (ROLE: string) => test.openApp({ ...env, ROLE }, { log, pushNetwork: service.network });
    const [first, second] = await Promise.all([build('all'), build('web')]);
    return { test, service, sink, first, second };
  },
  async ({ test, service, sink, first, second }) => {
    await test.close(first, second);
    for (const one of [service, sink]) await one.close();
  },
);

let sellers = 0;
/** A browser that is signed in as a new seller. It may call either process. */
const arrive = async () => {
  sellers += 1;
  const client = {
    jar: new CookieJar(),
    peer: `127.0.0.${sellers + 1}`,
    headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' },
  };
  const through = ({ server }: App) => createClient(routes, sendInProcess(server, client));
  const api = through(world.first);
  const email = `maya${sellers}@example.com`;
  await api.account.register({ body: { firstName: 'Maya', lastName: 'Brandt', email, password: 'linen-and-wool' } });
  return { api, elsewhere: through(world.second), email };
};

const count = async (table: string): Promise<number> => {
  const { rows } = await world.test.database.query<{ n: number }>(`select count(*)::int as n from ${table}`);
  return rows[0]?.n ?? -1;
};

it('two processes that need the key pair first at once use the same one from then on', async () => {
  const { api, elsewhere } = await arrive();
  const keys = await Promise.all([api, elsewhere, api, elsewhere].map((one) => one.notices.overview()));
  expect(new Set(keys.map(({ publicKey }) => publicKey)).size).toBe(1);
  expect(keys[0]).toMatchObject({ devices: [], isOffered: false });
  expect(await count('installation_secrets')).toBe(1);
});

it('the summary by mail can be chosen once the address is confirmed, and then holds in every process', async () => {
  const { api, elsewhere, email } = await arrive();
  const body = { mailsSummary: true };
  expect((await api.notices.overview()).mailsSummary).toBeNull();
  expect(await failureOf(api.notices.mailSummary({ body }))).toMatchObject({ code: 'forbidden', status: 403 });
  const mailTo = () => world.sink.received.find(({ to }) => to.includes(email))?.raw.replace(/=\r?\n/g, '');
  await vi.waitFor(() => expect(mailTo()).toBeDefined(), { timeout: 20_000, interval: 50 });
  const token = /#confirm=(?:3D)?([\w-]{43})/.exec(mailTo() ?? '')?.[1] ?? '';
  await api.account.confirmEmail({ body: { token } });
  expect((await api.notices.overview()).mailsSummary).toBe(false);
  await elsewhere.notices.mailSummary({ body });
  expect((await api.notices.overview()).mailsSummary).toBe(true);
  expect((await api.account.export()).summary_mails).toHaveLength(1);
  const before = await count('summary_mails');
  await api.account.remove({ body: { password: 'linen-and-wool' } });
  expect(await count('summary_mails')).toBe(before - 1);
});

it('a test message can be decrypted by the browser that asked for it, and names its sender', async () => {
  const { api, elsewhere } = await arrive();
  const browser = world.service.subscribe();
  const device = await api.notices.subscribe({ body: browser });
  expect(device).toMatchObject({
    device: expect.stringContaining('Firefox'),
    events: ['needs', 'stopped', 'security'],
  });
  await elsewhere.notices.test({ id: device.id });
  expect(world.service.received(browser)).toMatchObject([{ title: 'Notifications work', path: '/dashboard' }]);
  const { publicKey } = await api.notices.overview();
  expect(verifyVapid(world.service.taken.at(-1)?.headers.authorization ?? '')).toMatchObject({
    publicKey,
    claims: { aud: 'https://push.example.com', sub: 'mailto:operator@example.com' },
  });
});

it('the call to subscribe accepts a browser’s subscription and nothing else', async () => {
  const { api } = await arrive();
  const browser = world.service.subscribe();
  const wrong: [unknown, string][] = [
    [{ ...browser, endpoint: 'https://10.0.0.1/x' }, 'endpoint'],
    [{ ...browser, endpoint: 'https://push.example.com:9000/x' }, 'endpoint'],
    [{ ...browser, endpoint: '' }, 'endpoint'],
    [{ ...browser, keys: { ...browser.keys, auth: 'short' } }, 'keys.auth'],
    [{ ...browser, keys: { ...browser.keys, more: 'x' } }, 'keys.more'],
    [{ ...browser, events: ['everything'] }, 'events.0'],
    [{ ...browser, userId: '1' }, 'userId'],
  ];
  for (const [body, field] of wrong) {
    const refusal = await failureOf(api.notices.subscribe({ body: body as typeof browser }));
    expect(refusal).toMatchObject({ code: 'invalid_input', fields: { [field]: expect.any(String) } });
  }
  expect((await api.notices.overview()).devices).toEqual([]);
});

describe('a bot that meets a human check', () => {
  it('notifies the devices that chose it, with the screen’s own text', async () => {
    const { api } = await arrive();
    const [chosen, other] = [world.service.subscribe(), world.service.subscribe()];
    await api.notices.subscribe({ body: chosen });
    await api.notices.subscribe({ body: { ...other, events: ['prices', 'summary'] } });
    await api.closet.linkPractice();
    await api.listings.sync();
    await fetch(`${world.test.standin.origin}/__standin/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      // biome-ignore lint/suspicious/noThenProperty: the wire calls it so; nothing awaits it
      body: JSON.stringify({ id: 'check', when: { op: 'share', after: 2 }, then: { case: 'E4', times: 1 } }),
    });
    await api.bot.start({ body: { shareFrequency: 240, offerShippingDiscount: false } });
    await vi.waitFor(() => expect(world.service.received(chosen)).toHaveLength(1), { timeout: 20_000, interval: 50 });
    const { pauseMessage, pausedAt } = await api.bot.status();
    expect(world.service.received(chosen)).toEqual([
      {
        title: 'Your bot is paused and needs you',
        body: pauseMessage,
        tag: 'bot',
        path: '/dashboard',
        at: Date.parse(pausedAt ?? ''),
      },
    ]);
    expect(world.service.received(other)).toEqual([]);
    // The payload of a job is erased when the job is done.
    const kept = async () =>
      (
        await world.test.database.query(
          `select 1 from pgboss.job where name = 'push.send' and data::text like '%paused%'`,
        )
      ).count;
    await expect.poll(kept).toBe(0);
  }, 40_000);
});

describe('leaving', () => {
  it('the export lists each device and its date, and no more', async () => {
    const { api } = await arrive();
    const browser = world.service.subscribe();
    const { since } = await api.notices.subscribe({ body: browser });
    const all = await api.account.export();
    const [device, ...more] = all.push_subscriptions as { device: string; since: string }[];
    expect(more).toEqual([]);
    expect(Object.keys(device ?? {}).sort()).toEqual(['device', 'since']);
    expect(device?.device).toContain('Firefox');
    expect(Date.parse(device?.since ?? '')).toBe(Date.parse(since));
    expect(JSON.stringify(all)).not.toContain(browser.keys.auth);
  });

  it('a logout ends this browser’s notifications, and deleting the account those of every device', async () => {
    const { api } = await arrive();
    const before = await count('push_subscriptions');
    await api.notices.subscribe({ body: world.service.subscribe() });
    await api.account.logout();
    expect(await count('push_subscriptions')).toBe(before);

    const second = await arrive();
    await second.api.notices.subscribe({ body: world.service.subscribe() });
    await second.api.notices.subscribe({ body: world.service.subscribe() });
    await second.api.account.remove({ body: { password: 'linen-and-wool' } });
    expect(await count('push_subscriptions')).toBe(before);
    const { rows } = await world.test.database.query(
      'select 1 from data_keys where user_id not in (select id from users)',
    );
    expect(rows).toEqual([]);
  });

  it('no log line contains an endpoint or a key', async () => {
    const { api } = await arrive();
    const browser = world.service.subscribe();
    const { id } = await api.notices.subscribe({ body: browser });
    world.service.answer({ status: 500, body: browser.endpoint });
    expect(await failureOf(api.notices.test({ id }))).toMatchObject({ code: 'push_unavailable', status: 502 });
    const log = lines.join('\n');
    expect(log).toContain('Push service refused a message');
    for (const secret of [new URL(browser.endpoint).pathname, browser.keys.p256dh, browser.keys.auth])
      expect(log).not.toContain(secret);
  });
});
