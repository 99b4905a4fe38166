// Commands that plant what nothing else explains: orders, parties, and people who shared a listing.

import { z } from 'zod';
import { fromDollars } from '#domain/money.ts';
import { type Command, CommandRefusal, moment, taking, theAccount, upTo } from './command.ts';
import { listingsOf } from './state/listings.ts';
import { partyId } from './state/parties.ts';
import { newsId } from './state/strangers.ts';
import { accountNamed, listingAt, personNamed } from './state/world.ts';
import { orderId } from './wire/calls/orders.ts';

const dollars = z.number().min(-100_000).max(100_000);
const name = z.string().regex(/^[\w.-]{1,60}$/, 'not a name of a closet');

export const plantingCommands: Record<string, Command> = {
  /** An order that nothing else explains. Amounts in dollars; without `earnings` the marketplace doesn't say what was earned. */
  'POST sales': taking(
    z.object({
      account: z.string(),
      title: z.string().max(200),
      price: dollars,
      earnings: dollars.optional(),
      currency: z
        .string()
        .regex(/^[A-Z]{3}$/)
        .optional(),
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
