// Sends the bot's push notifications and mail, which reach the seller while Hangtag is closed.

import { type PauseReason, waitingPauses } from '#domain/bot/bot.ts';
import type { NoticeEvent } from '#domain/notices.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import type { Queue } from '#domain/ports/queue.ts';
import type { NotifyDevices } from '../../notices/notices.ts';
import { findAddress } from '../state/store.ts';

/** News about the bot: sharing stopped, paused, or didn't start on a new day, and when. */
type BotNews = {
  reason: PauseReason | 'browser_lost' | 'limit_reached' | 'stopped_by_operator' | 'not_started';
  message: string;
  at: Instant;
};

/** Notifies the seller outside of the screens, inside the transaction that pauses or stops the bot. */
export type NotifySeller = (tx: Queryable, userId: string, news: BotNews) => Promise<void>;

const needsYou = 'Your bot is paused and needs you';

/** The push message for a piece of news, or null. Outages of the marketplace send none, because they come and go. */
function noticeOf({ reason }: BotNews): { event: NoticeEvent & ('needs' | 'stopped'); title: string } | null {
  if (reason === 'limit_reached') return { event: 'stopped', title: 'Your bot reached its daily limit' };
  if (reason === 'browser_lost') return { event: 'stopped', title: 'Sharing waits for your browser' };
  if (reason === 'stopped_by_operator') return { event: 'stopped', title: 'Your administrator stopped your bot' };
  if (reason === 'not_started') return { event: 'needs', title: 'Your bot didn’t start' };
  if (reason === 'marketplace_unavailable') return null;
  if (waitingPauses.includes(reason)) return { event: 'stopped', title: 'Your bot is paused' };
  return { event: 'needs', title: needsYou };
}

/** Notifies the devices that chose the event. Sends mail too, if it is configured and the bot can't continue without the seller. */
export function createNotifySeller(needs: {
  queue: Pick<Queue, 'put'>;
  mails: boolean;
  notifyDevices: NotifyDevices;
}): NotifySeller {
  const { queue, mails, notifyDevices } = needs;
  return async (tx, userId, news) => {
    const notice = noticeOf(news);
    if (notice === null) return;
    await notifyDevices(tx, userId, { ...notice, body: news.message, path: '/dashboard', at: news.at });
    const address = mails && notice.event === 'needs' ? await findAddress(tx, userId) : null;
    if (address === null) return;
    await queue.put('mail.send', { to: address, subject: notice.title, text: news.message }, { tx });
  };
}
