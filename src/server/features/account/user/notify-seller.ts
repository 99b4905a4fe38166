// Tells a seller what happened to their account, by push message and by mail, if the seller has them.
import type { SecurityEvent } from '#contract/account/security.ts';
import type { ClientInfo } from '#contract/route.ts';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import type { Queue } from '#domain/ports/queue.ts';
import { logSecurity } from './security-log-store.ts';
import { findSellersAddress } from './store.ts';
import { hourMs, type Limits } from './user.ts';

/**
 * Mails of each kind to one address. It may be a stranger's, whose mailbox nobody may fill: an account with any address is made in
 * a moment, and then signs in from a new browser 240 times a minute.
 */
const mails = { most: 5, withinMs: hourMs };

type SecurityNotice = { event: 'security'; title: string; body: string; path: '/dashboard'; at: Instant };

export type MailTools = { queue: Pick<Queue, 'put'>; limits: Pick<Limits, 'takeWith'>; sendsMail: boolean };

export type NotifyTools = MailTools & {
  clock: Clock;
  /** Sends a push message to the seller's devices that chose the event, once the transaction commits. */
  notifyDevices: (tx: Queryable, userId: string, notice: SecurityNotice) => Promise<void>;
};

/** What the mail or the notice is about. */
type About = SecurityEvent | 'deleted';

type Event = { userId: string; what: SecurityEvent; client: ClientInfo | null; news: SecurityNews; address?: string };

/** In the transaction that makes it true. */
export async function logAndNotify(tools: NotifyTools, tx: Queryable, event: Event): Promise<void> {
  const { userId, what, client } = event;
  await logSecurity(tx, userId, { what, client, now: tools.clock.now() });
  await notifySeller(tools, tx, event);
}

/** `address`: where the mail goes instead of the account's present address. */
export async function notifySeller(
  { queue, limits, sendsMail, notifyDevices, clock }: NotifyTools,
  tx: Queryable,
  { userId, what, news, address }: Omit<Event, 'client'>,
): Promise<void> {
  const to = address ?? (await findSellersAddress(tx, userId));
  if (to === null || !(await isRare({ limits }, tx, { what, to }))) return;
  const { title, body, mail } = news;
  await notifyDevices(tx, userId, { event: 'security', title, body, path: '/dashboard', at: clock.now() });
  if (sendsMail) await queue.put('mail.send', { to, ...mail }, { tx });
}

/** The same for what is only mailed. */
export async function mailSeller(
  tools: MailTools,
  tx: Queryable,
  { what, to, mail }: { what: About; to: string; mail: Text },
): Promise<void> {
  if (tools.sendsMail && (await isRare(tools, tx, { what, to })))
    await tools.queue.put('mail.send', { to, ...mail }, { tx });
}

/** Whether this address may get one more mail of this kind, which is counted. */
export const isRare = (
  { limits }: Pick<MailTools, 'limits'>,
  tx: Queryable,
  { what, to }: { what: About; to: string },
): Promise<boolean> => limits.takeWith(tx, `account.mail:${what}:${to}`, mails);

type Text = { subject: string; text: string };

const signature = '\n\nHangtag\n';

/** Leaves out the name, because the person who registered this address may have typed anything as a name. */
export const resetLink = (link: string): Text => ({
  subject: 'Reset your Hangtag password',
  text: `Hi,\n\nUse this link to set a new password:\n\n${link}\n\nThe link works once, for 10 minutes. If you didn’t ask for it, ignore this email. Your password stays the same.${signature}`,
});

/** Without the name, for the same reason. */
export const confirmAddress = (link: string): Text => ({
  subject: 'Confirm your email address for Hangtag',
  text: `Hi,\n\nUse this link to confirm this address for your Hangtag account:\n\n${link}\n\nThe link works once, for 24 hours. If you don’t have a Hangtag account, ignore this email. Somebody may have mistyped their address.${signature}`,
});

/** The mail goes to the old address, while the change can still be stopped. */
export const emailChangeAsked = (): SecurityNews => {
  const title = 'Your Hangtag email address is about to change';
  const what = 'Someone who is signed in to your Hangtag account entered a new email address for it.';
  const ifNot = 'If this wasn’t you, change your password now. That also stops the change.';
  const text = `${what} Hangtag will use it as soon as it is confirmed.\n\n${ifNot}${signature}`;
  return { title, body: `${what} ${ifNot}`, mail: { subject: title, text } };
};

export const passwordChanged = (): Text => ({
  subject: 'Your Hangtag password was changed',
  text: `Your password was just changed. You were signed out everywhere else, and browsers that share your closet have to be paired again.\n\nIf this wasn’t you, reset your password right away with "Forgot your password" on the sign-in page.${signature}`,
});

/** The mail goes to the old address, so a person who took over a session can't change the address unnoticed. */
export const emailChanged = (): SecurityNews => {
  const title = 'Your Hangtag email address was changed';
  const what = 'Your Hangtag account now uses a different email address.';
  const ifNot = 'If this wasn’t you, tell your administrator right away.';
  return { title, body: `${what} ${ifNot}`, mail: { subject: title, text: `${what}\n\n${ifNot}${signature}` } };
};

/** Also goes out if the operator deleted it. */
export const accountDeleted = (): Text => ({
  subject: 'Your Hangtag account was deleted',
  text: `Your Hangtag account and its data were deleted.\n\nIf you didn’t ask for this, tell your administrator right away. Only a backup can bring the account back.${signature}`,
});

/** A push message, and the mail with the same content. */
export type SecurityNews = { title: string; body: string; mail: Text };

const news = (title: string, body: string, more = ''): SecurityNews => ({
  title,
  body,
  mail: { subject: title, text: `${body}${more}${signature}` },
});

/** Leaves out what the browser says about itself, because an attacker can make it say anything. */
export const newSignIn = (address: string, dashboard: string): SecurityNews =>
  news(
    'New sign-in to your Hangtag account',
    `A browser that you haven’t used before signed in from ${address}. If this wasn’t you, sign that browser out and change your password.`,
    `\n\nYou can do both here:\n\n${dashboard}`,
  );

export const browserPaired = (): SecurityNews =>
  news(
    'A browser was paired with your Hangtag account',
    'It can share for you and renew your session. If this wasn’t you, remove it in the marketplace panel on your dashboard, and change your password.',
  );

const ifNotYou = 'If this wasn’t you, change your password and tell your administrator.';

export const secondStepAdded = (what: 'passkey' | 'app'): SecurityNews =>
  news(
    what === 'passkey'
      ? 'A passkey was added to your Hangtag account'
      : 'An authenticator app was added to your Hangtag account',
    `Signing in now asks for a second step after your password. ${ifNotYou}`,
  );

export const secondStepRemoved = (what: 'passkey' | 'app', isLast: boolean): SecurityNews =>
  news(
    what === 'passkey'
      ? 'A passkey was removed from your Hangtag account'
      : 'The authenticator app was removed from your Hangtag account',
    isLast
      ? `Signing in now asks for your password only. ${ifNotYou}`
      : `It no longer works for signing in. ${ifNotYou}`,
  );

export const secondStepRemovedByOperator = (): SecurityNews =>
  news(
    'Your administrator turned off the second step of your sign-in',
    'Signing in now asks for your password only. If you didn’t ask for this, talk to your administrator.',
  );

export const secondStepRemovedByProof = (): SecurityNews =>
  news(
    'The second step of your Hangtag sign-in was turned off',
    'Someone just proved for the first time that they get mail at your address. Passkeys, codes, paired browsers, and sign-ins from before no longer work, in case somebody else had registered it. Turn the second step on again in your profile.',
  );

export const recoveryCodesMade = (): SecurityNews =>
  news('New recovery codes for your Hangtag account', `Your old recovery codes no longer work. ${ifNotYou}`);

export const recoveryCodeUsed = (left: number): SecurityNews =>
  news('A recovery code of your Hangtag account was used', `You have ${left} of them left. ${ifNotYou}`);
