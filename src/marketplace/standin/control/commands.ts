// The commands of the control plane.

import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { faultSchema } from '../faults.ts';
import { settingsSchema, talkingLike } from '../settings.ts';
import { revise, setStatus, touch } from '../state/listings.ts';
import type { Account, World } from '../state/model.ts';
import { accountNamed, demoSeed, listingAt, openAccount, removeAccount, resetWorld } from '../state/world.ts';

/** Returns the reply; nothing means `{ ok: true }`. `ask`: the query, or what the path names. */
type Command = (world: World, input: unknown, ask: string) => object | undefined;

/** Why a command was refused, as one sentence. */
export class CommandRefusal extends Error {
  readonly status: number;
  constructor(sentence: string, status = 400) {
    super(sentence);
    this.status = status;
  }
}

/** The parsed input. Unknown fields are ignored. */
function read<T>(schema: z.ZodType<T>, input: unknown): T {
  const { data, error } = schema.safeParse(input);
  if (error === undefined) return data;
  const [issue] = error.issues;
  const where = issue?.path.join('.') || 'The body';
  throw new CommandRefusal(`${where}: ${issue?.message ?? 'not readable'}.`);
}

function theAccount(world: World, name: string): Account {
  const account = accountNamed(world, name);
  if (account === undefined) throw new CommandRefusal('There is no such account.', 404);
  return account;
}

const moment = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)), 'not a moment in ISO 8601')
  .transform((text) => Date.parse(text));
const size = z.number().int().min(0).max(20_000);

const resetSchema = z.object({
  seed: z.number().int().min(0).max(0xffffffff).optional(),
  listings: size.optional(),
  sold: size.optional(),
  asOf: moment.optional(),
});

const clockSchema = z.union([
  z.object({ now: moment }),
  z.object({ advanceMs: z.number().int().min(-3.2e11).max(3.2e11) }),
  z.object({ real: z.literal(true) }),
]);

const listingSchema = z.object({
  set: z.enum(['available', 'sold', 'not_for_sale', 'reserved', 'removed']).optional(),
  likes: z.number().int().min(0).max(10_000).optional(),
  price: z.number().int().min(1).max(1_000_000).optional(),
});

const expireSchema = z.object({
  account: z.string(),
  style: z.enum(['E8a', 'E8b', 'E8c', 'E8d']).default('E8a'),
});

const checkSchema = z.object({ account: z.string(), on: z.boolean().default(true) });
const closetSize = z.number().int().min(0).max(5000);
const openSchema = z.object({ listings: closetSize.default(60), sold: closetSize.default(20) });
const mostEntries = 50_000;

export const commands: Record<string, Command> = {
  'GET health': ({ clock }) => ({ ok: true, version: '1.0', now: new Date(clock.now()).toISOString() }),

  'POST reset'(world, input) {
    const { seed = demoSeed, asOf, ...size } = read(resetSchema, input);
    resetWorld(world, { seed, size, asOfMs: asOf });
  },

  /** Sets the clock. It keeps running from there. */
  'POST clock'({ clock, changed }, input) {
    const move = read(clockSchema, input);
    if ('now' in move) clock.offsetMs += move.now - clock.now();
    else if ('advanceMs' in move) clock.offsetMs += move.advanceMs;
    else clock.offsetMs = 0;
    changed();
    return { now: new Date(clock.now()).toISOString() };
  },

  'POST config'(world, input) {
    const { profile, ...others } = read(settingsSchema.partial(), input);
    if (profile !== undefined) world.settings = talkingLike(world.settings, profile);
    Object.assign(world.settings, others);
    world.changed();
    return world.settings;
  },

  /** Replaces a fault with the same id and resets its counters. */
  'POST faults'(world, input) {
    const { id, when, then: effect } = read(faultSchema, input);
    world.faults = [...world.faults.filter((fault) => fault.id !== id), { id, when, effect, seen: 0, fired: 0 }];
    world.changed();
  },

  'DELETE faults'(world) {
    world.faults = [];
    world.changed();
  },

  'POST sessions/expire'(world, input) {
    const { account, style } = read(expireSchema, input);
    const { sessions } = theAccount(world, account);
    for (const session of sessions) session.dead = style;
    world.changed();
    return { ended: sessions.size };
  },

  'POST human-check'(world, input) {
    const { account: name, on } = read(checkSchema, input);
    const account = theAccount(world, name);
    account.humanCheck = on;
    if (!on) account.sharesBurst = [];
    world.changed();
  },

  'GET otp'(world, _input, query) {
    const { otpState } = theAccount(world, new URLSearchParams(query).get('account') ?? '');
    if (otpState === null) throw new CommandRefusal('No code was asked for.', 404);
    return { code: otpState.code };
  },

  /** `?since` (the first number to return), `?limit`, `?account`. Repeat with `next` until the list is empty. */
  'GET journal'(world, _input, query) {
    const ask = new URLSearchParams(query);
    const since = Number(ask.get('since') ?? 0);
    const most = Number(ask.get('limit') ?? mostEntries);
    if (!Number.isSafeInteger(since) || since < 0) throw new CommandRefusal('since: a whole number, 0 or more.');
    if (!Number.isSafeInteger(most) || most < 1) throw new CommandRefusal('limit: a whole number, 1 or more.');
    const handle = ask.get('account');
    const account = handle === null ? undefined : (accountNamed(world, handle)?.handle ?? handle);
    const { entries, next } = world.journal.read(since, Math.min(most, mostEntries), account);
    return {
      entries: entries.map(({ listingId, at, ...entry }) => ({
        ...entry,
        at: new Date(at).toISOString(),
        ...(listingId === null ? {} : { listingId }),
      })),
      next,
    };
  },

  /** A new practice seller with a closet. */
  'POST accounts'(world, input) {
    const { listings, sold } = read(openSchema, input);
    const password = `practice-${randomBytes(9).toString('base64url')}`;
    const account = openAccount(world, { available: listings, sold, password });
    return { username: account.handle, password };
  },

  /** The demo accounts, for the sign-in hint. Passwords of sellers created on demand are not listed. */
  'GET accounts': ({ accounts }) => ({
    accounts: [...accounts.values()]
      .filter(({ kind }) => kind === 'demo')
      .map(({ handle, password, available, otp }) => ({
        username: handle,
        password,
        listings: available,
        asksForCode: otp,
      })),
  }),
};

/** Commands whose path names something: `listings/{id}`, `accounts/{username}`. */
export const commandsOn: Record<string, Command> = {
  /** Changes a listing as if the seller or a buyer had done it in the marketplace's app. */
  'POST listings'(world, input, id) {
    const { set, likes, price } = read(listingSchema, input);
    const listing = listingAt(world, id);
    if (listing === undefined) throw new CommandRefusal('There is no such listing.', 404);
    if (set === undefined && likes === undefined && price === undefined)
      throw new CommandRefusal('Say what to change: set, likes or price.');
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
  },

  'DELETE accounts'(world, _input, name) {
    const account = theAccount(world, name);
    if (account.kind !== 'made') throw new CommandRefusal('Only sellers made on demand can be removed.', 409);
    removeAccount(world, account);
  },
};
