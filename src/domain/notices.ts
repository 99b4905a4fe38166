// Rules for push notifications: events, expiry, retries, and the daily summary, which can also come by mail.

import { type Cents, inDollars } from './money.ts';
import type { Instant } from './ports/clock.ts';
import { counted } from './text/counted.ts';
import { addDays, instantOf, shareDay } from './time.ts';

/** Events that a seller can be notified of. Each has its own switch. */
export const noticeEvents = ['needs', 'stopped', 'prices', 'summary', 'security'] as const;
export type NoticeEvent = (typeof noticeEvents)[number];

/** On by default: events that stop sharing, and those that expose a thief. */
export const standardEvents: readonly NoticeEvent[] = ['needs', 'stopped', 'security'];

export const mostDevices = 10;

/** A notification: what was true at `at`. It never contains a secret. */
export type Notice = {
  event: NoticeEvent | 'test';
  title: string;
  body: string;
  /** Path of the screen it opens. */
  path: '/dashboard' | '/selling/drops';
  at: Instant;
};

export type Urgency = 'low' | 'normal' | 'high';
const minuteMs = 60_000;
const hourMs = 3_600_000;

/** Notifications with the same tag replace each other, on the device and while queued. After its lifetime one is not sent. */
export const noticeTerms: Record<Notice['event'], { tag: string; lifeMs: number; urgency: Urgency }> = {
  needs: { tag: 'bot', lifeMs: 24 * hourMs, urgency: 'high' },
  stopped: { tag: 'bot', lifeMs: 12 * hourMs, urgency: 'normal' },
  prices: { tag: 'prices', lifeMs: 12 * hourMs, urgency: 'normal' },
  security: { tag: 'security', lifeMs: 24 * hourMs, urgency: 'high' },
  summary: { tag: 'summary', lifeMs: 12 * hourMs, urgency: 'low' },
  test: { tag: 'test', lifeMs: 5 * minuteMs, urgency: 'high' },
};

/** Delays before each retry. After three hours we give up. */
const waitsMs: readonly number[] = [30_000, 2 * minuteMs, 10 * minuteMs, 40 * minuteMs, 2 * hourMs];

/** When to retry after `tries` attempts, or null to give up. A push service may ask for a longer delay. */
export function nextTry(
  { event, at }: Pick<Notice, 'event' | 'at'>,
  { tries, now, retryAfterMs = 0 }: { tries: number; now: Instant; retryAfterMs?: number | undefined },
): Instant | null {
  const waitMs = waitsMs[tries - 1];
  if (waitMs === undefined) return null;
  const next = now + Math.max(waitMs, retryAfterMs);
  return next < at + noticeTerms[event].lifeMs ? next : null;
}

/** Local time of the daily summary: yesterday is over, and nobody is woken up. */
const summaryTime = '08:00';

/** When the next daily summary after `now` is due. */
export function nextSummaryAt(now: Instant, zone: string): Instant {
  const today = shareDay(now, zone);
  const due = instantOf(today, summaryTime, zone);
  return due > now ? due : instantOf(addDays(today, 1), summaryTime, zone);
}

/** Sales of some days: their profit as far as it is known, and how many have no cost. */
export type SalesProfit = { sales: number; profitCents: Cents | null; salesWithoutCost: number };
export type DayFacts = { confirmed: number; refused: number; unknown: number; prices: number; isPaused: boolean };

/** Summary of yesterday, or null if nothing happened. */
export function summaryWords(
  { confirmed, refused, unknown, prices, isPaused }: DayFacts,
  sold: SalesProfit,
): { title: string; body: string } | null {
  const shares = confirmed + refused + unknown;
  if (shares + prices + sold.sales === 0) return null;
  const asksForCosts = sold.sales > 0 && sold.profitCents === null;
  const parts = [
    profitMessage(sold),
    unknown > 0 ? `${counted(unknown, 'share')} not confirmed.` : '',
    refused > 0 ? `${counted(refused, 'share')} refused.` : '',
    prices > 0 ? `${counted(prices, 'price')} changed.` : '',
    isPaused ? 'Your bot is paused and needs you.' : asksForCosts ? '' : 'No action needed.',
  ];
  return {
    title: `Yesterday: ${shares === 0 && sold.sales > 0 ? counted(sold.sales, 'sale') : `${counted(confirmed, 'share')} confirmed`}`,
    body: parts.filter((part) => part !== '').join(' '),
  };
}

/** The same summary as a mail. `server`: the address at which the seller reaches Hangtag. */
export const summaryMail = ({ title, body }: { title: string; body: string }, server: string) => ({
  subject: title,
  text: [
    `${title}.`,
    body,
    `See your sales and profit:\n\n${server}/numbers`,
    `To stop these emails, turn off “Daily summary by email” in your profile:\n\n${server}/dashboard`,
    'Hangtag\n',
  ].join('\n\n'),
});

/** “3 sales, $41 profit. 1 has no cost yet.” Empty without sales. */
export function profitMessage({ sales, profitCents, salesWithoutCost }: SalesProfit): string {
  if (sales === 0) return '';
  const sold = counted(sales, 'sale');
  if (profitCents === null) return `${sold}. Add ${sales === 1 ? 'its cost' : 'their costs'} to see the profit.`;
  const profit = `${inDollars(Math.abs(profitCents))} ${profitCents < 0 ? 'loss' : 'profit'}`;
  if (salesWithoutCost === 0) return `${sold}, ${profit}.`;
  return `${sold}, ${profit}. ${salesWithoutCost.toLocaleString('en-US')} ${salesWithoutCost === 1 ? 'has' : 'have'} no cost yet.`;
}
