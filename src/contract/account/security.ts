// What else protects the sign-in: confirming the user and the email address, the log, and new browsers.
import { z } from 'zod';
import { type Cost, perHour, reads, scarce, writes } from '../cost.ts';
import { Message, SecondStepCode, Time, typed } from '../fields.ts';
import type { RouteTable } from '../route.ts';
import { UsedPasskey } from './second-factor.ts';
import { User } from './sign-in.ts';

const brokenLink = 'Open the whole link from the email';

/** A signed-in user proves again who they are, with one of these three. The password is enough only without a second step. */
export const Confirmation = z
  .strictObject({
    password: z.string().optional(),
    code: SecondStepCode.optional(),
    passkey: UsedPasskey.optional(),
  })
  .refine((given) => Object.values(given).filter((one) => one !== undefined && one !== '').length === 1, {
    path: ['password'],
    message: 'Enter your current password',
  });

const EmailConfirmation = z.strictObject({
  token: typed(brokenLink).min(1, brokenLink).max(500, brokenLink),
});

const Confirmed = z.object({ until: Time });

/** A browser that signed in for the first time and that the seller has not recognized yet. */
export const NewBrowsers = z.array(z.object({ id: z.string(), userAgent: z.string(), address: z.string(), at: Time }));
export type NewBrowsers = z.output<typeof NewBrowsers>;

/** Sign-ins that were refused. They are counted: see `times`. */
export const refusals = ['password_refused', 'code_refused'] as const;
export type Refusal = (typeof refusals)[number];

const securityEvents = [
  'registered',
  'signed_in',
  'password_changed',
  'password_reset',
  'email_change_asked',
  'email_changed',
  'email_confirmed',
  'session_ended',
  'sessions_ended_by_operator',
  'exported',
  'backup_saved',
  'browser_paired',
  'browser_removed',
  'new_browser',
  'browser_signed_out',
  'phone_signed_in',
  'passkey_added',
  'passkey_removed',
  'app_added',
  'app_removed',
  'recovery_codes_made',
  'recovery_code_used',
  'second_factor_removed_by_operator',
  'second_factor_removed_by_proof',
] as const;
export type SecurityEvent = (typeof securityEvents)[number];

export const SecurityLogEntry = z.object({
  at: Time,
  what: z.enum([...securityEvents, ...refusals]),
  /** How often: more than once only for refusals, which one entry counts for the hour from its time on. */
  times: z.int(),
  /** The client's address; null if the operator did it, and for refusals beyond the day's entries with an address. */
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
  /** The browser of a `new_browser` or `phone_signed_in` entry, if it is still signed in and not the one that asks. */
  signedInBrowser: z.string().nullable(),
});
export type SecurityLogEntry = z.output<typeof SecurityLogEntry>;

/** Each is a mail. The feature also counts those to one address. */
const emailLinks: Cost = {
  ...scarce,
  budget: 'email links',
  account: perHour(5),
  client: perHour(20),
  installation: perHour(1_000),
  refusal: 'You asked for several links already.',
};

export const securityRoutes = {
  sendEmailLink: {
    method: 'POST',
    path: '/api/user/email/link',
    summary: 'Mail a new link to the address that waits to be confirmed',
    access: 'user',
    cost: emailLinks,
    reply: Message,
  },
  keepEmail: {
    method: 'DELETE',
    path: '/api/user/email/link',
    summary: 'Forget a new address that wasn’t confirmed',
    access: 'user',
    cost: writes,
    reply: User,
  },
  confirmEmail: {
    method: 'POST',
    path: '/api/auth/confirm-email',
    summary: 'Confirm an email address with the token of a mailed link',
    access: 'either',
    // As with `resetPassword`, the feature counts what fails.
    cost: writes,
    client: true,
    body: EmailConfirmation,
    reply: Message,
  },
  confirm: {
    method: 'POST',
    path: '/api/user/confirm',
    summary:
      'Confirm that it’s the user, with the second step if one is on, else with the password. Valid for ten minutes in this session',
    access: 'user',
    cost: writes,
    client: true,
    body: Confirmation,
    reply: Confirmed,
  },
  securityLog: {
    method: 'GET',
    path: '/api/user/security-log',
    summary: 'Sign-ins and changes of the account, newest first',
    access: 'user',
    cost: reads,
    reply: z.array(SecurityLogEntry),
  },
  newBrowsers: {
    method: 'GET',
    path: '/api/user/new-browsers',
    summary: 'New browsers that the user hasn’t confirmed yet',
    access: 'user',
    cost: reads,
    reply: NewBrowsers,
  },
  recognizeBrowser: {
    method: 'POST',
    path: '/api/user/browsers/{id}/recognize',
    summary: 'Confirm that a new browser is the user’s own',
    access: 'user',
    cost: writes,
    reply: Message,
  },
  signOutBrowser: {
    method: 'DELETE',
    path: '/api/user/browsers/{id}',
    summary: 'Sign a browser out, and forget it',
    access: 'user',
    cost: writes,
    client: true,
    reply: Message,
  },
} as const satisfies RouteTable[string];
