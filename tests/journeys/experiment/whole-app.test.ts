import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient } from '#contract/client.ts';
import { routes } from '#contract/routes.ts';
import { startStandin } from '#marketplace/standin/server.ts';
import { type App, createApp } from '#server/app.ts';
import { readConfig } from '#server/config/config.ts';
import { freshDatabase, silentLog, type TestDatabase } from '#tests/database.ts';
import { CookieJar, sendInProcess } from '#tests/http-client.ts';
import { zoneAtNoon } from '../noon.ts';

let test: TestDatabase;
let standin: Awaited<ReturnType<typeof startStandin>>;
let app: App;
const folder = mkdtempSync(path.join(tmpdir(), 'experiment-'));
const jar = new CookieJar();

async function open() {
  const env = { DATABASE_URL: test.url, DATA_DIR: folder, SECRET_KEY: 'cd'.repeat(32), PRACTICE_URL: standin.origin };
  app = await createApp(readConfig({ ...env, MARKETPLACE_URL: 'none' }), { log: silentLog });
  return createClient(routes, sendInProcess(app.server, { jar, peer: '127.0.0.1' }));
}

beforeAll(async () => {
  test = await freshDatabase();
  standin = await startStandin({ port: 0, host: '127.0.0.1', limits: 'off', now: Date.now });
});
afterAll(async () => {
  await app?.close();
  await standin?.close();
  await test?.drop();
  rmSync(folder, { recursive: true, force: true });
});

it('an experiment that was planned begins after the midnight, also when Hangtag was started again since', async () => {
  const first = await open();
  await first.account.demo({ body: { timezone: zoneAtNoon() } });
  const planned = await first.experiment.start({ body: { weeks: 4 } });
  expect(planned).toMatchObject({ state: 'planned', weeks: 4 });
  await expect(first.experiment.start({ body: { weeks: 4 } })).rejects.toMatchObject({ code: 'already_running' });
  await app.close();
  // As if it had been planned yesterday.
  await test.database.query("update experiments set first_day = first_day - 1, due_at = due_at - interval '24 hours'");

  const second = await open();
  const { groups } = await expect
    .poll(() => second.experiment.read(), { timeout: 30_000 })
    .toMatchObject({ state: 'running', week: 1 })
    .then(() => second.experiment.read());
  expect((groups?.usual.listings ?? 0) + (groups?.onceADay.listings ?? 0)).toBe(planned.listings);
  const entries = await second.activity.list({ query: { action: 'EXPERIMENT' } });
  expect(entries).toHaveLength(2);
  expect((await second.bot.timeline({ query: {} })).days.length).toBeGreaterThan(7);
  expect(await second.experiment.stop()).toMatchObject({ state: 'stopped' });
});
