// The rules for passwords, and the proof that a caller owns the account.
import type { User } from '#contract/account/sign-in.ts';
import { shortPasswordMessage } from '#domain/account.ts';
import { Failure } from '#domain/failure.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { isTimeZone } from '#domain/time.ts';
import { findUser, takenBy } from './store.ts';

/** Password hashing. The number of hashes at once is limited, so a flood of sign-ins does not slow the bots down. */
export type Passwords = {
  hash(password: string): Promise<string>;
  verify(hashed: string, password: string): Promise<boolean>;
  /** Takes as long as `verify`, so timing does not show whether an account exists. */
  verifyNothing(password: string): Promise<void>;
};

type Bound = { most: number; withinMs: number };

/**
 * Rate limits over all processes. `take` counts an event or throws `too_many_requests`; it resolves to an undo. `takeAll` counts one
 * for each of several keys, or none. `takeWith` counts in a transaction, or resolves to false.
 */
export type Limits = {
  take(key: string, bound: Bound): Promise<() => Promise<void>>;
  takeAll(wanted: readonly { key: string; bound: Bound }[]): Promise<() => Promise<void>>;
  takeWith(tx: Queryable, key: string, bound: Bound): Promise<boolean>;
  count(key: string, withinMs: number): Promise<number>;
};

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;

/** Applies this server's own minimum length, which may be stricter than the contract's. */
export function refuseShortPassword(password: string, least: number, field: string): void {
  // The contract counts characters too, not UTF-16 code units.
  if ([...password].length >= least) return;
  const message = shortPasswordMessage(least);
  throw new Failure('invalid_input', message, { fields: { [field]: message } });
}

/** What a new password is held to, besides the contract's own rules. */
export type PasswordRules = {
  passwordMinLength: number;
  /** null: common passwords are taken. */
  commonPasswords: { includes(password: string): boolean } | null;
};

/** Throws `invalid_input` under `field` for a password that is too short or too easy to guess. */
export function refuseWeakPassword(
  password: string,
  { passwordMinLength, commonPasswords }: PasswordRules,
  { field, email }: { field: string; email: string },
): void {
  refuseShortPassword(password, passwordMinLength, field);
  if (commonPasswords === null) return;
  if (!commonPasswords.includes(password) && !saysWhatItIsFor(password, email)) return;
  const message = 'This password is easy to guess. Choose another one, such as three or four unrelated words.';
  throw new Failure('invalid_input', message, { fields: { [field]: message } });
}

/** The site, the marketplace, or the address, with digits and signs around it at most. */
function saysWhatItIsFor(password: string, email: string): boolean {
  const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}]/gu, '');
  const [own = ''] = email.split('@');
  const words = ['poshmark', 'hangtag', letters(own), letters(email)].filter((word) => word.length >= 4);
  return words.includes(letters(password));
}

/**
 * Wrong codes are counted per account, from all addresses together: only someone who knows the password can try one. Those of the
 * seller's own browsers are counted apart.
 */
export const codeTries = { most: 10, withinMs: 15 * minuteMs };
export const passkeyTries = { most: 50, withinMs: 15 * minuteMs };

const ownPasswordTries = { most: 10, withinMs: 15 * minuteMs };

/**
 * Checks a signed-in caller's password again, so that a session left open is not enough to take over the account.
 * Throws `wrong_password` under `field`. Tries are limited, so that the password can't be guessed here.
 */
export async function proveOwner(asked: {
  passwords: Passwords;
  limits: Limits;
  userId: string;
  passwordHash: string;
  given: string | undefined;
  field: string;
}): Promise<void> {
  const { passwords, limits, userId, passwordHash, given, field } = asked;
  if (given === undefined || given === '') throw wrongPassword('Enter your current password', field);
  const giveBack = await limits.take(`account.password:${userId}`, ownPasswordTries);
  if (!(await passwords.verify(passwordHash, given))) throw notCurrentPassword(field);
  await giveBack();
}

/** Also for a password that was changed after it was checked. */
export const notCurrentPassword = (field: string): Failure => wrongPassword('That’s not your current password', field);

function wrongPassword(message: string, field: string): Failure {
  return new Failure('wrong_password', message, { fields: { [field]: message } });
}

/** If no mail is sent, no address waits to be confirmed, because nobody could confirm it. */
export async function mustFind(db: Queryable, userId: string, { sendsMail }: { sendsMail: boolean }): Promise<User> {
  const user = await findUser(db, userId);
  if (user === null) throw new Failure('unauthenticated', 'This account no longer exists. Sign in again.');
  return sendsMail ? user : { ...user, emailToConfirm: null };
}

export function emailTaken(): Failure {
  const message = 'This email address already has an account. Sign in instead.';
  return new Failure('email_taken', message, { fields: { email: message } });
}

/** Turns a violated unique index into a failure that names the field. */
export function refuseTaken(error: unknown): never {
  const field = takenBy(error);
  if (field === 'email') throw emailTaken();
  if (field === 'username') {
    const message = 'This username is taken. Choose another one.';
    throw new Failure('username_taken', message, { fields: { username: message } });
  }
  throw error;
}

export function refuseUnknownZone(timezone: string): void {
  if (isTimeZone(timezone)) return;
  const message = 'Choose a time zone';
  throw new Failure('invalid_input', message, { fields: { timezone: message } });
}
