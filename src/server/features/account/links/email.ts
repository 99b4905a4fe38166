// The face of this room: proves with a mailed link that an address is the seller's.
import type { User } from '#contract/account/sign-in.ts';
import type { ClientInfo } from '#contract/route.ts';
import { emailLinkLifeMs } from '#domain/account.ts';
import { Failure } from '#domain/failure.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import { hashToken, newToken } from '../../make-token.ts';
import {
  confirmAddress,
  emailChangeAsked,
  emailChanged,
  isRare,
  logAndNotify,
  type MailTools,
} from '../user/notify-seller.ts';
import { logSecurity } from '../user/security-log-store.ts';
import { emailTaken, hourMs, type Limits, mustFind, refuseTaken } from '../user/user.ts';
import { type ProofTools, proveAddress } from './reset.ts';
import {
  dropNewAddress,
  findAsking,
  isTaken,
  lockAddresses,
  saveConfirmation,
  saveConfirmed,
  useConfirmation,
  voidResets,
} from './store.ts';

export type EmailTools = Omit<ProofTools, 'limits'> & {
  database: Database;
  limits: Limits;
  /** From the configuration: a request's Host header could point the link elsewhere. */
  publicAddress: () => string;
};

/** Keeps strangers from filling a mailbox, with however many accounts. */
const mailsToOne = { most: 5, withinMs: hourMs };
const wrongTokens = { most: 50, withinMs: hourMs };

type LinkTools = Pick<EmailTools, 'clock' | 'queue' | 'publicAddress'>;

/** Mails a link to this address, which replaces an earlier one. In the transaction that makes the address wait. */
async function sendLink({ clock, queue, publicAddress }: LinkTools, tx: Queryable, userId: string, email: string) {
  const token = newToken();
  const now = clock.now();
  await saveConfirmation(tx, { userId, email, tokenHash: hashToken(token), now, expiresAt: now + emailLinkLifeMs });
  await queue.put('mail.send', { to: email, ...confirmAddress(`${publicAddress()}/auth#confirm=${token}`) }, { tx });
}

/** For an address that was just registered. If strangers have registered it again and again, its owner can ask for a link. */
export async function askToConfirm(
  tools: LinkTools & MailTools,
  tx: Queryable,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  if (tools.sendsMail && (await isRare(tools, tx, { what: 'registered', to: email })))
    await sendLink(tools, tx, userId, email);
}

/** Before an address is asked to be confirmed. Throws `email_taken` and `too_many_requests`. */
export async function refuseUnmailable({ database, limits }: EmailTools, email: string): Promise<void> {
  if (await isTaken(database, email)) throw emailTaken();
  await limits.take(mailsTo(email), mailsToOne);
}

/** The account keeps its address until the link to the new one is opened, and the old address gets mail about it now. */
export async function askToMove(
  tools: EmailTools,
  tx: Queryable,
  { userId, from, to, client }: { userId: string; from: string; to: string; client: ClientInfo },
): Promise<void> {
  await sendLink(tools, tx, userId, to);
  const what = 'email_change_asked';
  await logAndNotify(tools, tx, { userId, what, client, news: emailChangeAsked(), address: from });
}

export function createEmail(tools: EmailTools) {
  const { database, clock, limits } = tools;
  return {
    /** A new link, for the address that waits. Throws `already_confirmed`. */
    async sendEmailLink(userId: string): Promise<{ email: string }> {
      const email = tools.sendsMail ? await findWaiting(database, userId) : null;
      if (email === null) throw alreadyConfirmed();
      await limits.take(mailsTo(email), mailsToOne);
      await database.transaction(async (tx) => {
        // It may have been confirmed in the meantime.
        if ((await findWaiting(tx, userId)) !== email) throw alreadyConfirmed();
        await sendLink(tools, tx, userId, email);
      });
      return { email };
    },

    /** Forgets a new address that wasn't confirmed. */
    async keepEmail(userId: string): Promise<User> {
      await database.transaction((tx) => dropNewAddress(tx, userId));
      return await mustFind(database, userId, tools);
    },

    /**
     * `signedIn`: who uses the browser in which the link was opened. The account's own seller keeps everything. Throws `invalid_token`,
     * with one message for unknown, used, and expired tokens, and `email_taken`.
     */
    async confirmEmail(token: string, client: ClientInfo, signedIn: string | null): Promise<{ isNew: boolean }> {
      const giveBack = await limits.take(`account.confirm-email:${client.address}`, wrongTokens);
      const isNew = await database.transaction(async (tx) => {
        const now = clock.now();
        const tokenHash = hashToken(token);
        const userId = await findAsking(tx, tokenHash);
        const addresses = userId && (await lockAddresses(tx, userId));
        const email = await useConfirmation(tx, tokenHash, now);
        if (!userId || !addresses || email === null) throw invalidLink();
        const moves = email !== addresses.own;
        // Whoever moves the account has proved more than a mailbox: the password, and the second step.
        if (!moves && signedIn !== userId) await proveAddress(tools, tx, { userId, client });
        await saveConfirmed(tx, userId, email).catch(refuseTaken);
        if (moves) {
          // A link that was mailed to the old address must not open the account anymore.
          await voidResets(tx, userId);
          const [what, address] = ['email_changed' as const, addresses.own];
          await logAndNotify(tools, tx, { userId, what, client, news: emailChanged(), address });
        } else await logSecurity(tx, userId, { what: 'email_confirmed', client, now });
        return moves;
      });
      await giveBack();
      return { isNew };
    },
  };
}

/** The address that waits for its link to be opened; null if none does. Locks the account in a transaction. */
async function findWaiting(db: Queryable, userId: string): Promise<string | null> {
  const addresses = await lockAddresses(db, userId);
  if (addresses === null) return null;
  const { own, confirmed, asked } = addresses;
  return asked ?? (confirmed === own ? null : own);
}

const mailsTo = (email: string): string => `account.confirm-mail:${email}`;

const alreadyConfirmed = (): Failure => new Failure('already_confirmed', 'There is no email address to confirm.');

function invalidLink(): Failure {
  return new Failure('invalid_token', 'This link has expired or was used already. Send a new one from your profile.');
}
