// Changes a seller's profile: name, email address, password, and time zone.
import type { z } from 'zod';
import type { ProfileChange } from '#contract/account/profile.ts';
import type { User } from '#contract/account/sign-in.ts';
import type { ClientInfo } from '#contract/route.ts';
import { normalizeEmail } from '#domain/account.ts';
import { Failure } from '#domain/failure.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { askToMove, type EmailTools, refuseUnmailable } from '../links/email.ts';
import { dropConfirmation, dropNewAddress, voidResets } from '../links/store.ts';
import { refuseWithoutSecondStep } from '../sessions/second-step.ts';
import type { SessionUser } from '../sessions/sessions.ts';
import { endOtherSessions, type SessionDevices } from '../sessions/store.ts';
import { emailChanged, logAndNotify, mailSeller, passwordChanged } from '../user/notify-seller.ts';
import { logSecurity } from '../user/security-log-store.ts';
import { findOwnSecrets, lockPassword, type ProfileFields, updateUser } from '../user/store.ts';
import {
  hourMs,
  mustFind,
  notCurrentPassword,
  type PasswordRules,
  type Passwords,
  proveOwner,
  refuseTaken,
  refuseUnknownZone,
  refuseWeakPassword,
} from '../user/user.ts';

export type ProfileTools = PasswordRules &
  EmailTools & {
    passwords: Passwords;
    devices: SessionDevices;
    /** Runs in the transaction that changes the time zone, because the bot's day and time slots depend on it. */
    onTimezoneMoved: (tx: Queryable, userId: string, now: Instant) => Promise<void>;
  };

type Change = z.output<typeof ProfileChange>;
type OwnSecrets = NonNullable<Awaited<ReturnType<typeof findOwnSecrets>>>;

const emailChanges = { most: 5, withinMs: hourMs };
/** As many as the accounts that a client may register, because both answers show whether an address has an account. */
const emailChangesOfClient = { most: 20, withinMs: hourMs };

export function createProfile(tools: ProfileTools) {
  const { database, clock, passwords } = tools;
  return {
    /**
     * Changes only the given fields. A new email or password needs the current password, and the second step if one is on:
     * throws `wrong_password`, `confirmation_required`. Where mail is sent, a new address replaces the old one once it is confirmed.
     */
    async changeProfile(user: SessionUser, change: Change, client: ClientInfo): Promise<User> {
      const own = await findOwnSecrets(database, user.id);
      if (own === null) throw new Failure('unauthenticated', 'Sign in to continue.');
      const { newPassword } = change;
      const email = change.email === undefined ? undefined : normalizeEmail(change.email);
      const newEmail = email === own.email ? undefined : email;
      await refuseChange(tools, { user, own, change, newEmail, client });
      const isMailed = newEmail !== undefined && tools.sendsMail;
      const fields: ProfileFields = {
        firstName: change.firstName,
        lastName: change.lastName,
        phoneNumber: change.phoneNumber === undefined ? undefined : change.phoneNumber || null,
        username: change.username === undefined ? undefined : change.username || null,
        timezone: change.timezone,
        picturesThroughServer: change.picturesThroughServer,
        email: isMailed ? undefined : newEmail,
        passwordHash: newPassword === undefined ? undefined : await passwords.hash(newPassword),
      };
      const isProven = newPassword !== undefined || newEmail !== undefined;
      return await database.transaction(async (tx) => {
        // A password that was reset since it was checked has ended this session, too. Whoever knows the old one changes nothing.
        if (isProven && !(await lockPassword(tx, user.id, own.passwordHash)))
          throw notCurrentPassword('currentPassword');
        await updateUser(tx, user.id, fields).catch(refuseTaken);
        if (change.timezone !== undefined && change.timezone !== own.timezone) {
          await tools.onTimezoneMoved(tx, user.id, clock.now());
        }
        if (newPassword !== undefined) await afterNewPassword(tools, tx, { user, own, client });
        if (isMailed) await askToMove(tools, tx, { userId: user.id, from: own.email, to: newEmail, client });
        else if (newEmail !== undefined) await afterNewEmail(tools, tx, { user, client });
        return await mustFind(tx, user.id, tools);
      });
    },
  };
}

/** Refuses what the seller may not change, before anything is stored. Counts tries, even those that are refused. */
async function refuseChange(
  tools: ProfileTools,
  asked: { user: SessionUser; own: OwnSecrets; change: Change; newEmail: string | undefined; client: ClientInfo },
): Promise<void> {
  const { user, own, change, newEmail, client } = asked;
  const { passwords, limits } = tools;
  const { newPassword, currentPassword: given } = change;
  if (change.timezone !== undefined) refuseUnknownZone(change.timezone);
  if (newPassword !== undefined)
    refuseWeakPassword(newPassword, tools, { field: 'newPassword', email: newEmail ?? own.email });
  if (newEmail === undefined && newPassword === undefined) return;
  if (own.isGuest) throw new Failure('forbidden', 'Demo accounts have no email or password. Register instead.');
  const { passwordHash } = own;
  await proveOwner({ passwords, limits, userId: user.id, passwordHash, given, field: 'currentPassword' });
  await refuseWithoutSecondStep(tools, user);
  if (newEmail === undefined) return;
  // Limited, because the answer shows whether an address has an account.
  await limits.take(`account.email:${user.id}`, emailChanges);
  await limits.take(`account.email-from:${client.address}`, emailChangesOfClient);
  if (tools.sendsMail) await refuseUnmailable(tools, newEmail);
}

async function afterNewPassword(
  tools: ProfileTools,
  tx: Queryable,
  { user, own, client }: { user: SessionUser; own: OwnSecrets; client: ClientInfo },
): Promise<void> {
  await voidResets(tx, user.id);
  // Somebody else may have asked for it, with the old password.
  await dropNewAddress(tx, user.id);
  const what = 'password_changed';
  await logSecurity(tx, user.id, { what, client, now: tools.clock.now() });
  await endOtherSessions(tx, tools.devices, { userId: user.id, keptId: user.sessionId });
  await tools.unpairBrowsers(tx, user.id);
  await mailSeller(tools, tx, { what, to: own.email, mail: passwordChanged() });
}

/** Where no mail is sent. */
async function afterNewEmail(
  tools: ProfileTools,
  tx: Queryable,
  { user, client }: { user: SessionUser; client: ClientInfo },
): Promise<void> {
  await voidResets(tx, user.id);
  await dropConfirmation(tx, user.id);
  await logAndNotify(tools, tx, { userId: user.id, what: 'email_changed', client, news: emailChanged() });
}
