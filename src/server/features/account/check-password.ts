import { shortPasswordMessage } from '#domain/account.ts';
import { Failure } from '#domain/failure.ts';

/** Hashing, bounded so that a flood of sign-ins leaves the machine to the bots. */
export type Passwords = {
  hash(password: string): Promise<string>;
  verify(hashed: string, password: string): Promise<boolean>;
  /** The same work where there is nothing to verify against. */
  verifyNothing(password: string): Promise<void>;
};

/** Limits over all processes: counts an event or throws `too_many_requests`; resolves to what takes it back. */
export type Limits = {
  take(key: string, bound: { most: number; withinMs: number }): Promise<() => Promise<void>>;
  count(key: string, withinMs: number): Promise<number>;
};

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;

/** The installation's own rule, where it is stricter than the contract's. */
export function refuseShortPassword(password: string, least: number, field: string): void {
  // Characters, as the contract's own rule counts them, not UTF-16 code units.
  if ([...password].length >= least) return;
  const message = shortPasswordMessage(least);
  throw new Failure('invalid_input', message, { fields: { [field]: message } });
}

const ownPasswordTries = { most: 10, withinMs: 15 * minuteMs };

/**
 * Asks somebody who is signed in for their password once more. Throws `wrong_password` under `field`: a session that was
 * left open must not be enough to take an account over, nor to guess its password.
 */
export async function proveOwner({
  passwords,
  limits,
  userId,
  passwordHash,
  given,
  field,
}: {
  passwords: Passwords;
  limits: Limits;
  userId: string;
  passwordHash: string;
  given: string | undefined;
  field: string;
}): Promise<void> {
  if (given === undefined || given === '') throw wrongPassword('Please enter your current password', field);
  const giveBack = await limits.take(`account.password:${userId}`, ownPasswordTries);
  if (!(await passwords.verify(passwordHash, given))) throw wrongPassword('That is not your current password', field);
  await giveBack();
}

function wrongPassword(message: string, field: string): Failure {
  return new Failure('wrong_password', message, { fields: { [field]: message } });
}
