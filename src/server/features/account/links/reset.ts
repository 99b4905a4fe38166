// The face of this room: resets a forgotten password by a link, which is mailed or printed.

import { timingSafeEqual } from 'node:crypto';
import type { ClientInfo } from '#contract/route.ts';
import { normalizeEmail, resetTokenLifeMs } from '#domain/account.ts';
import { Failure } from '#domain/failure.ts';
import type { Clock } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import { hashToken, newToken } from '../../make-token.ts';
import { removeEverything as removeSecondStep } from '../second-factor/store.ts';
import { forgetBrowsers, isSellersBrowser } from '../sessions/browsers-store.ts';
import { endOtherSessions, type SessionDevices } from '../sessions/store.ts';
import type { LateWork } from '../user/late-work.ts';
import {
  logAndNotify,
  mailSeller,
  type NotifyTools,
  passwordChanged,
  resetLink,
  secondStepRemovedByProof,
} from '../user/notify-seller.ts';
import { logSecurity } from '../user/security-log-store.ts';
import { setPassword } from '../user/store.ts';
import { hourMs, type Limits, type PasswordRules, type Passwords, refuseWeakPassword } from '../user/user.ts';
import { isResetOpen, lockOwnerOf, makeReset, saveProof, useReset, voidResets } from './store.ts';

export type ResetTools = PasswordRules &
  ProofTools & {
    database: Database;
    clock: Clock;
    passwords: Passwords;
    limits: Limits;
    /**
     * What a request from this machine itself gets: the token in the reply; or a link in the terminal, and the token for a browser
     * that has the start's own link; or nothing (REVEAL_RESET_TOKEN).
     */
    revealsResetToken: 'always' | 'to start link' | 'never';
    startKey: string;
    print: (line: string) => void;
    /** Runs in the transaction that sets the new password. */
    onReset: (tx: Queryable, userId: string) => Promise<void>;
    /** From the configuration: a request's Host header could point the link elsewhere. */
    publicAddress: () => string;
    late: Pick<LateWork, 'start'>;
  };

const requests = { most: 100, withinMs: hourMs };
/** Keeps strangers from filling a mailbox. What one of them asks for leaves some to others, of whom one may be the seller. */
const mails = { most: 5, withinMs: hourMs };
const mailsOfClient = { most: 3, withinMs: hourMs };
const wrongTokens = { most: 50, withinMs: hourMs };

const linkSent = 'If this address has an account, you’ll get an email with a reset link. It works for 10 minutes.';
const noMail = 'This site can’t send email. Ask your administrator for a reset link.';
const revealed = 'This site doesn’t send email, so your reset token is filled in below. It works for 10 minutes.';
const printed =
  'If this address has an account, Hangtag just printed a reset link in its terminal. It works for 10 minutes.';

export function createReset(tools: ResetTools) {
  const { database, clock, limits, late } = tools;
  const links = createLinks(tools);

  return {
    async forgotPassword(
      given: { email: string; startKey?: string | undefined },
      client: ClientInfo,
    ): Promise<{ message: string; resetToken?: string }> {
      const email = normalizeEmail(given.email);
      await limits.take(`account.forgot:${client.address}`, requests);
      if (tools.revealsResetToken !== 'never' && !client.forwarded) {
        if (tools.revealsResetToken === 'to start link' && !isStartKey(tools, given.startKey)) {
          late.start(() => links.print(email));
          return { message: printed };
        }
        const resetToken = newToken();
        await links.store(email, resetToken);
        return { message: revealed, resetToken };
      }
      if (!tools.sendsMail) return { message: noMail };
      late.start(() => links.mail(email, client));
      return { message: linkSent };
    },

    /** For the operator's commands: a link to pass on. Resolves to null if there is no such account. */
    async makeResetLink(email: string): Promise<string | null> {
      const token = newToken();
      return (await links.store(normalizeEmail(email), token)) === null ? null : links.of(token);
    },

    /** Ends every session and every pairing of the user. Throws `invalid_token`, with one message for unknown, used, and expired tokens. */
    async resetPassword(given: { token: string; newPassword: string }, client: ClientInfo): Promise<void> {
      // The email address is not known before the token is used.
      refuseWeakPassword(given.newPassword, tools, { field: 'newPassword', email: '' });
      const giveBack = await limits.take(`account.reset:${client.address}`, wrongTokens);
      const tokenHash = hashToken(given.token);
      if (!(await isResetOpen(database, tokenHash, clock.now()))) throw invalidToken();
      const passwordHash = await tools.passwords.hash(given.newPassword);
      await database.transaction(async (tx) => {
        await lockOwnerOf(tx, tokenHash);
        const userId = await useReset(tx, tokenHash, clock.now());
        if (userId === null) throw invalidToken();
        const { email } = await setPassword(tx, userId, passwordHash);
        await voidResets(tx, userId);
        await tools.onReset(tx, userId);
        await proveAddress(tools, tx, { userId, client });
        await tools.unpairBrowsers(tx, userId);
        const what = 'password_reset';
        await logSecurity(tx, userId, { what, client, now: clock.now() });
        await endOtherSessions(tx, tools.devices, { userId, keptId: null });
        await mailSeller(tools, tx, { what, to: email, mail: passwordChanged() });
      });
      await giveBack();
    },
  };
}

/** Makes reset links. Each has a token, of which only a hash is stored. */
function createLinks(tools: ResetTools) {
  const { database, clock, limits } = tools;
  const of = (token: string): string => `${tools.publicAddress()}/auth#reset=${token}`;
  /** Resolves to null if the address has no account. */
  const store = (email: string, token: string) => {
    const now = clock.now();
    return makeReset(database, { email, tokenHash: hashToken(token), now, expiresAt: now + resetTokenLifeMs });
  };
  return {
    of,
    store,
    async mail(email: string, client: ClientInfo): Promise<void> {
      if (await isSellersBrowser(database, { email }, client))
        await limits.take(`account.own-reset-mail:${email}`, mails);
      else
        await limits.takeAll([
          { key: `account.reset-mail:${email}`, bound: mails },
          { key: `account.reset-mail:${email}:${client.address}`, bound: mailsOfClient },
        ]);
      const token = newToken();
      const account = await store(email, token);
      if (account) await tools.queue.put('mail.send', { to: account.email, ...resetLink(of(token)) });
    },
    async print(email: string): Promise<void> {
      const token = newToken();
      const account = await store(email, token);
      if (account) tools.print(`Reset link for ${account.email}: ${of(token)}`);
    },
  };
}

/** Whether the browser opened the link that the terminal showed at the start. */
export const isStartKey = ({ startKey }: Pick<ResetTools, 'startKey'>, given: string | undefined): boolean =>
  given !== undefined && timingSafeEqual(Buffer.from(hashToken(given)), Buffer.from(hashToken(startKey)));

function invalidToken(): Failure {
  const message = 'This reset token has expired. Request a new one.';
  return new Failure('invalid_token', message, { fields: { token: message } });
}

export type ProofTools = NotifyTools & {
  clock: Clock;
  devices: SessionDevices;
  unpairBrowsers: (tx: Queryable, userId: string) => Promise<void>;
};

/**
 * Whoever opens a mailed link has the mailbox. The first time, the passkeys, the authenticator app, the recovery codes, the paired and
 * known browsers, and the sessions from before go, or whoever registered the address before its owner would keep the account even
 * after a reset. Later proofs remove nothing. In a transaction that has locked the account.
 */
export async function proveAddress(
  tools: ProofTools,
  tx: Queryable,
  { userId, client }: { userId: string; client: ClientInfo },
): Promise<void> {
  if (!(await saveProof(tx, userId))) return;
  await endOtherSessions(tx, tools.devices, { userId, keptId: null });
  await forgetBrowsers(tx, userId);
  await tools.unpairBrowsers(tx, userId);
  if (!(await removeSecondStep(tx, userId))) return;
  const what = 'second_factor_removed_by_proof';
  await logAndNotify(tools, tx, { userId, what, client, news: secondStepRemovedByProof() });
}
