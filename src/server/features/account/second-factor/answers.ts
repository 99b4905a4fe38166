// Checks what a seller gives as the second step: a code, or the answer of a passkey.

import { createHash, randomBytes } from 'node:crypto';
import { passkeyQuestionLifeMs, recoveryCodeCount } from '#domain/account.ts';
import { Failure } from '#domain/failure.ts';
import type { Clock } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import { challengeIn, type Passkeys, type UsedPasskey } from '#domain/ports/passkeys.ts';
import type { SecretPlace, Vault } from '#domain/ports/vault.ts';
import { hashToken } from '../../make-token.ts';
import {
  findApp,
  findPasskey,
  insertQuestion,
  listPasskeys,
  type PasskeyRow,
  type Purpose,
  takeQuestion,
  takeRecoveryCode,
  takeStep,
} from './store.ts';
import { stepOfCode } from './totp.ts';

export type AnswerTools = { database: Database; clock: Clock; vault: Vault; passkeys: Passkeys };

export const keyPlace = (userId: string): SecretPlace => ({ userId, column: 'totp_secret' });

export async function openKey(
  { vault }: Pick<AnswerTools, 'vault'>,
  db: Queryable,
  userId: string,
): Promise<{ secret: Buffer; isOn: boolean } | null> {
  const app = await findApp(db, userId);
  if (app === null) return null;
  const secret = Buffer.from(await vault.open(db, keyPlace(userId), app.secret), 'base64url');
  return { secret, isOn: app.confirmedAt !== null };
}

/** Uses a code up. Resolves to what kind of code it was, or to null if it is wrong or was used before. */
export async function spendCode(
  { vault, clock }: Pick<AnswerTools, 'vault' | 'clock'>,
  tx: Queryable,
  { userId, code }: { userId: string; code: string },
): Promise<'app' | 'recovery' | null> {
  const now = clock.now();
  if (!/^\d{6}$/.test(code)) {
    const hash = hashRecoveryCode(userId, code);
    return (await takeRecoveryCode(tx, { userId, hash, now })) ? 'recovery' : null;
  }
  const app = await openKey({ vault }, tx, userId);
  const step = app?.isOn ? stepOfCode(app.secret, code, now) : null;
  return step !== null && (await takeStep(tx, userId, step)) ? 'app' : null;
}

/** Throws `passkey_refused` if passkeys can't work. */
export function refuseWithoutPlace({ place }: Passkeys): void {
  if (place.kind === 'ready') return;
  const why = place.kind === 'no_domain' ? 'needs an address with a domain name' : 'needs an https address';
  throw new Failure('passkey_refused', `Passkeys don’t work here: Hangtag ${why}. Ask your administrator.`);
}

export async function keepQuestion(
  { database, clock }: Pick<AnswerTools, 'database' | 'clock'>,
  { challenge, userId, purpose }: { challenge: string; userId: string | null; purpose: Purpose },
): Promise<void> {
  const expiresAt = clock.now() + passkeyQuestionLifeMs;
  await insertQuestion(database, { hash: hashToken(challenge), userId, purpose, expiresAt });
}

/** The challenge of an answer, if we asked it and nobody has answered it yet. */
export async function takeChallenge(
  { database, clock }: Pick<AnswerTools, 'database' | 'clock'>,
  { clientDataJSON, userId, purpose }: { clientDataJSON: string; userId: string | null; purpose: Purpose },
): Promise<string | null> {
  const challenge = challengeIn(clientDataJSON, (text) => Buffer.from(text, 'base64url').toString());
  if (challenge === null) return null;
  const isOurs = await takeQuestion(database, { hash: hashToken(challenge), userId, purpose, now: clock.now() });
  return isOurs ? challenge : null;
}

/** A question for the passkeys of this user, or for any if nobody is signed in. */
export async function askForPasskey(
  tools: AnswerTools,
  userId: string | null,
): Promise<{ options: Record<string, unknown> }> {
  refuseWithoutPlace(tools.passkeys);
  const known = userId === null ? [] : await listPasskeys(tools.database, userId);
  const { options, challenge } = await tools.passkeys.askToUse(known);
  await keepQuestion(tools, { challenge, userId, purpose: 'use' });
  return { options };
}

/**
 * The passkey that answered our question, with its new counter; null if the answer is not good. `userId` is null for a sign-in. Its
 * question may be one for the passkey's own account, if the browser is signed in already.
 */
export async function checkAnswer(
  tools: AnswerTools,
  used: UsedPasskey,
  userId: string | null,
): Promise<{ passkey: PasskeyRow; counter: number } | null> {
  const { clientDataJSON } = used;
  const passkey = await findPasskey(tools.database, used.id);
  const take = (askedOf: string | null) => takeChallenge(tools, { clientDataJSON, userId: askedOf, purpose: 'use' });
  const challenge = (await take(userId)) ?? (userId === null && passkey !== null ? await take(passkey.userId) : null);
  if (challenge === null || passkey === null || (userId !== null && passkey.userId !== userId)) return null;
  const seen = await tools.passkeys.checkUsed(used, passkey, challenge);
  return seen && { passkey, counter: seen.counter };
}

export const passkeyRefused = (): Failure =>
  new Failure('passkey_refused', 'That passkey didn’t work. Try again, or sign in with your password.');

/** Recovery codes are longer and have letters. */
export const isAppCode = (code: string | null): boolean => code !== null && /^\d{6}$/.test(code);

export function wrongCode(message = 'That code is wrong or was used already. Check the time on your phone.'): Failure {
  return new Failure('wrong_code', message, { fields: { code: message } });
}

/** Crockford's base32: no I, L, O, and U. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 60 random bits each, as `XXXX-XXXX-XXXX`. */
export const newRecoveryCodes = (): string[] => Array.from({ length: recoveryCodeCount }, newCode);

function newCode(): string {
  const text = Array.from(randomBytes(12), (byte) => letters[byte & 31]).join('');
  return text.replace(/(.{4})(?=.)/g, '$1-');
}

/** Without spaces and dashes. Letters that look like digits are read as those digits. */
const normalized = (code: string): string =>
  code.replace(/[\s-]/g, '').toUpperCase().replace(/O/g, '0').replace(/[IL]/g, '1');

/** Only the hash is stored. It includes the account, so someone who steals the hashes has to guess for each account separately. */
export const hashRecoveryCode = (userId: string, code: string): string =>
  createHash('sha256')
    .update(`recovery code|${userId}|${normalized(code)}`)
    .digest('hex');
