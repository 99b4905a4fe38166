// The commands of the control plane: what they take, and what they change behind a client's back, for tests and demos.

import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { fromDollars } from '#domain/money.ts';
import { currencyCode, faultSchema, settingsSchema, talkingLike } from './settings.ts';
import { listingsOf, revise, setStatus, touch } from './state/listings.ts';
import type { Account, World } from './state/model.ts';
import {
  accountNamed,
  demoSeed,
  listingAt,
  openAccount,
  personNamed,
  removeAccount,
  resetWorld,
} from './state/world.ts';
import { newsId } from './wire/calls/news.ts';
import { partyId } from './wire/calls/parties.ts';
import { orderId } from './wire/calls/sales.ts';

/** Why a command was refused, as one sentence. */
export class CommandRefusal extends Error {
  readonly status: number;
  constructor(sentence: string, status = 400) {
    super(sentence);
    this.status = status;
  }
}

/** Returns the reply; nothing means `{ ok: true }`. `ask`: the query, or what the path names. */
type Command = (world: World, input: unknown, ask: string) => unknown;

/** A command with a body. Unknown fields are ignored. */
function taking<T>(schema: z.ZodType<T>, run: (world: World, input: T, ask: string) => unknown): Command {
  return (world, input, ask) => {
    const { data, error } = schema.safeParse(input);
    if (error === undefined) return run(world, data, ask);
    const [issue] = error.issues;
    throw new CommandRefusal(`${issue?.path.join('.') || 'The body'}: ${issue?.message ?? 'not readable'}.`);
  };
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
const upTo = (most: number, least = 0) => z.number().int().min(least).max(most);

const dollars = z.number().min(-100_000).max(100_000);
const name = z.string().regex(/^[\w.-]{1,60}$/, 'not a name of a closet');

const mostEntries = 50_000;

/** By method and name. A name that ends in a slash is followed by what the command is about. */
export const commands: Record<string, Command> = {
  'GET health': ({ clock }) => ({ ok: true, version: '1.0', now: new Date(clock.now()).toISOString() }),

  'POST reset': taking(
    z.object({
      seed: upTo(0xffffffff).default(demoSeed),
      listings: upTo(20_000).optional(),
      sold: upTo(20_000).optional(),
      asOf: moment.optional(),
    }),
    (world, { seed, asOf, ...size }) => resetWorld(world, { seed, size, asOfMs: asOf }),
  ),

  /** Sets the clock. It keeps running from there. */
  'POST clock': taking(
    z.union([
      z.object({ now: moment }),
      z.object({ advanceMs: upTo(3.2e11, -3.2e11) }),
      z.object({ real: z.literal(true) }),
    ]),
    ({ clock, changed }, move) => {
      if ('now' in move) clock.offsetMs += move.now - clock.now();
      else if ('advanceMs' in move) clock.offsetMs += move.advanceMs;
      else clock.offsetMs = 0;
      changed();
      return { now: new Date(clock.now()).toISOString() };
    },
  ),

  'POST config': taking(settingsSchema.partial(), (world, { profile, ...others }) => {
    if (profile !== undefined) world.settings = talkingLike(world.settings, profile);
    Object.assign(world.settings, others);
    world.changed();
    return world.settings;
  }),

  /** Replaces a fault with the same id and resets its counters. */
  'POST faults': taking(faultSchema, (world, { id, when, then: effect }) => {
    world.faults = [...world.faults.filter((fault) => fault.id !== id), { id, when, effect, seen: 0, fired: 0 }];
    world.changed();
  }),

  'DELETE faults'(world) {
    world.faults = [];
    world.changed();
  },

  'POST sessions/expire': taking(
    z.object({ account: z.string(), style: z.enum(['E8a', 'E8b', 'E8c', 'E8d']).default('E8a') }),
    (world, { account, style }) => {
      const { sessions } = theAccount(world, account);
      for (const session of sessions) session.dead = style;
      world.changed();
      return { ended: sessions.size };
    },
  ),

  'POST human-check': taking(
    z.object({ account: z.string(), on: z.boolean().default(true) }),
    (world, { account: name, on }) => {
      const account = theAccount(world, name);
      account.humanCheck = on;
      if (!on) account.sharesBurst = [];
      world.changed();
    },
  ),

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
  'POST accounts': taking(
    z.object({ listings: upTo(5000).default(60), sold: upTo(5000).default(20) }),
    (world, { listings, sold }) => {
      const password = `practice-${randomBytes(9).toString('base64url')}`;
      const { handle } = openAccount(world, { available: listings, sold, password });
      return { username: handle, password };
    },
  ),

  'DELETE accounts/'(world, _input, name) {
    const account = theAccount(world, name);
    if (account.kind !== 'made') throw new CommandRefusal('Only sellers made on demand can be removed.', 409);
    removeAccount(world, account);
  },

  /** The demo accounts, for the sign-in hint. Passwords of sellers created on demand are not listed. */
  'GET accounts': ({ accounts }) => ({
    accounts: [...accounts.values()]
      .filter(({ kind }) => kind === 'demo')
      .map(({ handle: username, password, available: listings, otp: asksForCode }) => ({
        username,
        password,
        listings,
        asksForCode,
      })),
  }),

  /** Changes a listing as if the seller or a buyer had done it in the marketplace's app. */
  'POST listings/': taking(
    z.object({
      set: z.enum(['available', 'sold', 'not_for_sale', 'reserved', 'removed']).optional(),
      likes: upTo(10_000).optional(),
      price: upTo(1_000_000, 1).optional(),
    }),
    (world, { set, likes, price }, id) => {
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
  ),

  /** An order that nothing else explains. Amounts in dollars; without `earnings` the marketplace doesn't say what was earned. */
  'POST sales': taking(
    z.object({
      account: z.string(),
      title: z.string().max(200),
      price: dollars,
      earnings: dollars.optional(),
      currency: currencyCode.optional(),
      state: z.string().max(40).default('sold'),
      size: z.string().max(40).default(''),
      bundleSize: upTo(50, 1).default(1),
      bookedAt: moment.optional(),
      buyer: z.string().max(60).default('practice_buyer'),
    }),
    (world, { account: name, price, earnings, bookedAt, buyer, currency = world.settings.currency, ...given }) => {
      const account = theAccount(world, name);
      const bookedMs = bookedAt ?? world.clock.now();
      const id = orderId(world, account, { index: 0x10_0000 + account.orders.length, bookedMs });
      account.orders.push({
        ...{ ...given, id, bookedMs, currency },
        totalCents: fromDollars(price),
        earningsCents: earnings === undefined ? null : fromDollars(earnings),
        picture: '/pictures/s_hanger_2f5fa7_1.svg',
        buyer: { handle: buyer, fullName: 'Practice Buyer' },
        address: '12 Practice Street, Dayton, OH 45402',
      });
      world.changed();
      return { id };
    },
  ),

  /** Parties instead of the four a day, as the wire shows them; null: those again. `current_status` null: none is shown. */
  'POST parties': taking(
    z.object({
      parties: z
        .array(
          z
            .object({
              id: z.string().min(1).max(64).optional(),
              title: z.string().max(200).default('Planted Posh Party'),
              start_at: moment,
              end_at: moment,
              current_status: z.string().max(40).nullable().optional(),
              theme: z.record(z.string(), z.unknown()).default({}),
            })
            .refine(({ start_at, end_at }) => start_at < end_at, 'ends before it begins'),
        )
        .max(50)
        .nullable(),
    }),
    (world, { parties }) => {
      world.parties =
        parties?.map(({ id, title, start_at: startMs, end_at: endMs, current_status: status, theme }, number) => ({
          id: id ?? partyId(world, startMs, number + 1),
          ...{ title, startMs, endMs, status, theme },
        })) ?? null;
      world.changed();
      return { ids: world.parties?.map(({ id }) => id) ?? [] };
    },
  ),

  /** People who shared a listing of a seller, by the names of their closets. A name that nobody has gets one. */
  'POST news': taking(
    z.object({
      account: z.string(),
      by: z.array(name).min(1).max(20),
      listingId: z.string().optional(),
      at: moment.optional(),
    }),
    (world, { account: seller, by, listingId, at }) => {
      const account = theAccount(world, seller);
      const id = listingId ?? listingsOf(world, account).find(({ status }) => status === 'available')?.id ?? '';
      if (listingAt(world, id)?.account !== account) throw new CommandRefusal('There is no such listing.', 404);
      const made = by.filter((one) => accountNamed(world, one) === undefined);
      const wanted = at ?? world.clock.now();
      // The list is paged by time, so no two are at one time.
      const atMs = account.news.reduce((free, { atMs: taken }) => (taken === free ? free - 1 : free), wanted);
      const item = { id: newsId(world, account, atMs, account.news.length), atMs, listingId: id };
      account.news.push({ ...item, by: by.map((one) => personNamed(world, one).serial) });
      world.changed();
      return { id: item.id, made };
    },
  ),
};
