// What goes over the wire about the second step of a sign-in, about confirming who the user is, and about devices.
import { z } from 'zod';
import { SecondStepCode, Time, typed } from '../fields.ts';

const brokenPasskey = 'That wasn’t a passkey. Try again.';
const brokenLink = 'Open the whole link from the email';
const bytes = (most: number) =>
  z
    .string({ error: brokenPasskey })
    .max(most, brokenPasskey)
    .regex(/^[\w-]+$/, brokenPasskey);

/** What a browser says about a passkey that it made, as base64url. */
export const CreatedPasskey = z.strictObject({
  id: bytes(1_400),
  clientDataJSON: bytes(4_000),
  attestationObject: bytes(20_000),
  transports: z.array(z.string().max(20)).max(10),
});

const UsedPasskey = z.strictObject({
  id: bytes(1_400),
  clientDataJSON: bytes(4_000),
  authenticatorData: bytes(4_000),
  signature: bytes(4_000),
});

/** A question for the browser's passkeys, as its API takes it. */
export const PasskeyQuestion = z.object({ options: z.record(z.string(), z.unknown()) });

export const PasskeySignIn = z.strictObject({ passkey: UsedPasskey });

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

/** The token of a mailed link. */
export const EmailConfirmation = z.strictObject({
  token: typed(brokenLink).min(1, brokenLink).max(500, brokenLink),
});

export const Confirmed = z.object({ until: Time });

export const SecondFactor = z.object({
  passkeys: z.array(
    z.object({
      id: z.string(),
      /** The browser in which it was made. */
      userAgent: z.string(),
      /** A password manager keeps it on other devices, too. */
      isSynced: z.boolean(),
      createdAt: Time,
      lastUsedAt: Time.nullable(),
    }),
  ),
  /** Since when an authenticator app is asked for a code; null if none is. */
  appSince: Time.nullable(),
  /** null if no second step is on. */
  recoveryCodes: z.object({ left: z.int(), of: z.int() }).nullable(),
  /** Where passkeys work: at this address, or nowhere and why. */
  passkeyPlace: z.object({ kind: z.enum(['ready', 'no_domain', 'not_secure']), origin: z.string() }),
});
export type SecondFactor = z.output<typeof SecondFactor>;

/** `recoveryCodes` are there only once, right after the first second step was turned on. */
export const SecondFactorChanged = z.object({
  secondFactor: SecondFactor,
  recoveryCodes: z.array(z.string()).nullable(),
});

/** The key of an authenticator app, for its QR code and as text. */
export const AppKey = z.object({ key: z.string(), uri: z.string() });
export const AppCode = z.strictObject({ code: SecondStepCode });

export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

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
  'browser_paired',
  'browser_removed',
  'new_browser',
  'browser_signed_out',
  'passkey_added',
  'passkey_removed',
  'app_added',
  'app_removed',
  'recovery_codes_made',
  'recovery_code_used',
  'second_factor_removed_by_operator',
  'second_factor_removed_by_proof',
] as const;
/** What happened to an account, apart from refusals. */
export type SecurityEvent = (typeof securityEvents)[number];

export const SecurityLogEntry = z.object({
  at: Time,
  what: z.enum([...securityEvents, ...refusals]),
  /** How often: more than once only for refusals, which one entry counts for the hour from its time on. */
  times: z.int(),
  /** The client's address; null if the operator did it, and for refusals beyond the day's entries with an address. */
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
  /** The browser of a `new_browser` entry, if it is still signed in and not the one that asks. */
  signedInBrowser: z.string().nullable(),
});
export type SecurityLogEntry = z.output<typeof SecurityLogEntry>;
