// Tells a seller what happened to their account, by push message and by mail, if the seller has them.

import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import type { Queue } from '#domain/ports/queue.ts';
import { findAddress } from '../user/store.ts';
import type { SecurityNews } from './write-mail.ts';

type SecurityNotice = { event: 'security'; title: string; body: string; path: '/dashboard'; at: Instant };

export type NotifyTools = {
  queue: Pick<Queue, 'put'>;
  sendsMail: boolean;
  /** Sends a push message to the seller's devices that chose the event, once the transaction commits. */
  notifyDevices: (tx: Queryable, userId: string, notice: SecurityNotice) => Promise<void>;
};

export async function notifySeller(
  { queue, sendsMail, notifyDevices }: NotifyTools,
  tx: Queryable,
  { userId, news, now }: { userId: string; news: SecurityNews; now: Instant },
): Promise<void> {
  const { title, body, mail } = news;
  await notifyDevices(tx, userId, { event: 'security', title, body, path: '/dashboard', at: now });
  const to = sendsMail ? await findAddress(tx, userId) : null;
  if (to !== null) await queue.put('mail.send', { to, ...mail }, { tx });
}
