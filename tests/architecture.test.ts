import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesBelow, isTest, relative, sources, src } from './architecture/sources.ts';
import {
  functionsIn,
  hole,
  isSql,
  stringsIn,
  tablesDroppedBy,
  tablesIn,
  tablesMadeBy,
  viewsIn,
} from './architecture/sql-tables.ts';

/** Each table belongs to one folder, and only that folder's SQL names it. */
const tablesOf: Record<string, string> = {
  'server/features/account/':
    'users sessions account_events password_resets email_confirmations passkeys passkey_challenges phone_links ' +
    'authenticator_apps recovery_codes known_browsers',
  'server/features/activity/': 'activity_logs',
  'server/features/closet/': 'closets api_tests',
  'server/features/operation/': 'holds processes operation_counts backups operator_sessions',
  'server/adapters/jobs/': 'job_runs',
  'server/features/bot/':
    'marketplace_refusals marketplace_breakers bots workers known_timeline rounds share_backs bot_visits ' +
    'share_attempts daily_share_counts',
  'server/features/companion/': 'companions companion_codes relayed_requests',
  'server/features/contact/': 'contact_messages',
  'server/features/notices/': 'push_subscriptions summary_mails',
  'server/features/today/': 'snoozes',
  'server/features/computer/': 'running_times',
  'server/features/listings/':
    'listings listing_share_counts listing_versions price_changes price_batches price_writes',
  'server/features/drops/': 'price_drop_plans price_drop_runs price_drops',
  'server/features/offers/': 'offer_rules offers offer_likers',
  'server/features/pricing/':
    'recommendations browser_comparables browser_searches market_comparables market_searches market_search_pace',
  'server/features/parties/': 'parties',
  'server/features/sales/': 'sales lots lot_parts sale_imports sale_versions sale_readings',
  'server/features/experiment/': 'experiments experiment_weeks experiment_listings',
  'server/http/request/limits.ts': 'rate_marks',
  'server/adapters/vault/': 'data_keys vault_canary installation_secrets',
  'server/adapters/worker-calls/': 'worker_calls',
  'server/adapters/database/': 'migrations',
};
const owners: Record<string, string> = Object.fromEntries(
  Object.entries(tablesOf).flatMap(([folder, tables]) => tables.split(' ').map((table) => [table, folder])),
);

/** The views that an owner publishes, and who reads them. Nobody writes to a view. */
const views: Record<string, { by: string; readers: string[] }> = {
  sellers: { by: 'account', readers: ['activity', 'companion', 'notices', 'experiment', 'bot', 'operator'] },
  bot_events: { by: 'activity', readers: ['notices'] },
  closet_connections: {
    by: 'closet',
    readers: 'account activity companion listings drops experiment parties bot offers operator'.split(' '),
  },
  shareable_listings: { by: 'listings', readers: ['bot'] },
  selling_listings: { by: 'listings', readers: ['drops', 'offers'] },
  last_price_changes: { by: 'listings', readers: ['drops'] },
  open_price_writes: { by: 'listings', readers: ['drops'] },
  listing_shares: { by: 'listings', readers: ['activity', 'experiment', 'bot'] },
  others_shares: { by: 'listings', readers: ['bot'] },
  listing_counts: { by: 'listings', readers: ['account', 'operator'] },
  listing_changes: { by: 'listings', readers: ['bot', 'activity'] },
  priced_listings: { by: 'listings', readers: ['sales', 'experiment', 'pricing', 'bot'] },
  price_history: { by: 'listings', readers: ['pricing'] },
  listing_facts: { by: 'listings', readers: ['sales', 'experiment'] },
  comparable_sales: { by: 'sales', readers: ['pricing'] },
  listing_sales: { by: 'sales', readers: ['experiment'] },
  sale_changes: { by: 'sales', readers: ['pricing'] },
  settled_price_writes: { by: 'listings', readers: ['activity', 'notices'] },
  bot_states: { by: 'bot', readers: ['activity', 'companion', 'notices', 'operation', 'operator'] },
  settled_shares: { by: 'bot', readers: ['activity', 'notices'] },
  party_rounds: { by: 'bot', readers: ['activity'] },
  party_shares: { by: 'bot', readers: ['parties'] },
  shared_back: { by: 'bot', readers: ['activity'] },
  shares_in_flight: { by: 'bot', readers: ['closet'] },
  share_days: { by: 'bot', readers: ['notices'] },
  bot_health: { by: 'bot', readers: ['operation', 'operator'] },
  open_circuits: { by: 'bot', readers: [] },
  marketplace_guards: { by: 'bot', readers: ['operation', 'operator'] },
};

/** Which feature publishes a function of the database. */
const functions: Record<string, string> = {
  ensure_share_partition: 'bot',
  database_timeline: 'bot',
  commits_reach_standby: 'bot',
  pin_closets: 'closet',
  reserve_shares: 'bot',
};

/** Files whose SQL gets table names at run time, and why they may. */
const namedWhileRunning: Record<string, string> = {
  'server/operator/backup/backup.ts': 'a backup holds the tables of every owner',
  'server/operator/backup/restore.ts': 'and a restore fills them',
  'server/features/account/profile/store.ts':
    'the tables of app/personal-tables.ts, to export, to sum up, and to erase',
  'server/features/bot/state/store.ts': 'drops partitions of its own share_attempts',
  'server/adapters/jobs/pg-boss.ts': 'the schema of the job queue',
};

/** Tables and views with rows of sellers that grow with them. A spread database finds their rows by the seller. */
const bySeller = new Set([
  ...['activity_logs', 'bot_events', 'bots', 'bot_states', 'closets', 'closet_connections', 'daily_share_counts'],
  ...['share_days', 'listings', 'listing_counts', 'listing_shares', 'priced_listings', 'shareable_listings'],
  ...['listing_share_counts', 'listing_versions', 'listing_changes', 'offers', 'price_batches', 'price_changes'],
  ...['selling_listings', 'offer_rules'],
  ...['share_backs', 'shared_back', 'bot_visits', 'party_rounds'],
  ...['parties', 'party_shares', 'others_shares'],
  ...['price_history', 'price_writes', 'settled_price_writes', 'recommendations', 'rounds', 'share_attempts'],
  ...['settled_shares', 'shares_in_flight', 'sales', 'sale_versions', 'comparable_sales', 'sale_changes'],
  ...['listing_facts', 'lots', 'lot_parts', 'listing_sales'],
  ...['experiments', 'experiment_weeks', 'experiment_listings'],
  ...['last_price_changes', 'open_price_writes', 'price_drop_plans', 'price_drop_runs', 'price_drops'],
]);

/** Files with statements about such rows that name no seller, and why. */
const aboutAllSellers: Record<string, string> = {
  'server/features/bot/state/bot-row.ts': 'a worker claims whichever bots are due',
  'server/features/bot/state/worker-store.ts': 'a worker’s row stays as long as it owns any bot',
  'server/features/bot/state/store.ts':
    'counts bots by state, drops old days of the ledger, and settles what a restore left open',
  'server/features/listings/prices/journal/batch-store.ts':
    'after a restore, for everybody; maintenance drops old idempotency keys',
  'server/features/closet/state/store.ts': 'a new secret key: typed passwords that wait for their first sign-in',
  'server/features/closet/state/connection-store.ts': 'maintenance drops sign-ins that wait for a code too long',
  'server/features/closet/session/lock-store.ts':
    'the seller is in a condition that its statements share; after a restore, for everybody',
  'server/features/operation/store.ts': 'the operator’s overview',
  'server/operator/store.ts': 'asks whether anybody has connected a real closet',
};

/** The name of a feature, or of the operator, or else the file's folder. */
const roomOf = (file: string): string => /^server\/(?:features\/)?([^/]+)\//.exec(file)?.[1] ?? file;

/** Tables in one SQL text of a file that belong to someone else or to nobody. */
const foreignTablesIn = (file: string, sql: string): string[] =>
  tablesIn(sql).flatMap(({ table, isWrite }) => {
    if (table.includes(hole)) return file in namedWhileRunning ? [] : [`${file}: a table that is named while it runs`];
    const owner = owners[table];
    if (owner !== undefined) return file.startsWith(owner) ? [] : [`${file}: ${table}, which belongs to ${owner}`];
    const view = views[table];
    if (view === undefined) return [`${file}: ${table}, which nobody owns`];
    if (isWrite) return [`${file}: writes to the view ${table}`];
    const reader = roomOf(file);
    return reader === view.by || view.readers.includes(reader)
      ? []
      : [`${file}: ${table}, which is not published for it`];
  });

const migrations = filesBelow(path.join(src, 'server/adapters/database/migrations'))
  .sort()
  .map((file) => readFileSync(file, 'utf8'));

/** All SQL of the server. No other floor may import a database. */
const statements = sources
  .filter((file) => !isTest(file) && relative(file).startsWith('server/'))
  .flatMap((file) =>
    stringsIn(readFileSync(file, 'utf8'))
      .filter(isSql)
      .map((sql) => ({ file: relative(file), sql })),
  );

describe('the tables', () => {
  it('are named only by their owners, and others read the owners’ views', () => {
    expect(statements.length).toBeGreaterThan(150);
    expect(statements.flatMap(({ file, sql }) => foreignTablesIn(file, sql))).toEqual([]);
  });

  it('would be found in someone else’s SQL', () => {
    const bot = 'server/features/bot/ledger/store.ts';
    const settle = `/* prepared */ with done as (update share_attempts s set outcome = 1 returning s.listing_id)
      update listings l set share_count = 1 from done d where l.id = d.listing_id`;
    expect(foreignTablesIn(bot, settle)).toEqual([`${bot}: listings, which belongs to server/features/listings/`]);
    expect(foreignTablesIn(bot, 'select 1 from sellers, shops')).toEqual([`${bot}: shops, which nobody owns`]);
    expect(foreignTablesIn(bot, 'update sellers set email = $1')).toEqual([`${bot}: writes to the view sellers`]);
    expect(foreignTablesIn(bot, 'select 1 from price_history')).toEqual([
      `${bot}: price_history, which is not published for it`,
    ]);
    expect(foreignTablesIn(bot, `delete from ${hole}`)).toEqual([`${bot}: a table that is named while it runs`]);
  });

  it('each have an owner, and each view reads only its publisher’s tables', () => {
    const dropped = new Set(migrations.flatMap(tablesDroppedBy));
    const present = migrations.flatMap(tablesMadeBy).filter((table) => !dropped.has(table));
    expect(present.sort()).toEqual(
      Object.keys(owners)
        .filter((table) => table !== 'migrations')
        .sort(),
    );
    const made = new Map(migrations.flatMap(viewsIn).map(({ name, body }) => [name, body]));
    expect([...made.keys()].sort()).toEqual(Object.keys(views).sort());
    const broken = Object.entries(views).flatMap(([name, { by }]) =>
      foreignTablesIn(`server/features/${by}/(view ${name})`, made.get(name) ?? ''),
    );
    expect(broken).toEqual([]);
  });

  it('are used in each function only by their owner, and others read the owners’ views there as well', () => {
    const made = new Map(migrations.flatMap(functionsIn).map(({ name, body }) => [name, body]));
    expect([...made.keys()].sort()).toEqual(Object.keys(functions).sort());
    const broken = Object.entries(functions).flatMap(([name, by]) =>
      foreignTablesIn(`server/features/${by}/(function ${name})`, made.get(name) ?? ''),
    );
    expect(broken).toEqual([]);
  });

  it('of bots are changed by functions of the database in one column only, the share day', () => {
    const made = new Map(migrations.flatMap(functionsIn).map(({ name, body }) => [name, body]));
    const write = /\b(update|insert into|delete from|merge into) bots\b(.*?)(?:\bfrom\b|\bwhere\b|;)/g;
    const written = [...made].flatMap(([name, body]) =>
      [...body.replace(/\s+/g, ' ').matchAll(write)].map(([, verb, change = '']) => {
        const columns = [...change.matchAll(/(\w+) = /g)].map(([, column]) => column);
        return { name, verb, columns };
      }),
    );
    expect(written).toEqual([{ name: 'reserve_shares', verb: 'update', columns: ['share_day'] }]);
  });

  it('with rows of sellers are asked about a seller, or about all of them for a reason', () => {
    const unnamed = statements
      .filter(({ sql }) => !sql.includes('user_id') && tablesIn(sql).some(({ table }) => bySeller.has(table)))
      .map(({ file }) => file);
    expect([...new Set(unnamed)].sort()).toEqual(Object.keys(aboutAllSellers).sort());
  });

  it('have views only for features that read them', () => {
    const read = new Set(
      statements.flatMap(({ file, sql }) => tablesIn(sql).map(({ table }) => `${table} for ${roomOf(file)}`)),
    );
    for (const { name, body } of migrations.flatMap(viewsIn))
      for (const { table } of tablesIn(body)) read.add(`${table} for ${views[name]?.by}`);
    for (const { name, body } of migrations.flatMap(functionsIn))
      for (const { table } of tablesIn(body)) read.add(`${table} for ${functions[name]}`);
    const unread = Object.entries(views)
      .flatMap(([name, { readers }]) => readers.map((reader) => `${name} for ${reader}`))
      .filter((use) => !read.has(use));
    expect(unread).toEqual([]);
  });
});
