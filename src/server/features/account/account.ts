// The face of the account feature: registration, sign-in, sessions, profile, confirmed addresses, password resets, and leaving.
import type { SecurityEvent } from '#contract/account/security.ts';
import type { User } from '#contract/account/sign-in.ts';
import type { ClientInfo } from '#contract/route.ts';
import { unconfirmedLifeMs } from '#domain/account.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { createEmail, type EmailTools } from './links/email.ts';
import { createPhoneLink, type PhoneLinkTools } from './links/phone-link.ts';
import { createReset, type ResetTools } from './links/reset.ts';
import { dropNewAddress, pruneConfirmations, pruneLinks, pruneResets } from './links/store.ts';
import { createProfile, type ProfileTools } from './profile/change-profile.ts';
import { createLeave, type LeaveTools } from './profile/leave.ts';
import { createStorage, type StorageTools } from './profile/storage.ts';
import { createRegistration, type RegisterTools } from './register.ts';
import { createSecondFactor, type SecondFactorTools } from './second-factor/second-factor.ts';
import { pruneQuestions } from './second-factor/store.ts';
import { forgetOldBrowsers, hasPhone } from './sessions/browsers-store.ts';
import { createConfirm } from './sessions/second-step.ts';
import { createNewBrowsers, createSessions, type SessionTools, type SessionUser } from './sessions/sessions.ts';
import { createPasskeySignIn, createSignIn, type SignInTools } from './sessions/sign-in.ts';
import { pruneSessions } from './sessions/store.ts';
import { createLateWork } from './user/late-work.ts';
import { browserPaired, logAndNotify } from './user/notify-seller.ts';
import { listEvents, logSecurity } from './user/security-log-store.ts';
import { declinePushOffer, hasPicturesThroughServer, isFirstSeller } from './user/store.ts';
import { hourMs, mustFind } from './user/user.ts';

export type { SessionUser } from './sessions/sessions.ts';
export { newestEvent } from './user/security-log-store.ts';
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
    securityLog: (user: SessionUser) => listEvents(tools.database, user, tools.clock.now()),
    /** Records what another feature did to the account, in its transaction. The seller hears about a new paired browser. */
    async recordSecurity(
      tx: Queryable,
      userId: string,
      { what, client }: { what: SecurityEvent; client: ClientInfo },
    ): Promise<void> {
      if (what === 'browser_paired') await logAndNotify(tools, tx, { userId, what, client, news: browserPaired() });
      else await logSecurity(tx, userId, { what, client, now: tools.clock.now() });
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
