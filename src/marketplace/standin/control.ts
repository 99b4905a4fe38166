// The control plane under `/__standin/`: commands that change the practice marketplace behind a client’s back, for tests and demos.

import { randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { parseJson } from '#domain/json.ts';
import { isLoopback } from '#domain/text/loopback.ts';
import { decodePercent } from '#domain/text/percent.ts';
import { type Command, CommandRefusal, moment, taking, theAccount, upTo } from './command.ts';
import { faultSchema } from './faults.ts';
import { plantingCommands } from './plant.ts';
import { settingsSchema, talkingLike } from './settings.ts';
import { revise, setStatus, touch } from './state/listings.ts';
import { accountNamed, demoSeed, listingAt, openAccount, removeAccount, resetWorld } from './state/world.ts';
import { readBody } from './wire/body.ts';
import { type Answer, type Exchange, headerOf, json, write } from './wire/exchange.ts';

export const controlPrefix = '/__standin/';

/**
 * Runs one command. Commands are not journaled, and faults do not apply to them. Without a key, only programs on this machine may
 * call, and no web page.
 */
export async function answerControl(exchange: Exchange, key: string | null): Promise<void> {
  const { req, res } = exchange;
  const objection = objectionTo(exchange, key);
  if (objection !== null) {
    req.resume();
    write(res, json(403, { error: objection }));
    return;
  }
  const body = await readBody(req);
  if (body === 'broken') return;
  if (body !== 'too_large') return write(res, runCommand(exchange, body.text));
  write(res, { ...json(413, { error: 'The body is too large.' }), headers: { Connection: 'close' } });
}

function objectionTo({ req }: Exchange, key: string | null): string | null {
  if (key !== null) {
    const sent = Buffer.from(headerOf(req, 'x-standin-key') ?? '');
    const wanted = Buffer.from(key);
    const holds = sent.length === wanted.length && timingSafeEqual(sent, wanted);
    return holds ? null : 'The control key is missing or wrong.';
  }
  // A web page can reach loopback too, so a missing key is not enough.
  const site = headerOf(req, 'sec-fetch-site');
  if (headerOf(req, 'origin') !== undefined || (site !== undefined && site !== 'none' && site !== 'same-origin'))
    return 'Web pages may not command the practice marketplace.';
  return isLoopback((req.headers.host ?? '').replace(/:\d+$/, ''))
    ? null
    : 'Without a control key only this machine may command the practice marketplace.';
}

function runCommand({ world, method, path, query }: Exchange, body: string): Answer {
  const name = path.slice(controlPrefix.length);
  const [, kind = '', target = ''] = /^(\w+\/)(.+)$/.exec(name) ?? [];
  const known = commands[`${method} ${name}`];
  const command = known ?? (target === '' ? undefined : commands[`${method} ${kind}`]);
  const input: unknown = body.trim() === '' ? {} : parseJson(body);
  if (input === undefined) return json(400, { error: 'The body is not JSON.' });
  if (command === undefined)
    return Object.keys(commands).some((one) => one.endsWith(` ${name}`))
      ? json(405, { error: `${method} is not for ${name}.` })
      : json(404, { error: 'There is no such command.' });
  try {
    return json(200, command(world, input, known ? query : (decodePercent(target) ?? '')) ?? { ok: true });
  } catch (error) {
    if (error instanceof CommandRefusal) return json(error.status, { error: error.message });
    return json(500, { error: 'The command failed.' });
  }
}

const mostEntries = 50_000;

/** By method and name. A name that ends in a slash is followed by what the command is about. */
const commands: Record<string, Command> = {
  ...plantingCommands,

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
};
