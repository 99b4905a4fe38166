import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '#contract/client.ts';
import { routes } from '#contract/routes.ts';
import { migrate, migrationsFolder } from '#server/adapters/database/migrate.ts';
import { loadSecretKeys } from '#server/adapters/vault/secret-key.ts';
import { openVault } from '#server/adapters/vault/vault.ts';
import { type App, createApp } from '#server/app.ts';
import { readConfig } from '#server/config/config.ts';
import { emptyDatabase, freshDatabase, silentLog, type TestDatabase } from '#tests/database.ts';
import { CookieJar, sendInProcess } from '#tests/http-client.ts';

/** The last migration of the earlier version. Those after it have never run on its data. */
const earlierMigrations = 12;
const secretKey = 'ab'.repeat(32);

type Rows = Record<string, Record<string, unknown>[]>;
let test: TestDatabase;
let app: App;
let folder: string;
const before: Rows = {};
const after: Rows = {};

const tablesOf = async (): Promise<string[]> => {
  const { rows } = await test.database.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not relispartition and relname <> 'migrations' order by 1`,
  );
  return rows.map(({ name }) => name);
};
const rowsOf = async (table: string) => {
  const { rows } = await test.database.query<{ row: Record<string, unknown> }>(
    `select to_jsonb(t) as row from ${table} t order by t::text`,
  );
  return rows.map(({ row }) => row);
};

beforeAll(async () => {
  test = await emptyDatabase();
  folder = mkdtempSync(path.join(tmpdir(), 'hangtag-upgrade-'));
  const earlier = path.join(folder, 'migrations');
  for (const name of readdirSync(migrationsFolder))
    if (Number(name.slice(0, 4)) <= earlierMigrations)
      cpSync(path.join(migrationsFolder, name), path.join(earlier, name));
  await migrate({ url: test.url, log: silentLog, folder: earlier });
  const fill = readFileSync(path.join(import.meta.dirname, 'earlier-release.sql'), 'utf8');
  await test.database.transaction(async (tx) => {
    for (const statement of fill.split(/;\n/)) if (/^[a-z]/m.test(statement)) await tx.query(statement);
  });
  for (const table of await tablesOf()) before[table] = await rowsOf(table);
  await migrate({ url: test.url, log: silentLog });
  for (const table of Object.keys(before)) after[table] = await rowsOf(table);
  const env = { DATABASE_URL: test.url, DATA_DIR: folder, SECRET_KEY: secretKey, MARKETPLACE_URL: 'none' };
  // Nothing answers there: the test asks no marketplace.
  const config = readConfig({ ...env, PRACTICE_URL: 'http://127.0.0.1:9' });
  app = await createApp(config, { log: silentLog });
});
afterAll(async () => {
  await app?.close();
  await test?.drop();
  rmSync(folder, { recursive: true, force: true });
});

describe('an upgrade from an earlier version', () => {
  /** What a migration changes on purpose. */
  const changed: Rows = { push_subscriptions: [{ events: ['needs', 'stopped', 'security'] }] };

  it('keeps every row of every table as it was', () => {
    for (const [table, rows] of Object.entries(before)) {
      expect(rows.length, `${table} is empty, so nothing shows that its rows are kept`).toBeGreaterThan(0);
      const kept = rows.map((row, n) => ({ ...row, ...changed[table]?.[n] }));
      expect(after[table], table).toMatchObject(kept);
    }
  });

  it('ends with the same tables, keys, indexes, and references as a new database', async () => {
    const schemaOf = async ({ database }: TestDatabase) => {
      const { rows } = await database.query<{ line: string }>(
        `select regexp_replace(line, '_\\d{8}', '_DAY', 'g') as line from (
           select format('%s %s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull) as line
           from pg_attribute a join pg_class c on c.oid = a.attrelid
           where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
             and not c.relispartition
           union all select format('%s valid: %s', pg_get_indexdef(i.indexrelid), i.indisvalid)
           from pg_index i join pg_class c on c.oid = i.indrelid
           where c.relnamespace = 'public'::regnamespace and not c.relispartition
           union all select format('%s %s %s valid: %s', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated)
           from pg_constraint where connamespace = 'public'::regnamespace and conrelid::regclass::text !~ '_\\d{8}$'
         ) lines order by 1`,
      );
      return rows.map(({ line }) => line);
    };
    const created = await freshDatabase();
    expect(await schemaOf(test)).toEqual(await schemaOf(created));
    await created.drop();
  });

  it('gives every day of the ledger the new key, and keeps what an earlier program needs on the days that there were', async () => {
    const keysOf = async (day: string) => {
      const { rows } = await test.database.query<{ definition: string }>(
        `select regexp_replace(pg_get_indexdef(indexrelid), '.* USING ', '') as definition from pg_index
         where indrelid = to_regclass('share_attempts_' || $1) order by 1`,
        [day],
      );
      return rows.map(({ definition }) => definition);
    };
    const { rows } = await test.database.query<{ day: string }>(
      `select right(inhrelid::regclass::text, 8) as day from pg_inherits where inhparent = 'share_attempts'::regclass limit 1`,
    );
    await test.database.query("select ensure_share_partition('2030-01-01')");
    const lasting = ['btree (user_id, reserved_at DESC)', 'btree (user_id, round_id, listing_id)'];
    expect(await keysOf('20300101')).toEqual(lasting);
    expect(await keysOf(rows[0]?.day ?? '')).toEqual(['btree (round_id, listing_id)', ...lasting]);
  });

  it('keeps stored credentials readable, and the secrets of the server', async () => {
    const { keys } = loadSecretKeys({ secretKey, dataDir: '/nowhere' });
    const vault = await openVault({ database: test.database, keys });
    const { rows } = await test.database.query<{ session: string; credentials: string }>(
      'select session, credentials from closets',
    );
    const open = (column: 'session' | 'credentials') =>
      vault.open(test.database, { userId: '1', column }, rows[0]?.[column] ?? '');
    expect(await open('session')).toBe('{"jar":"of the earlier release"}');
    expect(await open('credentials')).toBe('{"username":"ada_closet","password":"old secret"}');
    expect(await vault.own('fixture', () => 'a new one')).toBe('of the earlier release');
  });

  it('lets the seller continue: signs in, reads everything, changes settings, stops and starts the bot', async () => {
    const api = createClient(routes, sendInProcess(app.server, { jar: new CookieJar(), peer: '127.0.0.1' }));
    const user = await api.account.login({ body: { email: 'ada@example.com', password: 'linen and wool' } });
    expect(user).toMatchObject({ id: '1', username: 'ada', closet: { connected: true, practice: true } });
    const status = await api.bot.status();
    expect(status).toMatchObject({ isRunning: true, sharesToday: 5, dailyShareLimit: 500 });
    expect(await api.listings.list()).toHaveLength(5);
    expect(await api.activity.list({ query: { limit: 500 } })).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: 'SYNC' }),
        expect.objectContaining({ action: 'SHARE' }),
        expect.objectContaining({ action: 'SHARE_UNKNOWN' }),
      ]),
    );
    expect(await api.listings.priceHistory({ id: '1' })).toMatchObject([{ oldPrice: 25, newPrice: 20 }]);
    expect(await api.listings.change({ id: '1', body: { floorPrice: 16, skipSharing: true } })).toMatchObject({
      floorPrice: 16,
    });
    expect(await api.bot.changeSettings({ body: { dailyShareLimit: 600 } })).toMatchObject({ dailyShareLimit: 600 });
    expect((await api.bot.stop()).isRunning).toBe(false);
    expect((await api.bot.start({ body: { offerShippingDiscount: false } })).isRunning).toBe(true);
    await api.bot.stop();
    const exported = (await api.account.export()) as unknown as Rows;
    expect(exported.share_attempts).toHaveLength(5);
    await api.account.remove({ body: { password: 'linen and wool' } });
    expect((await rowsOf('users')).map(({ id }) => id)).toEqual([2]);
  });
});
