// What goes over the wire about the account: sign-in, profile, sessions, export.
import { z } from 'zod';
import { leastPasswordLength, normalizePassword, shortPasswordMessage } from '#domain/account.ts';
import { Email, name, Phone, SecondStepCode, Time, Timezone, ToldZone, text, typed } from './fields.ts';

/** Never trimmed or cut, and of any length: argon2 takes as long for 100 KB as for 6 characters. */
export const Password = z
  .string({ error: shortPasswordMessage(leastPasswordLength) })
  .overwrite(normalizePassword)
  .min(leastPasswordLength, shortPasswordMessage(leastPasswordLength));

/** May be left out, empty, or null, as a client sends it that keeps what the user object said. */
const optionalText = (most: number) => text(most).nullish();

export const Registration = z.strictObject({
  firstName: name(100, 'First name is required').min(1, 'First name is required'),
  lastName: name(100, 'Last name is required').min(1, 'Last name is required'),
  email: Email,
  phoneNumber: Phone.nullish(),
  password: Password,
  username: name(60).nullish(),
  poshmarkUsername: optionalText(100),
  poshmarkPassword: z.string().max(200, 'Use at most 200 characters').nullish(),
  timezone: ToldZone,
});

/** The visitor's time zone, so that the demo's days are theirs. */
export const DemoStart = z.strictObject({ timezone: ToldZone }).optional();

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

export const ProfileChange = z.strictObject({
  firstName: name(100, 'First name is required').min(1, 'First name is required').optional(),
  lastName: name(100, 'Last name is required').min(1, 'Last name is required').optional(),
  phoneNumber: Phone.nullable().optional(),
  username: name(60).nullable().optional(),
  timezone: Timezone.optional(),
  picturesThroughServer: z.boolean({ error: 'Turn this on or off' }).optional(),
  email: Email.optional(),
  newPassword: Password.optional(),
  currentPassword: z.string().optional(),
});

export const ForgotPassword = z.strictObject({
  email: Email,
  /** From the link that Hangtag printed at its start: only a browser that has it sees a reset token on screen. */
  startKey: z.string().max(100).optional(),
});
/** `resetToken` is present only if the server runs on loopback and has no mail, and the browser holds the start's own link. */
export const ResetRequested = z.object({ message: z.string(), resetToken: z.string().optional() });

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

export const SessionSummary = z.object({
  id: z.string(),
  current: z.boolean(),
  createdAt: Time,
  lastSeenAt: Time,
  userAgent: z.string(),
});

export const AccountDeletion = z.strictObject({
  password: z.string({ error: 'Password is required' }).min(1, 'Password is required'),
});

/** Everything that is stored about the user, without secrets, as one JSON file. */
export const AccountExport = z.record(z.string(), z.unknown());
