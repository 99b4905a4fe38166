// What workers and commands report about a bot: metrics, logs, entries in the activity log, and the notifications and mail that reach a
// seller while Hangtag is closed.

import type { ShareOutcome } from '#domain/bot/backoff.ts';
import { type PauseReason, waitingPauses } from '#domain/bot/bot.ts';
import type { NoticeEvent } from '#domain/notices.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import type { Queue } from '#domain/ports/queue.ts';
import type { NotifyDevices } from '../../notices/notices.ts';
import type { RoundKind, RoundSums } from '../rounds/store.ts';
import { findAddress } from '../state/store.ts';

export type Measure = {
  shareSettled(outcome: ShareOutcome): void;
  /** How late a share was sent, in ms. */
  late(ms: number): void;
  notReserved(why: string): void;
};

/** A worker's log. `fields` contain no secrets. */
export type BotLog = {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

const counted = (listings: number): string => `${listings} ${listings === 1 ? 'listing' : 'listings'}`;

/** What a round is about to share. */
export function planWords({ kind, party }: RoundKind, planned: number): string {
  if (kind === 'party') return `${counted(planned)} for ${party.title}`;
  return kind === 'back' ? `One listing each of ${people(planned)} who shared yours` : counted(planned);
}

const people = (count: number): string => `${count} ${count === 1 ? 'person' : 'people'}`;

/** Why a round ended before its end. */
export type CutBy = 'slot' | 'party' | 'off' | 'interruption';
const cutWords: Record<CutBy, string> = {
  slot: 'ended with its time slot',
  party: 'ended with the party',
  off: 'ended because these shares are off now',
  interruption: 'ended by an interruption',
};

export function roundWords(state: 'done' | 'cut' | 'stopped', sums: RoundSums, cutBy: CutBy = 'slot'): string {
  const { planned, shares, inFlight, unknown, failed } = sums;
  const of = sums.kind === 'back' ? `${people(planned)} shared back` : `${counted(planned)} shared`;
  const parts = [`${shares} of ${of}${sums.kind === 'party' ? ` to ${sums.party.title}` : ''}`];
  // Its own entry says later what became of it. This line stays.
  if (inFlight > 0) parts.push(`${inFlight} still being sent`);
  if (unknown > 0) parts.push(`${unknown} not confirmed`);
  if (failed > 0) parts.push(`${failed} refused`);
  if (state === 'cut') parts.push(cutWords[cutBy]);
  if (state === 'stopped') parts.push('stopped');
  return parts.join(', ');
}

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
