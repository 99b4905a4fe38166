// Parties: which there are, and what may be shared to them.
import { z } from 'zod';
import { heavyReads } from '../cost.ts';
import type { RouteTable } from '../route.ts';

const count = z.number().int();

export const Party = z.object({
  id: z.string(),
  title: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  state: z.enum(['upcoming', 'ongoing']),
  /** Listings that a round shares, by whether they match all rules: surely, or perhaps. Those that perhaps do are left out. */
  eligible: count,
  unsure: count,
  /** Listings that were shared to it. */
  shared: count,
  /** In words, with those that Hangtag doesn't understand. */
  rules: z.array(z.string()),
});
export type Party = z.output<typeof Party>;

export const partyRoutes = {
  list: {
    method: 'GET',
    path: '/api/parties',
    summary: 'Parties that are on or coming up, as the bot last read them, with the listings that match',
    access: 'user',
    cost: heavyReads,
    reply: z.array(Party),
  },
} as const satisfies RouteTable[string];
