// The seller’s paired browsers.
import { z } from 'zod';
import { companionStates } from '#domain/companion.ts';
import { type Cost, perHour, reads, scarce, writes } from '../cost.ts';
import { Message, Time } from '../fields.ts';
import type { RouteTable } from '../route.ts';

const CompanionCode = z.object({ code: z.string(), expiresAt: Time });

const PairedBrowsers = z.object({
  companions: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      pairedAt: Time,
      /** null: it has never asked for work. */
      lastSeenAt: Time.nullable(),
      isAwake: z.boolean(),
      /** This is the browser that carries the calls now. */
      isWorking: z.boolean(),
      /** What it said when it was last seen. A server of an earlier version doesn't say. */
      state: z.enum(companionStates).default('ready'),
    }),
  ),
});

/** Each code is a chance to guess one. There are 10^11 of them. */
const pairingCodes: Cost = {
  ...scarce,
  budget: 'pairing codes',
  account: perHour(20),
  client: perHour(60),
  refusal: 'You asked for several codes just now.',
};

export const pairedBrowserRoutes = {
  code: {
    method: 'POST',
    path: '/api/user/companions/code',
    summary: 'A code that pairs one browser within 10 minutes. It replaces an earlier one',
    access: 'user',
    cost: pairingCodes,
    confirmed: true,
    reply: CompanionCode,
  },
  list: {
    method: 'GET',
    path: '/api/user/companions',
    summary: 'The paired browsers',
    access: 'user',
    cost: reads,
    reply: PairedBrowsers,
  },
  remove: {
    method: 'DELETE',
    path: '/api/user/companions/{id}',
    summary: 'Remove a paired browser. Its token ends at once',
    access: 'user',
    cost: writes,
    client: true,
    reply: Message,
  },
} as const satisfies RouteTable[string];
