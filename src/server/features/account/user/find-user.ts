// Finds the user as the screens know them, and refuses values that a user cannot have.
import type { User } from '#contract/account/sign-in.ts';
import { Failure } from '#domain/failure.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { isTimeZone } from '#domain/time.ts';
import { findUser, takenBy } from './store.ts';

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
