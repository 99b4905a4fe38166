/** The mixed leg: real programs and busy sellers through every kind of fault, compared with a calm time of the same run. */

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiFailure } from '#contract/failure.ts';
import { leastPauseMs } from '#domain/bot/pace.ts';
import type { Database } from '#domain/ports/database.ts';
import { startEmbeddedPostgres } from '#server/adapters/database/embedded.ts';
import { openPostgres } from '#server/adapters/database/postgres.ts';
import { judge, type Verdict } from '../oracle/oracle.ts';
import { afterStops, pricesThatDiffer, shortestPause, tooClose } from '../oracle/promises.ts';
import { spawnStandin } from '../processes.ts';
import { commandStandin } from '../product.ts';
import { allSettled } from '../run.ts';
import { watchJournal } from '../watch.ts';
import { faults } from './faults.ts';
import { openPlace, type Place } from './fleet.ts';
import type { Found, Ground } from './ground.ts';
import { countRunning, type RunningCount } from './running-count.ts';
import { live, openSeller, type Seller, type SellerNotes } from './sellers.ts';

export type MixedLeg = {
  minutes: number;
  sellers: number;
  workers: number;
  webs: number;
  meanPauseMs: number;
  /** The mean time between two faults. */
  everyMs: number;
  /** Only these faults; null for all. */
  only: readonly string[] | null;
  /** A checkout of an older version, which all programs run at first. Each that is started again runs this one. */
  oldFolder: string | null;
};

export type MixedResult = Verdict & {
  done: Record<string, number>;
  lostCommits: { before: number; after: number };
  /** Lines that are missing in the logs of programs, because nobody read them. */
  missedLines: number;
  starts: number;
  calm: RunningCount;
  stormy: RunningCount;
  notes: SellerNotes;
  found: Found;
  prices: number;
  stops: number;
  shortestPauseMs: number | null;
};

const latencyMs = 40;
const mostOpenings = 5;
const openAgainMs = 3_000;
const sellersOpenAtOnce = 4;
/** The mean time between two acts of one seller. */
const actEveryMs = 40_000;
const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const warmUpMs = 15_000;
/** At most this many faults are at work at once. */
const mostAtOnce = 3;

type Run = { random: () => number; say: (words: string) => void; signal?: AbortSignal };

export async function runMixed(leg: MixedLeg, run: Run): Promise<MixedResult> {
  const world = await openWorld(leg, run);
  const { database, journal, places, standin } = world;
  const { random, say, signal } = run;
  let over = false;
  const isOver = () => over;
  try {
    say(`${places.length} programs run. Opening ${leg.sellers} sellers…`);
    const sellers = await openSellers(leg.sellers, places);
    const notes: SellerNotes = { stopMs: [], done: {}, failed: {} };
    const passCheck = (account: string) => commandStandin<void>(standin.origin, 'human-check', { account, on: false });
    const lives = sellers.map((seller) => live(seller, { random, meanMs: actEveryMs, notes, isOver, passCheck }));
    await sleep(warmUpMs);

    const counted = { database, journal, places, signal };
    say('A calm time, to compare with…');
    const calm = await countRunning({
      ...counted,
      ms: Math.max(60_000, leg.minutes * 6_000),
    });
    say(`${calm.shares} shares in ${Math.round(calm.seconds)} s. Now the faults…`);
    const accounts = sellers.map(({ account }) => account);
    const found: Found = { recoveriesMs: [], most: {} };
    const isAlone = leg.only?.length === 1;
    const striking = strikeRepeatedly(leg, { ...world.ground, accounts, random, isAlone, isOver, found }, say);
    const stormy = await countRunning({ ...counted, ms: leg.minutes * 60_000 });
    over = true;
    const done = await striking;
    await Promise.all(lives);
    say('Waiting until everything is settled…');
    await quietDown(database, { sellers, places, meanPauseMs: leg.meanPauseMs });
    const verdict = await judgeAll(leg, world, sellers);
    const starts = places.reduce((sum, place) => sum + place.starts, 0);
    const stops = sellers.reduce((sum, seller) => sum + seller.stops.length, 0);
    const prices = journal.prices.length;
    const shortestPauseMs = shortestPause(journal.accepted);
    const lostCommits = sumLost(places);
    const missedLines = places.reduce((sum, place) => sum + place.missedLines(), 0);
    return {
      ...verdict,
      done,
      lostCommits,
      missedLines,
      starts,
      calm,
      stormy,
      notes,
      found,
      prices,
      stops,
      shortestPauseMs,
    };
  } finally {
    over = true;
    await world.close();
  }
}

type World = {
  places: readonly Place[];
  database: Database;
  standin: { origin: string };
  journal: ReturnType<typeof watchJournal>;
  ground: Omit<Ground, 'accounts' | 'random' | 'isAlone' | 'isOver' | 'found'>;
  close(): Promise<void>;
};

/** A marketplace, a PostgreSQL, and the programs, each behind proxies of its own. */
async function openWorld(leg: MixedLeg, { random }: Run): Promise<World> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hangtag-mixed-'));
  chmodSync(dataDir, 0o755);
  const closing: (() => unknown)[] = [() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })];
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end();
  };
  try {
    const standin = await spawnStandin();
    closing.push(() => standin.end());
    await commandStandin(standin.origin, 'config', { latencyMs });
    const server = await startEmbeddedPostgres({ dataDir, log: quiet, connections: 150 });
    closing.push(() => server.stop());
    const places: Place[] = [];
    closing.push(() => Promise.all(places.map((place) => place.close())));
    const journal = watchJournal(standin.origin);
    closing.push(() => journal.end().catch(() => {}));
    const mayBlockLogs = leg.only === null || leg.only.includes('blocked-log');
    const setting = {
      dataDir: join(dataDir, 'programs'),
      databaseUrl: server.url,
      standinOrigin: standin.origin,
      meanPauseMs: leg.meanPauseMs,
      logLevel: mayBlockLogs ? ('debug' as const) : ('warn' as const),
      random,
    };
    for (let n = 1; n <= leg.webs; n += 1) places.push(await openPlace(setting, 'web', `web-${n}`));
    for (let n = 1; n <= leg.workers; n += 1) places.push(await openPlace(setting, 'worker', `worker-${n}`));
    for (const place of places) await place.start(leg.oldFolder ?? undefined);
    const database = await openPostgres({ url: server.url, max: 3, log: quiet });
    closing.push(() => database.close());
    const cluster = join(dataDir, 'postgres/cluster');
    const ground = {
      places,
      database,
      databaseUrl: server.url,
      cluster,
      standinOrigin: standin.origin,
      shareCalls: journal.shareCalls,
    };
    return { places, database, standin, journal, ground, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Compares everything that the marketplace accepted with what is stored. */
async function judgeAll(
  leg: MixedLeg,
  { database, journal, places }: World,
  sellers: readonly Seller[],
): Promise<Verdict> {
  const limits = new Map(sellers.map(({ account, highestLimit }) => [account, highestLimit]));
  const accepted = await journal.end();
  const verdict = await judge({ database, accepted, limits, kills: null });
  const ofSellers = [
    ...afterStops(
      accepted,
      sellers.flatMap(({ stops }) => stops),
    ),
    ...tooClose(accepted, leastPauseMs(leg.meanPauseMs)),
    ...(await pricesThatDiffer(database, journal.prices)),
    ...places.flatMap(({ ends }) => ends),
    ...crashesOf(sellers, places),
  ];
  return { ...verdict, violations: [...verdict.violations, ...ofSellers] };
}

/** If something is away, the call has to say so. A run fails on any error that nobody foresaw. */
function crashesOf(sellers: readonly Seller[], places: readonly Place[]): string[] {
  const count = sellers.reduce((sum, { crashes }) => sum + crashes, 0);
  if (count === 0) return [];
  return [`${count} calls of sellers were answered with 500`, ...places.flatMap((place) => place.crashes())];
}

async function openSellers(count: number, places: readonly Place[]): Promise<Seller[]> {
  const webs = places.filter(({ role }) => role === 'web');
  const sellers: Seller[] = [];
  for (let n = 0; n < count; n += sellersOpenAtOnce) {
    const batch = Array.from({ length: Math.min(sellersOpenAtOnce, count - n) }, (_, index) => n + index);
    sellers.push(...(await Promise.all(batch.map((one) => openPatiently(one, webs)))));
  }
  return sellers;
}

/** On a busy machine the database may not answer in time. What was begun stays behind as an account without a bot. */
async function openPatiently(n: number, webs: readonly Place[]): Promise<Seller> {
  for (let tries = 1; ; tries++) {
    try {
      return await openSeller(n, webs);
    } catch (error) {
      if (tries === mostOpenings || !(error instanceof ApiFailure && error.status === 503)) throw error;
      await sleep(openAgainMs);
    }
  }
}

/** Strikes at random moments until the run is over. Resolves when the last fault has healed. */
async function strikeRepeatedly(
  leg: MixedLeg,
  ground: Ground,
  say: (words: string) => void,
): Promise<Record<string, number>> {
  const { random, isOver } = ground;
  const chosen = faults.filter(({ name }) => leg.only === null || leg.only.includes(name));
  const lots = chosen.flatMap((fault) => Array.from({ length: fault.weight }, () => fault));
  const done: Record<string, number> = {};
  const atWork = new Map<Promise<unknown>, string>();
  while (!isOver()) {
    await sleep(Math.min(-Math.log(1 - random()) * leg.everyMs, 3 * leg.everyMs));
    if (isOver() || atWork.size >= mostAtOnce) continue;
    const fault = lots[Math.floor(random() * lots.length)];
    if (fault === undefined || (fault.isOneAtATime && [...atWork.values()].includes(fault.name))) continue;
    const work = fault
      .run(ground)
      .then(
        (struck) => {
          if (struck) done[fault.name] = (done[fault.name] ?? 0) + 1;
        },
        (error: unknown) => say(`${fault.name} could not be done: ${error instanceof Error ? error.message : error}`),
      )
      .finally(() => atWork.delete(work));
    atWork.set(work, fault.name);
    say(`  ${new Date().toISOString().slice(11, 19)} ${fault.name}`);
  }
  await Promise.all(atWork.keys());
  return done;
}

/** Stops every bot, and waits until no share and no price is open anymore. */
async function quietDown(
  database: Database,
  { sellers, places, meanPauseMs }: { sellers: readonly Seller[]; places: readonly Place[]; meanPauseMs: number },
): Promise<void> {
  for (const { database: way, marketplace } of places) {
    way.heal();
    marketplace.heal();
  }
  for (const { apis } of sellers) for (const api of apis) await api.bot.stop().catch(() => {});
  await allSettled(database, meanPauseMs);
}

function sumLost(places: readonly Place[]): MixedResult['lostCommits'] {
  const lost = places.map((place) => place.database.lost);
  return {
    before: lost.reduce((sum, { before }) => sum + before, 0),
    after: lost.reduce((sum, { after }) => sum + after, 0),
  };
}
