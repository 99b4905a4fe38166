// Two processes of Hangtag on one database: one does everything. The other only answers calls, has only the web key, and is the one
// that sellers use.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect } from 'vitest';
import { createClient } from '#contract/client.ts';
import { routes } from '#contract/routes.ts';
import { connectMarketplace } from '#marketplace/connector/connector.ts';
import { startStandin } from '#marketplace/standin/server.ts';
import { writeWebKeys } from '#server/adapters/vault/key-ring.ts';
import { loadSecretKeys } from '#server/adapters/vault/secret-key.ts';
import { type App, createApp } from '#server/app.ts';
import { readConfig } from '#server/config/config.ts';
import { runningClock } from '#tests/clocks/running-clock.ts';
import { freshDatabase, silentLog } from '#tests/database.ts';
import { CookieJar, sendInProcess } from '#tests/http-client.ts';
import { opened } from '#tests/opened.ts';
import { cookiesOf } from '../closet/closet-world.ts';
import { controlStandins } from '../closet/control-standins.ts';
import { zoneAtNoon } from '../noon.ts';
import { ScriptedCompanion } from './scripted-companion.ts';

export async function openCompanionWorld() {
  const test = await freshDatabase();
  const clock = runningClock();
  const folder = mkdtempSync(path.join(tmpdir(), 'companion-'));
  const standin = await startStandin({ port: 0, host: '127.0.0.1', limits: 'off', now: Date.now });
  const secretKey = 'cd'.repeat(32);
  const webKey = path.join(folder, 'web.key');
  writeFileSync(webKey, writeWebKeys(loadSecretKeys({ secretKey, dataDir: '/nowhere' }).keys));
  const build = (env: Record<string, string>) =>
    createApp(
      readConfig({
        ...env,
        DATABASE_URL: test.url,
        DATA_DIR: folder,
        MARKETPLACE_URL: 'none',
        PRACTICE_URL: standin.origin,
        OPERATOR_EMAIL: 'operator@example.com',
        SHARE_INTERVAL_MS: '0',
        BUDGET_FACTOR: '1000',
      }),
      { log: silentLog, clock },
    );
  // The web process finds its keys in the database, where the other one has put them.
  const apps: App[] = [await build({ ROLE: 'all', SECRET_KEY: secretKey })];
  apps.push(await build({ ROLE: 'web', WEB_KEY_FILE: webKey }));
  const app = (index = 0): App => {
    const found = apps[index];
    if (found === undefined) throw new Error('There is no such process.');
    return found;
  };
  const control = controlStandins({ standin, realStandin: null });

  /** The cookies of a browser that is signed in at the marketplace. */
  const browserCookies = async (username: string, password: string): Promise<string> => {
    const market = connectMarketplace({
      origin: standin.origin,
      userAgent: 'Browser',
      clock: { now: Date.now, at: () => () => {} },
    });
    return cookiesOf(market, { username, password });
  };

  let sellers = 0;
  /** A new seller of Hangtag with a closet at the marketplace, and the browser that is signed in there. Nothing is paired yet. */
  const arrive = async ({ listings = 5 }: { listings?: number } = {}) => {
    sellers += 1;
    const jar = new CookieJar();
    const client = { jar, peer: `127.0.1.${sellers}` };
    const api = createClient(routes, sendInProcess(app(1).server, client));
    const email = `maya${sellers}@example.com`;
    const { id } = await api.account.register({
      body: { firstName: 'Maya', lastName: 'Brandt', email, password: 'linen-and-wool', timezone: zoneAtNoon() },
    });
    const { username, password } = (await control.command('POST', 'accounts', { listings, sold: 0 })) as {
      username: string;
      password: string;
    };
    const cookies = await browserCookies(username, password);
    const browser = (index = 0, own = cookies) =>
      new ScriptedCompanion({
        send: (request) => app(index).server.fetch(request, '127.0.0.9'),
        origin: standin.origin,
        cookies: own,
      });
    /** A browser that is paired and not polling. One that has signed in by itself has cookies of its own. */
    const paired = async (index = 0, { hasOwnSession = false } = {}) => {
      const companion = browser(index, hasOwnSession ? await browserCookies(username, password) : cookies);
      const { code } = await api.companion.code();
      const reply = await companion.pair(code);
      if (reply.status !== 201) throw new Error(JSON.stringify(reply));
      return companion;
    };
    return { id, api, jar, username, password, cookies, browser, paired };
  };

  const journalOf = async (account: string, of = 'share') =>
    (await control.journal(account)).filter(({ op }) => op === of);

  /** The cookies of a browser that is signed in with an account that nobody here has linked. */
  const strangerCookies = async (): Promise<string> => {
    const made = await control.command('POST', 'accounts', { listings: 1, sold: 0 });
    const { username, password } = made as { username: string; password: string };
    return browserCookies(username, password);
  };

  return {
    test,
    strangerCookies,
    database: test.database,
    clock,
    standin,
    app,
    arrive,
    journalOf,
    ...control,
    async close() {
      for (const one of apps) await one.close();
      await standin.close();
      await test.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** One world with paired browsers for a test file. The browsers of a test stop with it. */
export function companionJourney() {
  const world = opened(openCompanionWorld, ({ close }) => close());
  const open: ScriptedCompanion[] = [];
  afterEach(async () => {
    for (const companion of open.splice(0)) await companion.stop();
  });

  /** Each look costs several queries, and some of these waits take many seconds. */
  const until = async <T>(
    look: () => Promise<T>,
    isSo: (seen: T) => boolean,
    { timeout = 25_000, interval = 200 } = {},
  ): Promise<T> => {
    let seen = await look();
    await expect
      .poll(
        async () => {
          seen = await look();
          return isSo(seen);
        },
        { timeout, interval },
      )
      .toBe(true);
    return seen;
  };
  /** The same, and the waits between calls pass at forty times their speed. */
  const passUntil = <T>(look: () => Promise<T>, isSo: (seen: T) => boolean, timeout?: number): Promise<T> =>
    until(
      async () => {
        const open = await world.database.query('select from share_attempts where outcome = 0 limit 1');
        if (open.count === 0) world.clock.move(2_000);
        return look();
      },
      isSo,
      { timeout, interval: 50 },
    );

  return {
    world,
    open,
    until,
    passUntil,
    /** A seller whose closet is linked through a browser that carries calls. */
    async linked(listings: number, index = 0) {
      const seller = await world.arrive({ listings });
      const companion = await seller.paired(index);
      open.push(companion);
      companion.start();
      await until(seller.api.closet.authStatus, ({ state }) => state === 'ready');
      await until(seller.api.listings.list, (found) => found.length === listings);
      return { ...seller, companion };
    },
  };
}
