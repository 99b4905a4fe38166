// What every change of an account's second step does: one at a time, logged, with a notice to the seller and, if needed,
// recovery codes.
import type { SecondFactor } from '#contract/account/second-factor.ts';
import type { SecurityEvent } from '#contract/account/security.ts';
import type { ClientInfo } from '#contract/route.ts';
import { Failure } from '#domain/failure.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { type NotifyTools, notifySeller } from '../mail/notify-seller.ts';
import type { SecurityNews } from '../mail/write-mail.ts';
import { logSecurity } from '../security-log/security-log.ts';
import type { Limits } from '../user/check-password.ts';
import type { AnswerTools } from './answers.ts';
import { hashRecoveryCode, newRecoveryCodes } from './answers.ts';
import {
  countRecoveryCodes,
  findApp,
  findMethods,
  listPasskeys,
  lockOwner,
  type Methods,
  removeEverything,
  replaceRecoveryCodes,
} from './store.ts';

export type SecondFactorTools = AnswerTools & NotifyTools & { limits: Limits };

export type Owner = { id: string; isGuest: boolean };
/** `recoveryCodes` are shown once, if the account had no second step before. */
export type Changed = { secondFactor: SecondFactor; recoveryCodes: string[] | null };
export type Changes = ReturnType<typeof createChanges>;

export function createChanges(tools: SecondFactorTools) {
  const { database, clock, passkeys } = tools;

  const describe = async (db: Queryable, userId: string): Promise<SecondFactor> => {
    const keys = await listPasskeys(db, userId);
    const app = await findApp(db, userId);
    const appSince = app?.confirmedAt ?? null;
    return {
      passkeys: keys.map(({ id, userAgent, isSynced, createdAt, lastUsedAt }) => ({
        id,
        userAgent,
        isSynced,
        createdAt: new Date(createdAt).toISOString(),
        lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
      })),
      appSince: appSince === null ? null : new Date(appSince).toISOString(),
      recoveryCodes: keys.length > 0 || appSince !== null ? await countRecoveryCodes(db, userId) : null,
      passkeyPlace: passkeys.place,
    };
  };

  /** One change of an account's second step at a time, logged, with a notice to the seller. */
  const change = async <T>(
    userId: string,
    work: (
      tx: Queryable,
      record: (what: SecurityEvent, client: ClientInfo, news: SecurityNews) => Promise<void>,
    ) => Promise<T>,
  ): Promise<T> =>
    database.transaction(async (tx) => {
      if ((await lockOwner(tx, userId)) === null) throw new Failure('unauthenticated', 'Sign in to continue.');
      return work(tx, async (what, client, news) => {
        const now = clock.now();
        await logSecurity(tx, userId, { what, client, now });
        await notifySeller(tools, tx, { userId, what, news, now });
      });
    });

  /** Recovery codes for an account whose first second step is being turned on; null if it has one already. */
  const firstCodes = async (tx: Queryable, userId: string, before: Methods): Promise<string[] | null> =>
    before.hasApp || before.hasPasskey ? null : makeCodes(tx, userId);
  const makeCodes = async (tx: Queryable, userId: string): Promise<string[]> => {
    const codes = newRecoveryCodes();
    const hashes = codes.map((code) => hashRecoveryCode(userId, code));
    await replaceRecoveryCodes(tx, { userId, hashes, now: clock.now() });
    return codes;
  };
  /**
   * Whether no second step is left. Then the recovery codes go too: nothing asks for them, and the next second step makes new
   * ones.
   */
  const isLast = async (tx: Queryable, userId: string): Promise<boolean> => {
    const { hasApp, hasPasskey } = await findMethods(tx, userId);
    if (!hasApp && !hasPasskey) await removeEverything(tx, userId);
    return !hasApp && !hasPasskey;
  };

  return { describe, change, firstCodes, makeCodes, isLast };
}

export function refuseGuest({ isGuest }: Owner): void {
  if (isGuest) throw new Failure('forbidden', 'Demo accounts have no sign-in to protect. Register instead.');
}
