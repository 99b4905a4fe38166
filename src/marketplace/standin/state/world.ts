// Creates the state of the practice marketplace and looks up its accounts and listings.

import { accountId, dice, idKey, personOf, positionOf } from '../seed/random.ts';
import { defaultSettings, type LimitSet } from '../settings.ts';
import { listingsOf } from './listings.ts';
import { type Account, type AccountPlan, journalOf, type Listing, type World } from './model.ts';

export const demoSeed = 7;
/** Serial numbers: 1 to 4 are the demo accounts, these are other sellers of the market, and higher ones are created on demand. */
export const marketSerials = { first: 1000, count: 140, available: 18, sold: 56 } as const;
/** Sellers with small closets who share the practice closets a few times a day. */
export const strangerSerials = { first: 2000, count: 20 } as const;
const firstMadeSerial = 10_000;
const dayMs = 86_400_000;

type DemoSize = { listings: number; sold: number };
const demoSize: DemoSize = { listings: 60, sold: 200 };

type WorldOptions = {
  seed: number;
  limits: LimitSet;
  now: () => number;
  journalLimit: number;
  asOfMs?: number;
  changed: () => void;
};

export function createWorld(options: WorldOptions): World {
  const clock: World['clock'] = { offsetMs: 0, now: () => options.now() + clock.offsetMs };
  const { seed, limits, changed, asOfMs = monthStart(clock.now()) } = options;
  const world: World = {
    ...{ limits, changed, clock, ...unchanged(seed, asOfMs, limits) },
    journal: journalOf(options.journalLimit),
    accounts: new Map(),
    byName: new Map(),
    sessions: new Map(),
    visitors: new Map(),
    strangerCalls: [],
  };
  populate(world, demoSize);
  return world;
}

/**
 * Resets to the seeded data. The same seed and date give the same ids and texts. The date stays, unless a new one is given or the
 * clock was set to before it.
 */
export function resetWorld(
  world: World,
  plan: { seed: number; size?: Partial<DemoSize>; asOfMs?: number | undefined },
): void {
  const asOfMs = plan.asOfMs ?? Math.min(world.asOfMs, monthStart(world.clock.now()));
  Object.assign(world, unchanged(plan.seed, asOfMs, world.limits));
  world.journal.restart();
  for (const store of [world.accounts, world.byName, world.sessions, world.visitors]) store.clear();
  populate(world, { ...demoSize, ...plan.size });
  world.changed();
}

const unchanged = (seed: number, asOfMs: number, limits: LimitSet) => ({
  ...{ seed, key: idKey(seed), asOfMs, settings: defaultSettings(limits) },
  ...{ faults: [], parties: null, nextSerial: firstMadeSerial },
});

/** First day of the month in UTC: keeps the seeded data identical for a month and recent enough to be plausible. */
export function monthStart(now: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}

function populate(world: World, size: DemoSize): void {
  const { asOfMs } = world;
  const demo = (serial: number, handle: string, available: number, sold: number, otp = false) =>
    addAccount(world, {
      ...{ kind: 'demo', asOfMs, serial, handle, available, sold, otp },
      fullName: `${handle.split('_')[1]?.replace(/^./, (letter) => letter.toUpperCase())} Example`,
      password: `practice-${serial}`,
    });
  demo(1, 'thrifty_jo', size.listings, size.sold);
  demo(2, 'otp_olive', 40, 25, true);
  demo(3, 'empty_eve', 0, 0);
  demo(4, 'big_bea', 1200, 300);
  const { first, count, available, sold } = marketSerials;
  for (let serial = first; serial < first + count; serial += 1)
    addSeller(world, { kind: 'market', asOfMs, serial, password: null, available, sold });
  for (let number = 0; number < strangerSerials.count; number += 1)
    addStranger(world, { asOfMs, serial: strangerSerials.first + number });
}

function addStranger(world: World, { handle, ...plan }: { asOfMs: number; serial: number; handle?: string }): Account {
  const person = personOf(world.seed, plan.serial);
  const available = dice(world.seed, plan.serial, 0x5712a).int(5, 40);
  const stranger = { kind: 'stranger', password: null, otp: false, sold: 0 } as const;
  return addAccount(world, { ...plan, ...stranger, ...person, handle: handle ?? person.handle, available });
}

const addSeller = (world: World, plan: Omit<AccountPlan, 'handle' | 'fullName' | 'otp'>): Account =>
  addAccount(world, { ...plan, ...personOf(world.seed, plan.serial), otp: false });

export function addAccount(world: World, plan: AccountPlan): Account {
  const joinedMs = plan.asOfMs - (500 + (plan.serial % 900)) * dayMs;
  const account: Account = {
    ...plan,
    id: accountId(world.key, joinedMs, plan.serial),
    email: `${plan.handle.toLowerCase()}@practice.example`,
    sessions: new Set(),
    humanCheck: false,
    otpState: null,
    sharesDay: [],
    sharesBurst: [],
    calls: [],
    listings: null,
    order: null,
    lastBumpMs: 0,
    taste: null,
    touched: [],
    orders: [],
    news: [],
  };
  world.accounts.set(plan.serial, account);
  world.byName.set(plan.handle.toLowerCase(), account);
  world.byName.set(account.email, account);
  return account;
}

/** A new practice seller with a closet dated today. */
export function openAccount(world: World, size: { available: number; sold: number; password: string }): Account {
  world.changed();
  return addSeller(world, { ...size, ...newcomer(world), kind: 'made' });
}

/** The account with this name. If there is none, it is added as a stranger's, with a closet. */
export function personNamed(world: World, name: string): Account {
  return accountNamed(world, name) ?? addStranger(world, { ...newcomer(world), handle: name });
}

function newcomer(world: World) {
  const { nextSerial: serial, clock } = world;
  world.nextSerial += 1;
  return { serial, asOfMs: Math.floor(clock.now() / dayMs) * dayMs };
}

export function removeAccount(world: World, account: Account): void {
  for (const session of account.sessions) world.sessions.delete(session.jwt);
  world.accounts.delete(account.serial);
  world.byName.delete(account.handle.toLowerCase());
  world.byName.delete(account.email);
  world.changed();
}

/** Finds an account by handle or email, case-insensitively. */
export function accountNamed(world: World, name: string): Account | undefined {
  return world.byName.get(name.trim().toLowerCase());
}

/** Finds an account by closet name or user id. */
export function accountAt(world: World, nameOrId: string): Account | undefined {
  const named = world.byName.get(nameOrId.toLowerCase());
  if (named !== undefined) return named;
  const position = positionOf(world.key, nameOrId);
  const account = position === null ? undefined : world.accounts.get(position.serial);
  return account?.id === nameOrId ? account : undefined;
}

/** The listing with this id, including removed ones. The id encodes its position, so no index is needed. */
export function listingAt(world: World, id: string): Listing | undefined {
  const position = positionOf(world.key, id);
  if (position === null) return undefined;
  const account = world.accounts.get(position.serial);
  if (account === undefined) return undefined;
  const listing = listingsOf(world, account).at(position.index);
  return listing?.id === id ? listing : undefined;
}
