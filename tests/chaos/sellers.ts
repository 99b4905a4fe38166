// Sellers of a chaos run, who use the web processes while everything goes wrong.

import { setTimeout as sleep } from 'node:timers/promises';
import { ApiFailure } from '#contract/failure.ts';
import type { Client } from '#contract/route.ts';
import type { Routes } from '#contract/routes.ts';
import { standardSettings } from '#domain/bot/bot.ts';
import { createHttpClient } from '#tests/http-client.ts';
import type { Leg } from './legs.ts';
import type { Stop } from './oracle/promises.ts';
import type { Standin } from './world/standin.ts';

export type Seller = Awaited<ReturnType<typeof openSeller>>;

export type SellerNotes = { stopMs: number[]; done: Record<string, number>; failed: Record<string, number> };

const wideLimit = 50_000;
/** A call that was answered by nobody can't take effect later than this. */
const callLimitMs = 30_000;
const password = 'linen-and-wool';
const openAtOnce = 4;
const mostOpenings = 5;
const openAgainMs = 3_000;

type Login = { username: string; password: string };

/** On a busy machine the database may not answer in time. What was begun stays behind as an account without a bot. */
async function openPatiently(n: number, where: Opening): Promise<Seller> {
  for (let tries = 1; ; tries++) {
    try {
      const seller = await openSeller(n, where);
      await seller.apis[0]?.bot.start({ body: startOf(seller) });
      return seller;
    } catch (error) {
      if (tries === mostOpenings || !(error instanceof ApiFailure && error.status === 503)) throw error;
      await sleep(openAgainMs);
    }
  }
}

type Opening = { leg: Pick<Leg, 'listings' | 'limits'>; origins: readonly string[]; standin: Standin };

/** Opens `count` sellers with running bots, a few at a time. */
export async function openSellers(count: number, where: Opening): Promise<Seller[]> {
  const sellers: Seller[] = [];
  for (let n = 0; n < count; n += openAtOnce) {
    const batch = Array.from({ length: Math.min(openAtOnce, count - n) }, (_, index) => n + index);
    sellers.push(...(await Promise.all(batch.map((one) => openPatiently(one, where)))));
  }
  return sellers;
}

/** A seller with an account and a closet. */
async function openSeller(n: number, { leg, origins, standin }: Opening) {
  const clients = origins.map((origin) => createHttpClient(origin));
  const [first] = clients;
  if (first === undefined) throw new Error('There is no web process.');
  const { api, jar } = first;
  const email = `chaos-${n}-${Date.now()}@example.com`;
  await api.account.register({ body: { firstName: 'Chaos', lastName: 'Seller', email, password, timezone: 'UTC' } });
  for (const other of clients) if (other !== first) for (const [name, value] of jar) other.jar.set(name, value);
  const closet = await standin.command<Login>('accounts', { listings: leg.listings });
  await api.closet.updateCredentials({
    body: { poshmarkUsername: closet.username, poshmarkPassword: closet.password },
  });
  await api.listings.sync();
  const listings = await api.listings.list();
  // Besides those of the practice marketplace, so that there are some at any hour.
  const by = Array.from({ length: 20 }, (_, index) => `friend-${n}-${index}`);
  await standin.command('news', { account: closet.username, by });
  const { limits } = leg;
  const isLow = limits !== null && n % limits.every === 0;
  const limit = isLow ? limits.first : wideLimit;
  return {
    account: closet.username.toLowerCase(),
    login: closet,
    /** One client for each web process, with one session. */
    apis: clients.map((client) => client.api),
    listings: listings.flatMap(({ id, price, isActive }) => (isActive && price ? [{ id, price }] : [])),
    // Parties come first, so that some sellers have none.
    visits: { partySharing: n % 3 !== 2, shareBack: n % 3 !== 1 },
    limit,
    /** By how much the limit is raised when it was reached; 0 if it never is. */
    limitStep: isLow ? limits.step : 0,
    highestLimit: limit,
    stops: [] as Stop[],
    /** A start that got no clear answer may still take effect before this moment. */
    unsureUntil: 0,
    /** Calls that ended as a crash of Hangtag, which no fault may cause. */
    crashes: 0,
  };
}

const startOf = ({ limit, visits }: Seller) => ({
  ...standardSettings,
  ...visits,
  shareFrequency: 1,
  dailyShareLimit: limit,
});

type Context = { random: () => number; notes: SellerNotes; standin: Standin; readonly isOver: boolean; leg: Leg };

/** The mean time between two acts of one busy seller, and between two looks at the bot of another one. */
const actEveryMs = 40_000;
const lookEveryMs = 2_000;

/** Looks at the bot at random moments until the run is over. In a storm, also stops and starts it, changes settings and prices, and syncs. */
export async function live(seller: Seller, context: Context): Promise<void> {
  const { random, leg } = context;
  const isBusy = 'minutes' in leg.strikes;
  while (!context.isOver) {
    await sleep((isBusy ? actEveryMs : lookEveryMs) * (0.5 + random()));
    if (context.isOver) return;
    await attempt(context, 'look', () => lookAfterBot(seller, context));
    const act = acts[Math.floor(random() * acts.length)];
    if (act && isBusy && !context.isOver) await attempt(context, act.name, () => act.run(seller, context));
  }
}

/** A failed call is what sellers see of the faults. They try something else later. */
async function attempt({ notes }: Context, name: string, run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
    notes.done[name] = (notes.done[name] ?? 0) + 1;
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    const kind = `${name}: ${error.code}`;
    notes.failed[kind] = (notes.failed[kind] ?? 0) + 1;
  }
}

type Act = { name: string; run(seller: Seller, context: Context): Promise<unknown> };

const acts: readonly Act[] = [
  { name: 'stop and start', run: stopAndStart },
  { name: 'stop and start', run: stopAndStart },
  { name: 'settings', run: changeSettings },
  { name: 'sync', run: (seller, { random }) => ask(seller, random, (api) => api.listings.sync()) },
  { name: 'one price', run: changePrice },
  { name: 'several prices', run: changePrices },
];

/** Any of the web processes, as a load balancer would. */
function ask<T>(seller: Seller, random: () => number, call: (api: Client<Routes>) => Promise<T>): Promise<T> {
  const api = seller.apis[Math.floor(random() * seller.apis.length)];
  if (api === undefined) throw new Error('There is no web process.');
  const limit = new AbortController();
  const overdue = sleep(callLimitMs, undefined, { signal: limit.signal, ref: false }).then((): never => {
    throw new ApiFailure('No answer', { status: 0, code: 'no_answer' });
  });
  const answered = call(api).catch((error: unknown): never => {
    if (error instanceof ApiFailure) {
      if (error.code === 'internal') seller.crashes += 1;
      throw error;
    }
    throw new ApiFailure('No answer', { status: 0, code: 'no_answer' });
  });
  return Promise.race([answered, overdue]).finally(() => limit.abort());
}

/** Raises the limit and starts again after the limit was reached, and resumes after a human check. */
async function lookAfterBot(seller: Seller, { random, standin }: Context): Promise<void> {
  const { state, pauseReason, resumesAt } = await ask(seller, random, (api) => api.bot.status());
  if (state === 'stopped') return start(seller, random);
  if (state !== 'paused' || resumesAt !== undefined || pauseReason !== 'human_check') return;
  await standin.passCheck(seller.account);
  await ask(seller, random, (api) => api.bot.resume());
}

/** As the app does: until the server confirms it. */
async function stopAndStart(seller: Seller, context: Context): Promise<void> {
  const { random, notes } = context;
  for (;;) {
    const askedAt = performance.now();
    const stopped = await ask(seller, random, (api) => api.bot.stop()).catch((error: unknown) => {
      if (error instanceof ApiFailure && error.code !== 'not_running') return null;
      throw error;
    });
    if (stopped !== null) {
      notes.stopMs.push(performance.now() - askedAt);
      break;
    }
    if (context.isOver) return;
    await sleep(500);
  }
  const stop: Stop = { account: seller.account, at: Date.now(), until: Number.POSITIVE_INFINITY };
  if (stop.at > seller.unsureUntil) seller.stops.push(stop);
  await sleep(500 + random() * 2_500);
  // The run's end starts nothing again.
  if (context.isOver) return;
  stop.until = Date.now();
  await start(seller, random);
}

async function start(seller: Seller, random: () => number): Promise<void> {
  seller.limit += seller.limitStep;
  seller.highestLimit = Math.max(seller.highestLimit, seller.limit);
  try {
    await ask(seller, random, (api) => api.bot.start({ body: startOf(seller) }));
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    if (error.status === 0 || error.status >= 500) seller.unsureUntil = Date.now() + callLimitMs;
    throw error;
  }
}

/** Every other time below what was shared today, which stops the bot. */
async function changeSettings(seller: Seller, { random }: Context): Promise<void> {
  const visits = { partySharing: random() < 0.6, shareBack: random() < 0.8 };
  const dailyShareLimit = random() < 0.5 ? seller.limit : 50;
  const shareFrequency = 1 + Math.floor(random() * 3);
  await ask(seller, random, (api) => api.bot.changeSettings({ body: { shareFrequency, dailyShareLimit, ...visits } }));
}

/** Within a tenth of the price that the listing had at first, so that no change is a large one. */
const nearby = (price: number, random: () => number): number =>
  Math.max(3, Math.round(price * (0.95 + random() * 0.1)));

async function changePrice(seller: Seller, { random }: Context): Promise<void> {
  const listing = seller.listings[Math.floor(random() * seller.listings.length)];
  if (listing === undefined) return;
  const price = nearby(listing.price, random);
  await ask(seller, random, (api) =>
    api.listings.setPrice({ id: listing.id, body: { price, confirmLargeChanges: true } }),
  );
}

/** A request without an answer is sent again with the same key, which changes nothing twice. */
async function changePrices(seller: Seller, context: Context): Promise<void> {
  const { random } = context;
  const from = Math.floor(random() * Math.max(1, seller.listings.length - 3));
  const updates = seller.listings
    .slice(from, from + 3)
    .map(({ id, price }) => ({ listingId: id, newPrice: nearby(price, random) }));
  const idempotencyKey = `chaos-${random()}`;
  for (let tries = 0; tries < 4 && !context.isOver; tries += 1) {
    try {
      const body = { updates, confirmLargeChanges: true };
      return void (await ask(seller, random, (api) => api.listings.updatePrices({ idempotencyKey, body })));
    } catch (error) {
      if (!(error instanceof ApiFailure) || (error.status !== 0 && error.status < 500 && error.status !== 409))
        throw error;
      await sleep(2_000);
    }
  }
}
