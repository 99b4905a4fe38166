// The face of the account feature: registration, sign-in, sessions, profile, confirmed addresses, password resets, and leaving.
import type { SecurityEvent } from '#contract/account/security.ts';
import type { User } from '#contract/account/sign-in.ts';
import type { ClientInfo } from '#contract/route.ts';
import { unconfirmedLifeMs } from '#domain/account.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { forgetOldBrowsers } from './browsers/browsers.ts';
import { hasPhone } from './browsers/store.ts';
import { createEmail, dropNewAddress, type EmailTools, pruneConfirmations } from './email/email.ts';
import { notifySeller } from './mail/notify-seller.ts';
import { browserPaired } from './mail/write-mail.ts';
import { createPhoneLink, type PhoneLinkTools, pruneLinks } from './phone-link/phone-link.ts';
import { createProfile, type ProfileTools } from './profile/change-profile.ts';
import { createLeave, type LeaveTools } from './profile/leave.ts';
import { createRegistration, type RegisterTools } from './register.ts';
import { createReset, pruneResets, type ResetTools } from './reset/reset.ts';
import { createSecondFactor, pruneQuestions, type SecondFactorTools } from './second-factor/second-factor.ts';
import { createSecurityLog, logSecurity } from './security-log/security-log.ts';
import {
  createConfirm,
  createNewBrowsers,
  createPasskeySignIn,
  createSessions,
  createSignIn,
  pruneSessions,
  type SessionTools,
  type SignInTools,
} from './sessions/sessions.ts';
import { createStorage, type StorageTools } from './storage/storage.ts';
import { hourMs } from './user/check-password.ts';
import { mustFind } from './user/find-user.ts';
import { createLateWork } from './user/late-work.ts';
import { declinePushOffer, hasPicturesThroughServer, isFirstSeller } from './user/store.ts';

export { newestEvent } from './security-log/store.ts';
export type { SessionUser } from './sessions/sessions.ts';
/** The seller's time zone. */
export { findZone } from './user/store.ts';

export type AccountTools = StorageTools &
  Omit<SignInTools, 'late'> &
  SessionTools &
  SecondFactorTools &
  Omit<RegisterTools, 'eraseUser'> &
  Omit<ResetTools, 'onReset' | 'late'> &
  ProfileTools &
  EmailTools &
  PhoneLinkTools &
  Omit<LeaveTools, 'eraseRows' | 'eraseSmall'>;

const keptResetsMs = 24 * hourMs;
/** So long a code that is scanned too late gets the right answer. */
const keptLinksMs = hourMs;

export type Account = ReturnType<typeof createAccount>;

export function createAccount(tools: AccountTools) {
  const storage = createStorage(tools);
  const late = createLateWork({ clock: tools.clock, onFailure: tools.onLateFailure });
  const leave = createLeave({ ...tools, eraseRows: storage.eraseRows, eraseSmall: storage.eraseSmall });
  return {
    ...createRegistration({ ...tools, eraseUser: leave.erase }),
    ...createSignIn({ ...tools, late }),
    ...createPasskeySignIn(tools),
    ...createSessions(tools),
    ...createConfirm(tools),
    ...createNewBrowsers(tools),
    ...createSecondFactor(tools),
    ...createProfile(tools),
    // Somebody else may have asked for the new address, with the old password.
    ...createReset({ ...tools, late, onReset: dropNewAddress }),
    ...createEmail(tools),
    ...createPhoneLink(tools),
    ...leave,
    /** Does now what was left for after replies, such as mailing reset links. */
    settled: late.settled,
    async sweepTokens(): Promise<void> {
      const now = tools.clock.now();
      await pruneSessions(tools.database, now);
      await pruneResets(tools.database, now - keptResetsMs);
      await pruneConfirmations(tools.database, now - unconfirmedLifeMs);
      await pruneQuestions(tools.database, now);
      await pruneLinks(tools.database, now - keptLinksMs);
      await forgetOldBrowsers(tools.database, now);
    },
    ...createSecurityLog(tools),
    /** Records what another feature did to the account, in its transaction. The seller hears about a new paired browser. */
    async recordSecurity(
      tx: Queryable,
      userId: string,
      { what, client }: { what: SecurityEvent; client: ClientInfo },
    ): Promise<void> {
      const now = tools.clock.now();
      await logSecurity(tx, userId, { what, client, now });
      if (what === 'browser_paired') await notifySeller(tools, tx, { userId, what, news: browserPaired(), now });
    },
    refuseFull: storage.refuseFull,
    forgetOld: storage.forgetOld,
    declinePushOffer: (userId: string): Promise<void> => declinePushOffer(tools.database, userId, tools.clock.now()),
    hasPicturesThroughServer: (userId: string): Promise<boolean> => hasPicturesThroughServer(tools.database, userId),
    /** Whether the account was used on a phone. */
    hasPhone: (userId: string): Promise<boolean> => hasPhone(tools.database, userId),
    /** Whether the account is the oldest one here. Guests of the demo don't count. */
    isFirst: (userId: string): Promise<boolean> => isFirstSeller(tools.database, userId),
    /** The user as the screens know them. Throws `unauthenticated` if the account is gone. */
    describe: (userId: string): Promise<User> => mustFind(tools.database, userId, tools),
  };
}
