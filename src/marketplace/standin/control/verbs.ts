// Control plane commands for the clock, faults, settings, listings, sessions, and the call journal.

import { z } from 'zod';
import { Profile } from '../../profile/profile.ts';
import { errorCases, operations, otherCases } from '../faults.ts';
import { talkingLike } from '../settings.ts';
import { revise, setStatus, touch } from '../state/listings.ts';
import type { World } from '../state/model.ts';
import { accountNamed, demoSeed, listingAt, resetWorld } from '../state/world.ts';
import { type Command, ok, type Reply, refused, withInput } from './reply.ts';

const moment = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)), 'not a moment in ISO 8601')
  .transform((text) => Date.parse(text));
const size = z.number().int().min(0).max(20_000);

export const showHealth: Command = (world) =>
  ok({ ok: true, version: '1.0', now: new Date(world.clock.now()).toISOString() });

const resetSchema = z.object({
  seed: z.number().int().min(0).max(0xffffffff).optional(),
  listings: size.optional(),
  sold: size.optional(),
  asOf: moment.optional(),
});

export const reset: Command = (world, input) =>
  withInput(resetSchema, input, ({ seed, listings, sold, asOf }) => {
    const wanted = { ...(listings === undefined ? {} : { listings }), ...(sold === undefined ? {} : { sold }) };
    resetWorld(world, { seed: seed ?? demoSeed, size: wanted, ...(asOf === undefined ? {} : { asOfMs: asOf }) });
    return ok();
  });

const clockSchema = z.union([
  z.object({ now: moment }),
  z.object({ advanceMs: z.number().int().min(-3.2e11).max(3.2e11) }),
  z.object({ real: z.literal(true) }),
]);

/** Sets the clock. It keeps running from there. */
export const moveClock: Command = (world, input) =>
  withInput(clockSchema, input, (move) => {
    if ('now' in move) world.clock.offsetMs += move.now - world.clock.now();
    else if ('advanceMs' in move) world.clock.offsetMs += move.advanceMs;
    else world.clock.offsetMs = 0;
    world.changed();
    return ok({ now: new Date(world.clock.now()).toISOString() });
  });

const count = z.number().int().min(0).max(1_000_000);
const settingsSchema = z
  .object({
    minPrice: count,
    xsrf: z.enum(['strict', 'lenient']),
    moneyAs: z.enum(['string', 'number']),
    currency: z.string().regex(/^[A-Z]{3}$/),
    wrapPosts: z.union([z.enum(['auto', 'always', 'never']), z.boolean().transform((on) => (on ? 'always' : 'auto'))]),
    shareLimitPerDay: count,
    burstLimit: count,
    callLimit: count,
    humanCheckStyle: z.enum(['v2', 'legacy', 'page']),
    otpRequired: z.boolean(),
    latencyMs: z.number().int().min(0).max(600_000),
    maintenance: z.boolean(),
    profile: Profile.nullable(),
  })
  .partial();

export const changeSettings: Command = (world, input) =>
  withInput(settingsSchema, input, (settings) => {
    const { profile, ...rest } = settings;
    const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
    if (profile !== undefined) world.settings = talkingLike(world.settings, profile);
    Object.assign(world.settings, given);
    world.changed();
    return ok(world.settings);
  });

const faultSchema = z.object({
  id: z.string().min(1).max(100),
  when: z.object({
    op: z.enum(operations).default('any'),
    listingId: z.string().optional(),
    account: z.string().optional(),
    after: z.number().int().min(0).default(0),
    every: z.number().int().min(1).default(1),
  }),
  // biome-ignore lint/suspicious/noThenProperty: the wire calls it so; nothing awaits it
  then: z.object({
    case: z.enum([...errorCases, ...otherCases]),
    times: z.number().int().min(-1).default(1),
    delayMs: z.number().int().min(0).max(600_000).default(0),
    retryAfter: z.number().int().min(0).optional(),
    status: z.number().int().min(200).max(599).optional(),
    userMessage: z.unknown().optional(),
  }),
});

/** Replaces a fault with the same id and resets its counters. */
export const setFault: Command = (world, input) =>
  withInput(faultSchema, input, ({ id, when, then: effect }) => {
    world.faults = [...world.faults.filter((fault) => fault.id !== id), { id, when, effect, seen: 0, fired: 0 }];
    world.changed();
    return ok();
  });

export const clearFaults: Command = (world) => {
  world.faults = [];
  world.changed();
  return ok();
};

const listingSchema = z.object({
  set: z.enum(['available', 'sold', 'not_for_sale', 'reserved', 'removed']).optional(),
  likes: z.number().int().min(0).max(10_000).optional(),
  price: z.number().int().min(1).max(1_000_000).optional(),
});

/** Changes a listing as if the seller or a buyer had done it in the marketplace's app. */
export function changeListing(world: World, id: string, input: unknown): Reply {
  return withInput(listingSchema, input, ({ set, likes, price }) => {
    const listing = listingAt(world, id);
    if (listing === undefined) return refused('There is no such listing.', 404);
    if (set === undefined && likes === undefined && price === undefined) {
      return refused('Say what to change: set, likes or price.');
    }
    if (likes !== undefined) {
      listing.likes = likes;
      listing.likesMs = world.clock.now();
      touch(listing);
    }
    if (price !== undefined) {
      listing.price = price;
      if (listing.original !== 0) listing.original = Math.max(listing.original, price);
    }
    if (set === 'removed') listing.removed = true;
    else if (set !== undefined) setStatus(world, listing, set === 'sold' ? 'sold_out' : set);
    if (price !== undefined || set === 'removed') revise(world, listing);
    world.changed();
    return ok();
  });
}

const expireSchema = z.object({
  account: z.string(),
  style: z.enum(['E8a', 'E8b', 'E8c', 'E8d']).default('E8a'),
});

export const expireSessions: Command = (world, input) =>
  withInput(expireSchema, input, (expiry) => {
    const account = accountNamed(world, expiry.account);
    if (account === undefined) return refused('There is no such account.', 404);
    for (const session of account.sessions) session.dead = expiry.style;
    world.changed();
    return ok({ ended: account.sessions.size });
  });

const checkSchema = z.object({ account: z.string(), on: z.boolean().default(true) });

export const raiseCheck: Command = (world, input) =>
  withInput(checkSchema, input, (check) => {
    const account = accountNamed(world, check.account);
    if (account === undefined) return refused('There is no such account.', 404);
    account.humanCheck = check.on;
    if (!check.on) account.sharesBurst = null;
    world.changed();
    return ok();
  });

export const showCode: Command = (world, _input, ask) => {
  const account = accountNamed(world, ask.get('account') ?? '');
  if (account === undefined) return refused('There is no such account.', 404);
  if (account.otpState === null) return refused('No code was asked for.', 404);
  return ok({ code: account.otpState.code });
};

const mostEntries = 50_000;

/** `?since` (the first number to return), `?limit`, `?account`. Repeat with `next` until the list is empty. */
export const showJournal: Command = (world, _input, ask) => {
  const since = Number(ask.get('since') ?? 0);
  const most = Number(ask.get('limit') ?? mostEntries);
  if (!Number.isSafeInteger(since) || since < 0) return refused('since: a whole number, 0 or more.');
  if (!Number.isSafeInteger(most) || most < 1) return refused('limit: a whole number, 1 or more.');
  const handle = ask.get('account');
  const account = handle === null ? undefined : (accountNamed(world, handle)?.handle ?? handle);
  const { entries, next } = world.journal.read(since, Math.min(most, mostEntries), account);
  return ok({
    entries: entries.map(({ listingId, at, ...entry }) => ({
      ...entry,
      at: new Date(at).toISOString(),
      ...(listingId === null ? {} : { listingId }),
    })),
    next,
  });
};
