// Tells a seller what happened to their account, by push message and by mail, if the seller has them.

import type { SecurityEvent } from '#contract/schemas/account/security.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import type { Queue } from '#domain/ports/queue.ts';
import { countLately } from '../security-log/security-log.ts';
import { hourMs } from '../user/check-password.ts';
import { findAddress } from '../user/store.ts';
import type { SecurityNews, Text } from './write-mail.ts';

/**
 * Of each kind of event, for one account. Its address may be a stranger's, whose mailbox nobody may fill: a password signs in from
 * a new browser 240 times a minute.
 */
const notified = { most: 5, withinMs: hourMs };

type SecurityNotice = { event: 'security'; title: string; body: string; path: '/dashboard'; at: Instant };

export type NotifyTools = {
  queue: Pick<Queue, 'put'>;
  sendsMail: boolean;
  /** Sends a push message to the seller's devices that chose the event, once the transaction commits. */
  notifyDevices: (tx: Queryable, userId: string, notice: SecurityNotice) => Promise<void>;
};

/** After the event was logged, in its transaction. */
export async function notifySeller(
  { queue, sendsMail, notifyDevices }: NotifyTools,
  tx: Queryable,
  { userId, what, news, now }: { userId: string; what: SecurityEvent; news: SecurityNews; now: Instant },
): Promise<void> {
  if (await isKnownEnough(tx, { userId, what, now })) return;
  const { title, body, mail } = news;
  await notifyDevices(tx, userId, { event: 'security', title, body, path: '/dashboard', at: now });
  const to = sendsMail ? await findAddress(tx, userId) : null;
  if (to !== null) await queue.put('mail.send', { to, ...mail }, { tx });
}

/** The same for what is only mailed, to this address of the seller. */
export async function mailSeller(
  { queue, sendsMail }: Pick<NotifyTools, 'queue' | 'sendsMail'>,
  tx: Queryable,
  { userId, what, to, mail, now }: { userId: string; what: SecurityEvent; to: string; mail: Text; now: Instant },
): Promise<void> {
  if (!sendsMail || (await isKnownEnough(tx, { userId, what, now }))) return;
  await queue.put('mail.send', { to, ...mail }, { tx });
}

const isKnownEnough = async (
  tx: Queryable,
  { userId, what, now }: { userId: string; what: SecurityEvent; now: Instant },
): Promise<boolean> => (await countLately(tx, userId, { what, since: now - notified.withinMs })) > notified.most;
