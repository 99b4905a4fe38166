// Sign-in: accounts and demos are opened, sessions begin and end, and a forgotten password is replaced.
import { z } from 'zod';
import { leastPasswordLength, normalizePassword, shortPasswordMessage } from '#domain/account.ts';
import { type Cost, perHour, perMinute, publicWrites, reads, scarce, writes } from '../cost.ts';
import { Email, Message, name, Phone, SecondStepCode, Time, ToldZone, text, typed } from '../fields.ts';
import type { RouteTable } from '../route.ts';

/** Never trimmed or cut, and of any length: argon2 takes as long for 100 KB as for 6 characters. */
export const Password = z
  .string({ error: shortPasswordMessage(leastPasswordLength) })
  .overwrite(normalizePassword)
  .min(leastPasswordLength, shortPasswordMessage(leastPasswordLength));

const StartKey = z.string().max(100).optional();

export const Registration = z.strictObject({
  firstName: name(100, 'First name is required').min(1, 'First name is required'),
  lastName: name(100, 'Last name is required').min(1, 'Last name is required'),
  email: Email,
  phoneNumber: Phone.nullish(),
  password: Password,
  username: name(60).nullish(),
  /** May be left out, empty, or null, as a client sends it that keeps what the user object said. */
  poshmarkUsername: text(100).nullish(),
  poshmarkPassword: z.string().max(200, 'Use at most 200 characters').nullish(),
  timezone: ToldZone,
  /** From the link that Hangtag printed at its start: with it, the first account can be made on another device. */
  startKey: StartKey,
});

/** The visitor's time zone, so that the demo's days are theirs. */
const DemoStart = z.strictObject({ timezone: ToldZone }).optional();

export const Credentials = z.strictObject({
  email: Email,
  password: z.string({ error: 'Password is required' }).min(1, 'Password is required'),
  /** The second step, if the account has one: a code of its authenticator app, or a recovery code. */
  code: SecondStepCode.optional(),
});

export const User = z.object({
  id: z.string(),
  username: z.string().nullable(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** The address whose mailed link the seller has yet to open: this one, or the one that will replace it. null: none. */
  emailToConfirm: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  poshmarkUsername: z.string().nullable(),
  timezone: z.string(),
  /** A demo account. It is deleted after 24 hours. */
  guest: z.boolean(),
  /** Pictures of listings come through this server, so that the marketplace learns nothing about the seller's device. */
  picturesThroughServer: z.boolean(),
  createdAt: Time,
  closet: z.object({
    connected: z.boolean(),
    hasCredentials: z.boolean(),
    practice: z.boolean(),
    username: z.string().nullable(),
    lastSyncedAt: Time.nullable(),
    activeListings: z.number().int(),
    soldListings: z.number().int(),
  }),
});
export type User = z.output<typeof User>;

export const ForgotPassword = z.strictObject({
  email: Email,
  /** From the link that Hangtag printed at its start: only a browser that has it sees a reset token on screen. */
  startKey: StartKey,
});
/** `resetToken` is present only if the server runs on loopback and has no mail, and the browser holds the start's own link. */
const ResetRequested = z.object({ message: z.string(), resetToken: z.string().optional() });

export const ResetPassword = z
  .strictObject({
    token: typed('Reset token is required').min(1, 'Reset token is required').max(500, 'Reset token is required'),
    newPassword: Password,
    confirmPassword: z
      .string({ error: 'Password confirmation is required' })
      .min(leastPasswordLength, 'Password confirmation is required'),
  })
  .refine((body) => body.newPassword === normalizePassword(body.confirmPassword), {
    path: ['confirmPassword'],
    message: "Passwords don't match",
  });

const SessionSummary = z.object({
  id: z.string(),
  current: z.boolean(),
  createdAt: Time,
  lastSeenAt: Time,
  userAgent: z.string(),
});

const registrations: Cost = {
  ...scarce,
  budget: 'registrations',
  account: null,
  client: perHour(20),
  burst: perMinute(4),
  installation: perHour(1_000),
  refusal: 'Too many accounts were created from your network.',
};

/** Each makes an account and a closet that live for a day. */
const demos: Cost = {
  ...scarce,
  budget: 'demos',
  account: null,
  client: perHour(10),
  installation: perHour(300),
  refusal: 'Too many demos were started from your network.',
};

export const signInRoutes = {
  me: { method: 'GET', path: '/api/user', summary: 'The signed-in user', access: 'user', cost: reads, reply: User },
  welcome: {
    method: 'GET',
    path: '/api/welcome',
    summary: 'Whether this Hangtag has no account yet. It says so only on the computer that it runs on',
    access: 'public',
    cost: { ...reads, account: null },
    client: true,
    reply: z.object({ isFirst: z.boolean(), hasDemo: z.boolean() }),
  },
  register: {
    method: 'POST',
    path: '/api/register',
    summary: 'Create an account and sign in',
    access: 'public',
    cost: registrations,
    session: 'open',
    client: true,
    body: Registration,
    reply: User,
    status: 201,
  },
  login: {
    method: 'POST',
    path: '/api/login',
    summary: 'Sign in',
    access: 'public',
    // What fails is counted by the feature, which knows the address that was tried.
    cost: publicWrites,
    session: 'open',
    client: true,
    body: Credentials,
    reply: User,
  },
  logout: {
    method: 'POST',
    path: '/api/logout',
    summary: 'Sign out. Succeeds without a session, too',
    access: 'public',
    cost: publicWrites,
    session: 'close',
    reply: Message,
  },
  demo: {
    method: 'POST',
    path: '/api/demo',
    summary: 'Create a demo account with its own practice closet. Hangtag deletes it after 24 hours',
    access: 'public',
    cost: demos,
    session: 'open',
    client: true,
    body: DemoStart,
    reply: User,
    status: 201,
  },
  forgotPassword: {
    method: 'POST',
    path: '/api/auth/forgot-password',
    summary: 'Ask for a password reset link',
    access: 'public',
    cost: publicWrites,
    client: true,
    body: ForgotPassword,
    reply: ResetRequested,
  },
  resetPassword: {
    method: 'POST',
    path: '/api/auth/reset-password',
    summary: 'Set a new password with a reset token',
    access: 'public',
    cost: publicWrites,
    client: true,
    body: ResetPassword,
    reply: Message,
  },
  sessions: {
    method: 'GET',
    path: '/api/user/sessions',
    summary: 'Where the user is signed in',
    access: 'user',
    cost: reads,
    reply: z.array(SessionSummary),
  },
  endSession: {
    method: 'DELETE',
    path: '/api/user/sessions/{id}',
    summary: 'End one of the user’s sessions',
    access: 'user',
    cost: writes,
    client: true,
    reply: Message,
  },
} as const satisfies RouteTable[string];
