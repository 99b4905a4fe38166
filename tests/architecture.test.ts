import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { hole, isSql, stringsIn, tablesIn, tablesMadeBy, viewsIn } from './sql-tables.ts';

const root = path.resolve(import.meta.dirname, '..');
const src = path.join(root, 'src');

const filesBelow = (place: string): string[] =>
  readdirSync(place, { withFileTypes: true }).flatMap((entry) => {
    const full = path.join(place, entry.name);
    return entry.isDirectory() ? filesBelow(full) : [full];
  });

const isTest = (file: string): boolean => /\.(test|fixture)\.tsx?$/.test(file);
const sources = filesBelow(src).filter((file) => /\.tsx?$/.test(file));
const relative = (file: string): string => path.relative(src, file).split(path.sep).join('/');

/** A program file, or every one below a folder, with its text. */
const codeIn = (place: string): [string, string][] =>
  (place.endsWith('.ts') ? [place] : filesBelow(place))
    .filter((file) => /\.(tsx?|mjs)$/.test(file) && !file.includes('node_modules'))
    .map((file) => [file, readFileSync(file, 'utf8')]);

/** What a file imports: floors as `#floor/…` or relative paths resolved to `floor/…`, packages by their name. */
const importsOf = (file: string): string[] => {
  const text = readFileSync(file, 'utf8');
  const found = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s[^'"`;]*?from\s+'([^']+)'|import\('([^']+)'\)|(?:^|\n)import\s+'([^']+)'/g,
  );
  return [...found].map((match) => {
    const target = match[1] ?? match[2] ?? match[3] ?? '';
    if (target.startsWith('#')) return target.slice(1);
    if (target.startsWith('.')) return relative(path.resolve(path.dirname(file), target));
    return `package:${target.startsWith('@') ? target.split('/').slice(0, 2).join('/') : (target.split('/')[0] ?? '')}`;
  });
};

const arrows = sources
  .filter((file) => !isTest(file))
  .flatMap((file) => importsOf(file).map((to) => ({ from: relative(file), to })));

/** Which file may import what. The first row that matches a file applies. A trailing slash means the folder. */
const law: { who: string; may: string[] }[] = [
  { who: 'domain/', may: ['domain/'] },
  { who: 'contract/', may: ['contract/', 'domain/', 'package:zod'] },
  { who: 'marketplace/', may: ['marketplace/', 'domain/', 'package:zod', 'package:undici', 'package:node:'] },
  // The browser extension. What it knows of the marketplace is how it talks, never how to sign in.
  {
    who: 'companion/',
    may: [
      'companion/',
      'domain/',
      'contract/',
      'marketplace/protocol/',
      'marketplace/recording/',
      'marketplace/connector/price-write.ts',
      'package:zod',
    ],
  },
  { who: 'server/adapters/', may: ['server/adapters/', 'domain/', 'package:'] },
  { who: 'server/features/', may: ['server/features/', 'contract/', 'domain/', 'package:node:', 'package:zod'] },
  { who: 'server/http/', may: ['server/http/', 'contract/', 'domain/', 'package:'] },
  {
    who: 'server/config/',
    may: ['server/config/', 'marketplace/', 'domain/', 'package:node:', 'package:zod'],
  },
  { who: 'server/operator/', may: ['server/', 'marketplace/', 'contract/', 'domain/', 'package:'] },
  // The parts of the composition root. Only the front knows the contract.
  {
    who: 'server/app/open-adapters.ts',
    may: ['server/app/', 'server/adapters/', 'server/config/', 'marketplace/', 'domain/', 'package:node:'],
  },
  {
    who: 'server/app/features.ts',
    may: [
      'server/app/',
      'server/adapters/',
      'server/features/',
      'server/http/',
      'server/config/',
      'marketplace/drift/summary.ts',
    ],
  },
  {
    who: 'server/app/serve-front.ts',
    may: ['server/app/', 'server/features/', 'server/http/', 'server/config/', 'contract/', 'package:node:'],
  },
  {
    who: 'server/app/start-jobs.ts',
    may: ['server/app/', 'server/adapters/', 'server/features/', 'server/http/', 'server/config/'],
  },
  {
    who: 'server/app/configured.ts',
    may: ['server/app/', 'server/adapters/', 'server/features/', 'server/http/', 'server/config/', 'package:node:'],
  },
  { who: 'server/app/open-places.ts', may: ['server/config/', 'contract/'] },
  { who: 'server/app/fill-demo.ts', may: ['server/features/', 'contract/', 'domain/'] },
  { who: 'server/app/', may: ['server/adapters/', 'server/features/', 'domain/'] },
  { who: 'server/', may: ['server/', 'marketplace/', 'contract/', 'domain/', 'package:'] },
  { who: 'web/format/', may: ['web/format/', 'contract/', 'domain/'] },
  { who: 'web/messages/', may: ['web/messages/', 'web/format/', 'contract/', 'domain/'] },
  { who: 'web/lib/', may: ['web/format/', 'web/lib/', 'web/messages/', 'contract/', 'domain/', 'package:'] },
  { who: 'web/ui/', may: ['web/format/', 'web/ui/', 'web/lib/', 'web/messages/', 'contract/', 'domain/', 'package:'] },
  {
    who: 'web/features/',
    may: ['web/format/', 'web/features/', 'web/lib/', 'web/ui/', 'web/messages/', 'contract/', 'domain/', 'package:'],
  },
  {
    who: 'web/pages/',
    may: [
      'web/format/',
      'web/pages/',
      'web/features/',
      'web/lib/',
      'web/ui/',
      'web/messages/',
      'contract/',
      'domain/',
      'package:',
    ],
  },
  // The screens on the public pages are the product's own components, rendered once at build time with demo data.
  {
    who: 'web/site/showcase/',
    may: ['web/site/', 'web/features/', 'web/lib/', 'web/ui/', 'web/messages/', 'contract/', 'domain/', 'package:'],
  },
  // Public pages are rendered once at build time, without a session and without the app.
  {
    who: 'web/site/',
    may: ['web/format/', 'web/site/', 'web/lib/', 'web/ui/', 'web/messages/', 'contract/', 'domain/', 'package:'],
  },
  {
    who: 'web/operator/',
    may: [
      'web/operator/',
      'web/format/',
      'web/lib/',
      'web/ui/',
      'web/messages/',
      'web/app/tokens.css',
      'web/app/base.css',
      'web/app/error-screen.tsx',
      'contract/',
      'domain/',
      'package:',
    ],
  },
  { who: 'web/', may: ['web/', 'contract/', 'domain/', 'package:'] },
];

/** Server features in order. Each may import the faces of those below it. */
const stairs = [
  ['activity', 'account', 'closet', 'companion', 'contact', 'notices', 'operation'],
  ['listings'],
  ['bot', 'pricing'],
];
const stairOf = (feature: string): number => stairs.findIndex((step) => step.includes(feature));

const fits = (target: string, rule: string): boolean =>
  rule.endsWith('/') || rule.endsWith(':') ? target.startsWith(rule) : target === rule;

describe('the floors', () => {
  it('limit what every file imports', () => {
    const broken = arrows.filter(({ from, to }) => {
      const row = law.find(({ who }) => fits(from, who) || from === who);
      return !row?.may.some((rule) => fits(to, rule));
    });
    expect(broken).toEqual([]);
  });

  it('let server features import only the faces of features below them', () => {
    const between = arrows.flatMap(({ from, to }) => {
      const [, fromFeature] = from.match(/^server\/features\/([^/]+)\//) ?? [];
      const [, toFeature, file] = to.match(/^server\/features\/([^/]+)\/(.+)$/) ?? [];
      if (!fromFeature || !toFeature || fromFeature === toFeature) return [];
      const downward = stairOf(toFeature) < stairOf(fromFeature);
      return downward && file === `${toFeature}.ts` ? [] : [`${from} -> ${to}`];
    });
    expect(between).toEqual([]);
  });

  it('show the parts of the composition root to app.ts only', () => {
    const others = arrows.filter(
      ({ from, to }) => to.startsWith('server/app/') && from !== 'server/app.ts' && !from.startsWith('server/app/'),
    );
    expect(others).toEqual([]);
  });

  it('let no web feature import another', () => {
    const between = arrows.filter(({ from, to }) => {
      const [, fromFeature] = from.match(/^web\/features\/([^/]+)\//) ?? [];
      const [, toFeature] = to.match(/^web\/features\/([^/]+)\//) ?? [];
      return fromFeature && toFeature && fromFeature !== toFeature;
    });
    expect(between).toEqual([]);
  });

  it('have no import circles, not even of types', () => {
    const graph = new Map<string, string[]>();
    for (const { from, to } of arrows)
      if (!to.startsWith('package:')) graph.set(from, [...(graph.get(from) ?? []), to]);
    const done = new Set<string>();
    const walk = (file: string, trail: string[]): string[] | null => {
      if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file];
      if (done.has(file)) return null;
      for (const next of graph.get(file) ?? []) {
        const circle = walk(next, [...trail, file]);
        if (circle) return circle;
      }
      done.add(file);
      return null;
    };
    const circles = [...graph.keys()].map((file) => walk(file, [])).filter((circle) => circle !== null);
    expect(circles.map((circle) => circle.join(' -> '))).toEqual([]);
  });
});

/** The file name without its ending: a module, its test, its fixture, and its style share one. */
const stemOf = (file: string): string => path.basename(file).replace(/(\.(test|fixture|module|d))?\.[a-z]+$/, '');
const mostModules = 13;
/** Folders that may have more modules, each up to its present number. */
const largerFolders: Record<string, { most: number; because: string }> = {
  'web/ui': { most: 40, because: 'a flat shelf of independent components, each a file' },
  'server/adapters/database/migrations': { most: 1000, because: 'a history grows' },
};

/** Sibling folders that may import each other, and why. */
const mutual: Record<string, string> = {
  domain: 'ports are types that mention the types of rules',
};

/** Folders beside each other that import each other in a circle. */
const circlesOfRooms = (): string[] => {
  const byPlace = new Map<string, Map<string, Set<string>>>();
  for (const { from, to } of arrows) {
    const [start, end] = [from.split('/'), to.split('/')];
    const depth = start.findIndex((part, index) => part !== end[index]);
    const [room, next] = [start[depth], end[depth]];
    // Both files must be in rooms. A file beside the rooms is their face.
    if (depth < 0 || depth >= start.length - 1 || depth >= end.length - 1 || !room || !next) continue;
    const place = start.slice(0, depth).join('/');
    if (place in mutual) continue;
    const rooms = byPlace.get(place) ?? new Map<string, Set<string>>();
    rooms.set(room, (rooms.get(room) ?? new Set()).add(next));
    byPlace.set(place, rooms);
  }
  return [...byPlace].flatMap(([place, rooms]) => {
    const circles = new Set<string>();
    const walk = (room: string, trail: string[]): void => {
      if (trail.includes(room)) {
        circles.add(`${place}: ${[...trail.slice(trail.indexOf(room)), room].join(' -> ')}`);
        return;
      }
      for (const next of rooms.get(room) ?? []) walk(next, [...trail, room]);
    };
    for (const room of rooms.keys()) walk(room, []);
    return [...circles];
  });
};

/** Whether the file starts with a comment, before its imports. */
const startsWithComment = (file: string): boolean =>
  /^\/[/*]/.test(readFileSync(file, 'utf8').replace(/^#!.*/, '').trimStart());

describe('the rooms', () => {
  it('hold about a dozen modules on one level', () => {
    const folders = new Map<string, Set<string>>();
    const places = ['src', 'bench', 'bin', 'tests', 'tools'].map((place) => path.join(root, place));
    for (const file of places.flatMap(filesBelow)) {
      const folder = path.dirname(relative(file));
      if (folder.includes('node_modules')) continue;
      folders.set(folder, (folders.get(folder) ?? new Set()).add(stemOf(file)));
    }
    const crowded = [...folders]
      .filter(([folder, modules]) => modules.size > (largerFolders[folder]?.most ?? mostModules))
      .map(([folder, modules]) => `${folder}: ${modules.size} modules`);
    expect(crowded).toEqual([]);
  });

  it('depend on each other one way only', () => {
    expect(circlesOfRooms()).toEqual([]);
  });

  it('have files that start with a comment', () => {
    const programs = ['bench', 'bin', 'tools', 'tests']
      .flatMap((place) => filesBelow(path.join(root, place)))
      .filter((file) => /\.(ts|mjs)$/.test(file) && !/node_modules|\/dist\/|\/browser\//.test(file));
    const silent = [...sources, ...programs].filter((file) => !isTest(file) && !startsWithComment(file)).map(relative);
    expect(silent).toEqual([]);
  });
});

/** Each table belongs to one folder, and only that folder's SQL names it. */
const owners: Record<string, string> = {
  users: 'server/features/account/',
  sessions: 'server/features/account/',
  account_events: 'server/features/account/',
  password_resets: 'server/features/account/',
  email_confirmations: 'server/features/account/',
  passkeys: 'server/features/account/',
  passkey_challenges: 'server/features/account/',
  authenticator_apps: 'server/features/account/',
  recovery_codes: 'server/features/account/',
  known_browsers: 'server/features/account/',
  activity_logs: 'server/features/activity/',
  closets: 'server/features/closet/',
  holds: 'server/features/operation/',
  processes: 'server/features/operation/',
  operation_counts: 'server/features/operation/',
  backups: 'server/features/operation/',
  operator_sessions: 'server/features/operation/',
  job_runs: 'server/adapters/jobs/',
  marketplace_refusals: 'server/features/bot/',
  marketplace_breakers: 'server/features/bot/',
  companions: 'server/features/companion/',
  companion_codes: 'server/features/companion/',
  relayed_requests: 'server/features/companion/',
  contact_messages: 'server/features/contact/',
  push_subscriptions: 'server/features/notices/',
  listings: 'server/features/listings/',
  listing_versions: 'server/features/listings/',
  price_changes: 'server/features/listings/',
  price_batches: 'server/features/listings/',
  price_writes: 'server/features/listings/',
  bots: 'server/features/bot/',
  workers: 'server/features/bot/',
  known_timeline: 'server/features/bot/',
  rounds: 'server/features/bot/',
  share_attempts: 'server/features/bot/',
  daily_share_counts: 'server/features/bot/',
  offers: 'server/features/bot/',
  recommendations: 'server/features/pricing/',
  sale_imports: 'server/features/pricing/',
  imported_sales: 'server/features/pricing/',
  market_comparables: 'server/features/pricing/',
  market_searches: 'server/features/pricing/',
  market_search_pace: 'server/features/pricing/',
  rate_marks: 'server/http/request/limits.ts',
  data_keys: 'server/adapters/vault/',
  vault_canary: 'server/adapters/vault/',
  installation_secrets: 'server/adapters/vault/',
  worker_calls: 'server/adapters/worker-calls/',
  migrations: 'server/adapters/database/',
};

/** The views that an owner publishes, and who reads them. Nobody writes to a view. */
const views: Record<string, { by: string; readers: string[] }> = {
  sellers: { by: 'account', readers: ['activity', 'companion', 'notices', 'bot', 'operator'] },
  bot_events: { by: 'activity', readers: ['notices'] },
  closet_connections: { by: 'closet', readers: ['account', 'activity', 'companion', 'listings', 'bot', 'operator'] },
  shareable_listings: { by: 'listings', readers: ['bot'] },
  listing_shares: { by: 'listings', readers: ['activity', 'bot'] },
  listing_counts: { by: 'listings', readers: ['account', 'operator'] },
  listing_changes: { by: 'listings', readers: ['bot'] },
  priced_listings: { by: 'listings', readers: ['pricing'] },
  price_history: { by: 'listings', readers: ['pricing'] },
  settled_price_writes: { by: 'listings', readers: ['activity', 'notices'] },
  bot_states: { by: 'bot', readers: ['activity', 'companion', 'notices', 'operation', 'operator'] },
  settled_shares: { by: 'bot', readers: ['activity', 'notices'] },
  shares_in_flight: { by: 'bot', readers: ['closet'] },
  share_days: { by: 'bot', readers: ['notices'] },
  bot_health: { by: 'bot', readers: ['operation', 'operator'] },
  open_circuits: { by: 'bot', readers: [] },
  marketplace_guards: { by: 'bot', readers: ['operation', 'operator'] },
};

/** Files whose SQL gets table names at run time, and why they may. */
const namedWhileRunning: Record<string, string> = {
  'server/operator/backup/backup.ts': 'a backup holds the tables of every owner',
  'server/operator/backup/restore.ts': 'and a restore fills them',
  'server/features/account/profile/export-store.ts': 'each owner hands out its own tables (personal-tables.ts)',
  'server/features/account/storage/store.ts': 'the same tables, to sum up and to erase',
  'server/features/bot/state/store.ts': 'drops partitions of its own share_attempts',
  'server/adapters/jobs/pg-boss.ts': 'the schema of the job queue',
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
    expect(migrations.flatMap(tablesMadeBy).sort()).toEqual(
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

  it('have views only for features that read them', () => {
    const read = new Set(
      statements.flatMap(({ file, sql }) => tablesIn(sql).map(({ table }) => `${table} for ${roomOf(file)}`)),
    );
    for (const { name, body } of migrations.flatMap(viewsIn))
      for (const { table } of tablesIn(body)) read.add(`${table} for ${views[name]?.by}`);
    const unread = Object.entries(views)
      .flatMap(([name, { readers }]) => readers.map((reader) => `${name} for ${reader}`))
      .filter((use) => !read.has(use));
    expect(unread).toEqual([]);
  });
});

describe('the vocabulary', () => {
  it('has no meaningless file names', () => {
    const named = sources
      .map(relative)
      .filter((file) => /(^|\/)(index|utils?|helpers?|common|types|constants|misc|manager|service)\.tsx?$/.test(file));
    expect(named).toEqual([]);
  });

  it('exports nothing that no other file uses', () => {
    const places = [
      'src',
      'tests',
      'bench',
      'bin',
      'tools',
      'vite.config.ts',
      'vitest.config.ts',
      'playwright.config.ts',
    ];
    const texts = new Map(places.flatMap((place) => codeIn(path.join(root, place))));
    const usedIn = new Map<string, number>();
    for (const text of texts.values())
      for (const word of new Set(text.match(/\w+/g))) usedIn.set(word, (usedIn.get(word) ?? 0) + 1);
    const unused = [...texts].flatMap(([file, text]) =>
      [...text.matchAll(/^export (?:const|let|function\*?|async function|class|type) (\w+)/gm)]
        .map(([, name = '']) => name)
        .filter((name) => usedIn.get(name) === 1)
        .map((name) => `${path.relative(root, file)}: ${name}`),
    );
    expect(unused).toEqual([]);
  });

  it('writes every file name in kebab-case', () => {
    expect(sources.map(relative).filter((file) => !/^[a-z0-9/.-]+$/.test(file))).toEqual([]);
  });

  it('keeps SQL in stores and adapters', () => {
    const sql = /`\s*(select\s.+\sfrom|insert\s+into|update\s+\w+\s+set|delete\s+from)\s/is;
    const elsewhere = sources
      .filter((file) => !isTest(file) && sql.test(readFileSync(file, 'utf8')))
      .map(relative)
      .filter(
        (file) =>
          !/^server\/adapters\/|^server\/features\/.+\/(.+-)?store\.ts$|^server\/features\/bot\/state\/bot-row\.ts$|^server\/http\/request\/limits\.ts$|^server\/operator\/(store|backup\/(backup|restore))\.ts$/.test(
            file,
          ),
      );
    expect(elsewhere).toEqual([]);
  });

  it('writes rows of bots only in one file, through the table of transitions', () => {
    const writing = /\b(?:update|insert\s+into|delete\s+from|truncate|merge\s+into)\s+(?:only\s+)?bots\b/i;
    const writers = sources.filter((file) => !isTest(file) && writing.test(readFileSync(file, 'utf8'))).map(relative);
    expect(writers).toEqual(['server/features/bot/state/bot-row.ts']);
  });

  it('reads the time only in the clock’s adapters', () => {
    const asking = /\bDate\.now\(|new Date\(\)/;
    const elsewhere = sources
      .filter((file) => !isTest(file) && asking.test(readFileSync(file, 'utf8')))
      .map(relative)
      .filter((file) => /^(domain|contract|server\/features)\//.test(file));
    expect(elsewhere).toEqual([]);
  });

  it('reads the environment in one place', () => {
    const readers = sources
      .filter((file) => !isTest(file) && /process\.env/.test(readFileSync(file, 'utf8')))
      .map(relative)
      .filter((file) => !/^server\/(config\/|operator\/|main\.ts$)/.test(file));
    expect(readers).toEqual([]);
  });
});
