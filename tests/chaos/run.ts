// Runs one leg: the shipped programs and their sellers through faults, and the oracle at the end.

import { setTimeout as sleep } from 'node:timers/promises';
import { type ShareKind, shareKinds } from '#domain/bot/bot.ts';
import { leastPauseMs } from '#domain/bot/pace.ts';
import type { Database } from '#domain/ports/database.ts';
import { faults } from './faults/faults.ts';
import type { Found, Ground } from './faults/ground.ts';
import { type Counted, type Leg, resumeLimitMs, type Timed } from './legs.ts';
import { type Accepted, judge, type Verdict } from './oracle/oracle.ts';
import { afterStops, pricesThatDiffer, shortestPause, tooClose } from './oracle/promises.ts';
import { type People, sharedTwiceInParties, wrongShareBacks } from './oracle/visits.ts';
import { live, openSellers, type Seller, type SellerNotes } from './sellers.ts';
import { isMode, openWorld, type World } from './world/world.ts';

export type LegResult = Verdict & {
  done: Record<string, number>;
  seconds: number;
  starts: number;
  notes: SellerNotes;
  prices: number;
  stops: number;
  shortestPauseMs: number | null;
  slowestResumeMs: number;
  /** What the marketplace accepted, by kind. */
  kinds: Record<ShareKind, number>;
  /** Shares that a promotion made unknown; null without one. */
  doubted: number | null;
  found: Found;
  lostCommits: { before: number; after: number };
  /** Lines that are missing in the logs of programs, because nobody read them. */
  missedLines: number;
  /** Without and with faults; null if strikes are counted. */
  compared: { calm: RunningCount; stormy: RunningCount } | null;
};

export type RunningCount = {
  seconds: number;
  /** What the marketplace accepted. */
  shares: number;
  /** The time in which bots were neither stopped nor paused, all bots together. */
  botSeconds: number;
  /** The most memory of one program. */
  mostMb: number;
};

type Run = { random: () => number; say: (words: string) => void; signal?: AbortSignal };
type Scene = Run & { leg: Leg; world: World; ground: Ground; sellers: readonly Seller[]; over: { isOver: boolean } };

/** The mean time between two acts of one busy seller, and between two looks at the bot of another one. */
const actEveryMs = 40_000;
const lookEveryMs = 2_000;
const warmUpMs = 15_000;
/** At most this many faults are at work at once. */
const mostAtOnce = 3;
/** A share in flight at a kill is accepted within this time, so it does not show that the bot shares again. */
const inFlightSlackMs = 300;
/** So that a promoted standby has had what it may not lose, and bots with a low limit reach it afterward. */
const aroundPromotionMs = 20_000;

export async function runLeg(leg: Leg, run: Run): Promise<LegResult> {
  const startedAt = Date.now();
  const world = await openWorld(leg, run.random);
  const { database, places, standin } = world;
  const over = { isOver: false };
  const isOver = () => over.isOver;
  try {
    run.say(`${leg.name}: ${places.length} programs run. Opening ${leg.sellers} sellers…`);
    const origins = places.filter(({ role }) => role !== 'worker').map(({ origin }) => origin);
    await holdParties(standin);
    const sellers = await openSellers(leg.sellers, { leg, origins, standin });
    const notes: SellerNotes = { stopMs: [], done: {}, failed: {} };
    const isBusy = 'minutes' in leg.strikes;
    const passCheck = (account: string) => standin.command<void>('human-check', { account, on: false });
    const meanMs = isBusy ? actEveryMs : lookEveryMs;
    const lives = sellers.map((seller) =>
      live(seller, { random: run.random, meanMs, isBusy, notes, isOver, passCheck }),
    );
    const ground: Ground = {
      ...world,
      accounts: sellers.map(({ account }) => account),
      random: run.random,
      isAlone: 'minutes' in leg.strikes && leg.strikes.only?.length === 1,
      leases: 'leases' in leg.strikes ? leg.strikes.leases : null,
      struckAt: 0,
      isOver,
      found: { recoveriesMs: [], most: {} },
    };
    const scene: Scene = { ...run, leg, world, ground, sellers, over };
    const seen = 'minutes' in leg.strikes ? await storm(scene, leg.strikes) : await strikeInOrder(scene, leg.strikes);
    over.isOver = true;
    await Promise.all(lives);
    run.say('Waiting until everything is settled…');
    await quietDown(scene);
    const verdict = await judgeAll(scene, seen.moments);
    const sum = (of: (place: World['places'][number]) => number) => places.reduce((all, place) => all + of(place), 0);
    return {
      ...verdict,
      done: seen.done,
      seconds: Math.round((Date.now() - startedAt) / 1000),
      starts: sum(({ starts }) => starts),
      notes,
      prices: standin.journal.prices.length,
      stops: sellers.reduce((count, { stops }) => count + stops.length, 0),
      shortestPauseMs: shortestPause(standin.journal.accepted),
      slowestResumeMs: seen.slowestResumeMs,
      doubted: isMode(leg.database) ? await countDoubted(database) : null,
      found: ground.found,
      lostCommits: {
        before: sum((place) => place.database.lost.before),
        after: sum((place) => place.database.lost.after),
      },
      missedLines: sum((place) => place.missedLines()),
      compared: seen.compared,
      violations: [...seen.violations, ...verdict.violations],
    };
  } finally {
    over.isOver = true;
    await world.close();
  }
}

/** Waits for the first share-back: bots forget whom they were to share back when they are struck, until the news are read again. */
async function everyKind({ database }: World): Promise<void> {
  for (let waitedMs = 0; waitedMs < kindsLimitMs; waitedMs += 250) {
    const { count } = await database
      .query('select from share_attempts where kind = 2 limit 1')
      .catch(() => ({ count: 0 }));
    if (count > 0) return;
    await sleep(250);
  }
}
const kindsLimitMs = 60_000;

/** Three at a time all day, one for every listing, so that there are visits between any two rounds. */
async function holdParties({ command }: World['standin']): Promise<void> {
  const hourMs = 3_600_000;
  const parties = [1, 2, 3].map((hours) => ({
    title: `Party ${hours}`,
    start_at: new Date(Date.now() - hourMs).toISOString(),
    end_at: new Date(Date.now() + 24 * hours * hourMs).toISOString(),
  }));
  await command('parties', { parties });
}

type Totals = Pick<LegResult, 'done' | 'slowestResumeMs' | 'compared' | 'violations'> & {
  /** When something was struck, and when it worked again; null if any number of shares may be unknown. */
  moments: number[] | null;
};

/** One strike after the other. Measures how soon bots share again. */
async function strikeInOrder(scene: Scene, strikes: Counted): Promise<Totals> {
  const { leg, world, random, say, signal } = scene;
  const { journal } = world.standin;
  const { recovery } = strikes;
  const workers = world.places.filter(({ role }) => role !== 'web');
  const ground = { ...scene.ground, places: workers };
  const seen = { done: {} as Record<string, number>, slowestResumeMs: 0, compared: null, violations: [] as string[] };
  const moments: number[] = [];
  /** Waits for a share of each of these bots after `from`. */
  const waitForShares = async (accounts: Iterable<string>, from: number, limitMs: number, slackMs = 0) => {
    for (const account of accounts) {
      const first = () => journal.firstAfter(account, from + slackMs);
      while (first() === null && Date.now() - from < 2 * resumeLimitMs) await sleep(100);
      const tookMs = (first() ?? Number.POSITIVE_INFINITY) - from;
      if (tookMs > limitMs) seen.violations.push(`${account} did not share again within ${limitMs / 1000} s`);
      if (Number.isFinite(tookMs)) seen.slowestResumeMs = Math.max(seen.slowestResumeMs, tookMs);
    }
  };
  const isPromotion = isMode(leg.database);
  const all = () => scene.sellers.filter(({ limit, limitStep }) => !isPromotion || limitStep > 0 || limit > 1_000);
  const accounts = () => all().map(({ account }) => account);

  await waitForShares(accounts(), Date.now(), 2 * resumeLimitMs);
  seen.slowestResumeMs = 0;
  if (isPromotion) await sleep(aroundPromotionMs);
  await everyKind(world);
  for (let count = 1; count <= strikes.count; count += 1) {
    if (!isPromotion) await sleep(200 + random() * 3_800);
    signal?.throwIfAborted();
    const which = strikes.inTurn ? (count - 1) % strikes.faults.length : Math.floor(random() * strikes.faults.length);
    const fault = faults.find(({ name }) => name === strikes.faults[which]);
    if (fault === undefined) throw new Error(`There is no fault ${strikes.faults[which]}.`);
    const owners = recovery?.from === 'death' ? await ownersOf(world.database) : new Map<string, string>();
    const begunAt = Date.now();
    ground.struckAt = begunAt;
    await fault.run(ground);
    const backAt = Date.now();
    seen.done[fault.name] = (seen.done[fault.name] ?? 0) + 1;
    // A program that was killed has nothing more to lose.
    moments.push(ground.struckAt, ...(ground.struckAt === begunAt ? [backAt] : []));
    if (recovery?.from === 'back') await waitForShares(accounts(), backAt, recovery.limitMs);
    if (recovery?.from === 'order') await waitForShares(accounts(), ground.struckAt, recovery.limitMs, inFlightSlackMs);
    if (recovery?.from === 'death')
      await waitForShares(await lostBots(world.database, owners), ground.struckAt, recovery.limitMs, inFlightSlackMs);
    if (count % strikes.restEvery === 0 || count === strikes.count) {
      if (!recovery) await waitForShares(accounts(), Date.now(), resumeLimitMs);
      say(`${leg.name}: ${count} of ${strikes.count} strikes, ${journal.accepted.length} shares`);
    }
  }
  if (isPromotion) await sleep(1.5 * aroundPromotionMs);
  return { ...seen, moments: isPromotion ? null : moments };
}

/** Who owns each bot, by the seller's account at the marketplace. */
async function ownersOf(database: Database): Promise<Map<string, string>> {
  const { rows } = await database.query<{ account: string; owner: string }>(
    'select lower(handle) as account, owner from bots join closets using (user_id) where owner is not null',
  );
  return new Map(rows.map(({ account, owner }) => [account, owner]));
}

/** Bots whose owner is no longer a worker. */
async function lostBots(database: Database, owners: ReadonlyMap<string, string>): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>('select id from workers');
  const living = new Set(rows.map(({ id }) => id));
  return [...owners].flatMap(([account, owner]) => (living.has(owner) ? [] : [account]));
}

/** A calm time, and then faults at random moments while sellers use the web processes. */
async function storm(scene: Scene, strikes: Timed): Promise<Totals> {
  const { say, over } = scene;
  await sleep(warmUpMs);
  say('A calm time, to compare with…');
  const calm = await countRunning(scene, Math.max(60_000, strikes.minutes * 6_000));
  say(`${calm.shares} shares in ${Math.round(calm.seconds)} s. Now the faults…`);
  const striking = strikeRepeatedly(scene, strikes);
  const stormy = await countRunning(scene, strikes.minutes * 60_000);
  over.isOver = true;
  return { done: await striking, slowestResumeMs: 0, compared: { calm, stormy }, violations: [], moments: null };
}

/** Strikes at random moments until the run is over. Resolves when the last fault has healed. */
async function strikeRepeatedly({ ground, say }: Scene, strikes: Timed): Promise<Record<string, number>> {
  const { random, isOver } = ground;
  const { only, everyMs } = strikes;
  const chosen = faults.filter(({ name }) => only === null || only.includes(name));
  const lots = chosen.flatMap((fault) => Array.from({ length: fault.weight }, () => fault));
  const done: Record<string, number> = {};
  const atWork = new Map<Promise<unknown>, string>();
  while (!isOver()) {
    await sleep(Math.min(-Math.log(1 - random()) * everyMs, 3 * everyMs));
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

/**
 * Counts shares for `ms`, and for how long bots were to share, so that times with and without faults can be compared. While the
 * database is away, the last number of running bots counts on.
 */
async function countRunning({ world, signal }: Scene, ms: number): Promise<RunningCount> {
  const { database, places, standin } = world;
  const begunAt = performance.now();
  const sharesBefore = standin.journal.accepted.length;
  let [botSeconds, running, mostMb, lookedAt] = [0, 0, 0, begunAt];
  while (performance.now() - begunAt < ms) {
    const { rows } = await database
      .query<{ running: number }>(`select count(*)::int as running from bots where state not in ('stopped', 'paused')`)
      .catch(() => ({ rows: [] }));
    running = rows[0]?.running ?? running;
    await sleep(1_000, undefined, { signal });
    mostMb = Math.max(mostMb, ...places.map((place) => place.memoryMb()));
    const now = performance.now();
    botSeconds += (running * (now - lookedAt)) / 1_000;
    lookedAt = now;
  }
  const seconds = (performance.now() - begunAt) / 1_000;
  return { seconds, shares: standin.journal.accepted.length - sharesBefore, botSeconds, mostMb };
}

/** The sweep checks once a minute for attempts that are a minute old. */
const settleLimitMs = 140_000;
/** A worker finds out that its bot was stopped when the next share is due: after the longest pause, which a warning doubles. */
const longestPause = 8;

/** Stops every bot, and waits until no share and no price change is open, because of a reply, the sweep, or the job of prices. */
async function quietDown({ leg, world, sellers }: Scene): Promise<void> {
  for (const { database: way, marketplace } of world.places) {
    way.heal();
    marketplace.heal();
  }
  for (const { apis } of sellers) for (const api of apis) await api.bot.stop().catch(() => {});
  const giveUpAt = Date.now() + settleLimitMs;
  while (Date.now() < giveUpAt) {
    // After a promotion, the first query may still meet the server that is gone.
    const open = await world.database
      .query(
        `select 1 as one from share_attempts where outcome = 0
         union all select 1 from price_writes where state in ('waiting', 'sending') limit 1`,
      )
      .catch(() => null);
    // Then the worker that sent the last share updates the sums of its round.
    if (open?.count === 0) return sleep(Math.max(3_200, 1_000 + longestPause * leg.meanPauseMs));
    await sleep(500);
  }
}

/** Compares everything that the marketplace accepted with what is stored. */
async function judgeAll(
  { leg, world, sellers }: Scene,
  kills: number[] | null,
): Promise<Verdict & Pick<LegResult, 'kinds'>> {
  const { database, places, standin } = world;
  await standin.journal.end();
  const { accepted, prices } = standin.journal;
  const limits = new Map(sellers.map(({ account, highestLimit }) => [account, highestLimit]));
  const { rows } = await database.query<{ id: string }>('select poshmark_id as id from listings');
  const own = new Set(rows.map(({ id }) => id));
  const kindOf = ({ listingId, partyId }: Accepted): ShareKind =>
    own.has(listingId) ? (partyId === undefined ? 'self' : 'party') : 'back';
  const backs = accepted.filter((share) => kindOf(share) === 'back');
  const verdict = await judge({ database, accepted, limits, kills });
  const stops = sellers.flatMap((seller) => seller.stops);
  const crashes = sellers.reduce((sum, seller) => sum + seller.crashes, 0);
  const violations = [
    ...verdict.violations,
    ...afterStops(accepted, stops),
    ...tooClose(accepted, leastPauseMs(leg.meanPauseMs)),
    ...(await pricesThatDiffer(database, prices)),
    ...sharedTwiceInParties(accepted),
    ...wrongShareBacks(backs, await peopleOf(world, sellers, backs)),
    ...(await sumsThatDiffer(sellers, accepted, kindOf)),
    ...places.flatMap(({ ends }) => ends),
    // If something is away, the call has to say so. A run fails on any error that nobody foresaw.
    ...(crashes === 0
      ? []
      : [`${crashes} calls of sellers were answered with 500`, ...places.flatMap((place) => place.crashes())]),
  ];
  const kinds = { self: 0, party: 0, back: 0 };
  for (const share of accepted) kinds[kindOf(share)] += 1;
  return { ...verdict, kinds, violations: [...violations, ...(await doubtsThatAreWrong(leg, database))] };
}

/** Who shared what at the marketplace. */
async function peopleOf({ standin }: World, sellers: readonly Seller[], backs: readonly Accepted[]): Promise<People> {
  const ownerOf = new Map<string, string>();
  for (const { listingId } of backs) ownerOf.set(listingId, await standin.ownerOf(listingId));
  const news = new Map<string, { name: string; at: number }[]>();
  for (const { account, login } of sellers) {
    await standin.command('human-check', { account, on: false });
    news.set(account, await standin.newsOf(login));
  }
  return { ownerOf, news };
}

/** What sellers read by kind adds up, and is no less than what the marketplace accepted. */
async function sumsThatDiffer(
  sellers: readonly Seller[],
  accepted: readonly Accepted[],
  kindOf: (share: Accepted) => ShareKind,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const { account, apis } of sellers) {
    const status = await apis[0]?.bot.status().catch(() => null);
    if (status == null) continue;
    const { sharesByKind, sharesToday, now } = status;
    const { self, party, back } = sharesByKind;
    if (self + party + back !== sharesToday)
      wrong.push(`${account}: ${self}, ${party}, and ${back} shares aren't ${sharesToday}`);
    const today = accepted.filter(
      (share) => share.account === account && new Date(share.at).toISOString().slice(0, 10) === now.slice(0, 10),
    );
    for (const kind of shareKinds) {
      const count = today.filter((share) => kindOf(share) === kind).length;
      if (count > sharesByKind[kind])
        wrong.push(`${account}: ${count} shares of kind ${kind} at the marketplace, and ${sharesByKind[kind]} here`);
    }
  }
  return wrong;
}

const countDoubted = async (database: Database): Promise<number> =>
  (await database.query(`select 1 from share_attempts where evidence like '%moved to its standby%'`)).count;

/** A synchronous standby knows of every share, and an asynchronous one does not. */
async function doubtsThatAreWrong(leg: Leg, database: Database): Promise<string[]> {
  if (!isMode(leg.database)) return [];
  const doubted = await countDoubted(database);
  if (leg.database === 'synchronous')
    return doubted === 0 ? [] : [`${doubted} shares were doubted although none was lost`];
  return doubted === 0 ? ['no share was doubted'] : [];
}
