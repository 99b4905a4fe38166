// Signing a phone in with the QR code of a computer that is signed in already.
import { z } from 'zod';
import { type Cost, perHour, publicWrites, reads, scarce } from '../cost.ts';
import { Time, typed } from '../fields.ts';
import type { RouteTable } from '../route.ts';
import { User } from './sign-in.ts';

const brokenLink = 'Scan the whole code';

/** The part after the `#`, which the browser sends to no server by itself. */
const PhoneToken = z.strictObject({ token: typed(brokenLink).min(1, brokenLink).max(100, brokenLink) });

/** `url` is what the QR code holds. */
const PhoneLink = z.object({ id: z.string(), url: z.string(), expiresAt: Time });

export const PhoneLinkState = z.object({
  state: z.enum(['waiting', 'used', 'over']),
  usedBy: z
    .object({
      sessionId: z.string(),
      userAgent: z.string(),
      address: z.string(),
      at: Time,
      /** False once it was signed out. */
      isSignedIn: z.boolean(),
    })
    .nullable(),
});
export type PhoneLinkState = z.output<typeof PhoneLinkState>;

/** The account that the link opens. The phone shows it before it signs in, in case it is the wrong one. */
const PhoneLinkOwner = z.object({ firstName: z.string(), email: z.string(), expiresAt: Time });

const phoneLinks: Cost = {
  ...scarce,
  budget: 'phone links',
  account: perHour(30),
  client: perHour(120),
  refusal: 'You asked for many codes just now.',
};

export const phoneLinkRoutes = {
  makePhoneLink: {
    method: 'POST',
    path: '/api/user/phone-link',
    summary: 'A link that signs one phone in, once and within two minutes. It replaces the one before',
    access: 'user',
    cost: phoneLinks,
    confirmed: true,
    reply: PhoneLink,
    status: 201,
  },
  phoneLink: {
    method: 'GET',
    path: '/api/user/phone-link/{id}',
    summary: 'Whether a phone has used the link, and which',
    access: 'user',
    cost: reads,
    reply: PhoneLinkState,
  },
  findPhoneLink: {
    method: 'POST',
    path: '/api/phone-link',
    summary: 'Whose link it is. Looking doesn’t use it',
    access: 'public',
    // As with `login`, the feature counts what fails.
    cost: publicWrites,
    client: true,
    body: PhoneToken,
    reply: PhoneLinkOwner,
  },
  loginWithPhoneLink: {
    method: 'POST',
    path: '/api/login/phone',
    summary: 'Sign in with the link of a QR code',
    access: 'public',
    cost: publicWrites,
    session: 'open',
    client: true,
    body: PhoneToken,
    reply: User,
  },
} as const satisfies RouteTable[string];
