// How many offers to likers would go out now, for the settings of the bot.
import { z } from 'zod';
import { standardSettings } from '#domain/bot/bot.ts';
import { heavyReads } from '../cost.ts';
import type { RouteTable } from '../route.ts';
import { OfferPercent, offerMessage } from './settings.ts';

const OfferCountQuery = z.strictObject({
  percent: z.coerce.number({ error: offerMessage }).pipe(OfferPercent).default(standardSettings.offerPercent),
});

const OfferCount = z.object({
  /** Listings that would get an offer now, as of the last reading of the closet. */
  listings: z.number().int(),
  /** How many of a day's offers are left. */
  leftToday: z.number().int(),
  /** How many rules the seller has. With any, the percentage doesn’t matter. */
  rules: z.number().int(),
});

export type OfferCount = z.output<typeof OfferCount>;

export const offerCountRoutes = {
  count: {
    method: 'GET',
    path: '/api/bot/offers',
    summary: 'How many listings would get an offer to likers now. Sends nothing',
    access: 'user',
    cost: heavyReads,
    query: OfferCountQuery,
    reply: OfferCount,
  },
} as const satisfies RouteTable[string];
