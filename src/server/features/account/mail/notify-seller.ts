// Tells a seller what happened to their account, by push message and by mail, if the seller has them.

import type { SecurityEvent } from '#contract/account/security.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import type { Queue } from '#domain/ports/queue.ts';
import { hourMs, type Limits } from '../user/check-password.ts';
import { findSellersAddress } from '../user/store.ts';
import type { SecurityNews, Text } from './write-mail.ts';

/**
 * Mails of each kind to one address. It may be a stranger's, whose mailbox nobody may fill: an account with any address is made in
 * a moment, and then signs in from a new browser 240 times a minute.
 */
const mails = { most: 5, withinMs: hourMs };

type SecurityNotice = { event: 'security'; title: string; body: string; path: '/dashboard'; at: Instant };

export type MailTools = { queue: Pick<Queue, 'put'>; limits: Pick<Limits, 'takeWith'>; sendsMail: boolean };

export type NotifyTools = MailTools & {
  /** Sends a push message to the seller's devices that chose the event, once the transaction commits. */
  notifyDevices: (tx: Queryable, userId: string, notice: SecurityNotice) => Promise<void>;
};

/** What the mail or the notice is about. */
type About = SecurityEvent | 'deleted';

/** In the transaction that makes it true. `address`: where the mail goes instead of the account's present address. */
export async function notifySeller(
  { queue, limits, sendsMail, notifyDevices }: NotifyTools,
  tx: Queryable,
  given: { userId: string; what: About; news: SecurityNews; now: Instant; address?: string },
): Promise<void> {
  const { userId, what, news, now, address } = given;
  const to = address ?? (await findSellersAddress(tx, userId));
  if (to === null || !(await isRare({ limits }, tx, { what, to }))) return;
  const { title, body, mail } = news;
  await notifyDevices(tx, userId, { event: 'security', title, body, path: '/dashboard', at: now });
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
