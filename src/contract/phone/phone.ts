// How a phone reaches this Hangtag: what is there, and turning Tailscale on.
import { z } from 'zod';
import { type Cost, perMinute, reads, scarce } from '../cost.ts';
import type { RouteTable } from '../route.ts';

export const PhoneWays = z.object({
  /** The https address that a phone can open; null: there is none yet, and so no QR code. */
  address: z.string().nullable(),
  /** The address that the administrator set, and what a look at it found; null: none is set. */
  domain: z
    .object({
      origin: z.string(),
      state: z.enum(['works', 'not_https', 'only_here', 'bad_certificate', 'other', 'nothing']),
    })
    .nullable(),
  /** null: there is an address already, or the seller isn't at the computer that Hangtag runs on. */
  tailscale: z
    .object({
      kind: z.enum(['missing', 'off', 'ready', 'on']),
      address: z.string().nullable(),
      /** Anyone on the internet can open the address. */
      isPublic: z.boolean(),
    })
    .nullable(),
  /** The browser that asks runs on the same computer as Hangtag. */
  isHere: z.boolean(),
});
export type PhoneWays = z.output<typeof PhoneWays>;

/** `link`: where the seller allows it first. `user`: whom Tailscale has to listen to first. */
const TailscaleAnswer = z.object({
  result: z.enum(['done', 'allow_first', 'denied', 'failed']),
  link: z.string().nullable(),
  user: z.string().nullable(),
  ways: PhoneWays,
});
export type TailscaleAnswer = z.output<typeof TailscaleAnswer>;

/** Each starts a program, or asks another server. */
const looks: Cost = { ...reads, budget: 'looks for a phone’s way', account: perMinute(20), client: perMinute(40) };
const changes: Cost = { ...scarce, budget: 'changes of Tailscale', account: perMinute(6), client: perMinute(12) };

export const phoneRoutes = {
  ways: {
    method: 'GET',
    path: '/api/phone',
    summary: 'How a phone can reach this Hangtag',
    access: 'user',
    cost: looks,
    client: true,
    reply: PhoneWays,
  },
  turnOnTailscale: {
    method: 'POST',
    path: '/api/phone/tailscale',
    summary: 'Let Tailscale carry calls to Hangtag. Only from the computer itself',
    access: 'user',
    cost: changes,
    confirmed: true,
    client: true,
    reply: TailscaleAnswer,
  },
  turnOffTailscale: {
    method: 'DELETE',
    path: '/api/phone/tailscale',
    summary: 'Stop that. Only from the computer itself',
    access: 'user',
    cost: changes,
    client: true,
    reply: TailscaleAnswer,
  },
} as const satisfies RouteTable[string];
