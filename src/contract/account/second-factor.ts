// The second step of a sign-in: passkeys, an authenticator app, and recovery codes.
import { z } from 'zod';
import { type Cost, perHour, perMinute, publicWrites, reads, scarce, writes } from '../cost.ts';
import { SecondStepCode, Time } from '../fields.ts';
import type { RouteTable } from '../route.ts';
import { User } from './sign-in.ts';

const brokenPasskey = 'That wasn’t a passkey. Try again.';
const bytes = (most: number) =>
  z
    .string({ error: brokenPasskey })
    .max(most, brokenPasskey)
    .regex(/^[\w-]+$/, brokenPasskey);

/** What a browser says about a passkey that it made, as base64url. */
const CreatedPasskey = z.strictObject({
  id: bytes(1_400),
  clientDataJSON: bytes(4_000),
  attestationObject: bytes(20_000),
  transports: z.array(z.string().max(20)).max(10),
});

export const UsedPasskey = z.strictObject({
  id: bytes(1_400),
  clientDataJSON: bytes(4_000),
  authenticatorData: bytes(4_000),
  signature: bytes(4_000),
});

/** A question for the browser's passkeys, as its API takes it. */
const PasskeyQuestion = z.object({ options: z.record(z.string(), z.unknown()) });

const PasskeySignIn = z.strictObject({ passkey: UsedPasskey });

export const SecondFactor = z.object({
  passkeys: z.array(
    z.object({
      id: z.string(),
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
const SecondFactorChanged = z.object({
  secondFactor: SecondFactor,
  recoveryCodes: z.array(z.string()).nullable(),
});

/** The key of an authenticator app, for its QR code and as text. */
const AppKey = z.object({ key: z.string(), uri: z.string() });
const AppCode = z.strictObject({ code: SecondStepCode });

const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/** Each stores a row for five minutes, even for callers without an account. */
const passkeyQuestions: Cost = {
  ...writes,
  budget: 'passkey questions',
  account: perMinute(30),
  client: perMinute(60),
  installation: perMinute(3_000),
};

/** Each tells the seller by push message and mail. */
const secondFactorChanges: Cost = {
  ...scarce,
  budget: 'changes of the second step',
  account: perHour(60),
  client: perHour(240),
  refusal: 'You changed your sign-in many times just now.',
};

export const secondFactorRoutes = {
  secondFactor: {
    method: 'GET',
    path: '/api/user/second-factor',
    summary: 'The passkeys, the authenticator app, and the recovery codes of the user',
    access: 'user',
    cost: reads,
    reply: SecondFactor,
  },
  askForPasskey: {
    method: 'POST',
    path: '/api/passkeys/question',
    summary: 'A challenge for a passkey: the signed-in user’s, or any to sign in with',
    access: 'either',
    cost: passkeyQuestions,
    reply: PasskeyQuestion,
  },
  loginWithPasskey: {
    method: 'POST',
    path: '/api/login/passkey',
    summary: 'Sign in with a passkey, without a password',
    access: 'public',
    // As with `login`, the feature counts what fails.
    cost: publicWrites,
    session: 'open',
    client: true,
    body: PasskeySignIn,
    reply: User,
  },
  askForNewPasskey: {
    method: 'POST',
    path: '/api/user/passkeys/question',
    summary: 'What the browser needs to create a passkey',
    access: 'user',
    cost: secondFactorChanges,
    confirmed: true,
    reply: PasskeyQuestion,
  },
  addPasskey: {
    method: 'POST',
    path: '/api/user/passkeys',
    summary: 'Store a passkey that the browser created',
    access: 'user',
    cost: secondFactorChanges,
    confirmed: true,
    client: true,
    body: CreatedPasskey,
    reply: SecondFactorChanged,
    status: 201,
  },
  removePasskey: {
    method: 'DELETE',
    path: '/api/user/passkeys/{id}',
    summary: 'Remove a passkey',
    access: 'user',
    cost: secondFactorChanges,
    confirmed: true,
    client: true,
    reply: SecondFactor,
  },
  startApp: {
    method: 'POST',
    path: '/api/user/authenticator',
    summary: 'A new key for an authenticator app. It takes effect once the user enters a code',
    access: 'user',
    cost: secondFactorChanges,
    confirmed: true,
    reply: AppKey,
  },
  confirmApp: {
    method: 'PUT',
    path: '/api/user/authenticator',
    summary: 'Turn the authenticator app on with a code from it',
    access: 'user',
    cost: secondFactorChanges,
    confirmed: true,
    client: true,
    body: AppCode,
    reply: SecondFactorChanged,
  },
  removeApp: {
    method: 'DELETE',
    path: '/api/user/authenticator',
    summary: 'Turn the authenticator app off',
    access: 'user',
    cost: secondFactorChanges,
    confirmed: true,
    client: true,
    reply: SecondFactor,
  },
  makeRecoveryCodes: {
    method: 'POST',
    path: '/api/user/recovery-codes',
    summary: 'Ten new recovery codes, which replace the old ones',
    access: 'user',
    cost: secondFactorChanges,
    confirmed: true,
    client: true,
    reply: RecoveryCodes,
  },
} as const satisfies RouteTable[string];
