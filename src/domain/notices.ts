import type { Instant } from './ports/clock.ts';
import { addDays, instantOf, shareDay } from './time.ts';

/** What a seller can be told about on a device, each by a switch of its own. */
export const noticeEvents = ['needs', 'stopped', 'prices', 'summary'] as const;
export type NoticeEvent = (typeof noticeEvents)[number];

/** On from the beginning: that sharing does not go on. The others are a matter of taste. */
export const standardEvents: readonly NoticeEvent[] = ['needs', 'stopped'];

export const mostDevices = 10;

/** A message to a device: what was true at `at`, in words that hold no secret. */
export type Notice = {
  event: NoticeEvent | 'test';
  title: string;
  body: string;
  /** The screen that it opens. */
  path: '/dashboard';
  at: Instant;
};

export type Urgency = 'low' | 'normal' | 'high';
const minuteMs = 60_000;
const hourMs = 3_600_000;

/** Messages of one tag replace one another, on the device and while they wait for it; after its life one is not worth sending. */
export const noticeTerms: Record<Notice['event'], { tag: string; lifeMs: number; urgency: Urgency }> = {
  needs: { tag: 'bot', lifeMs: 24 * hourMs, urgency: 'high' },
  stopped: { tag: 'bot', lifeMs: 12 * hourMs, urgency: 'normal' },
  prices: { tag: 'prices', lifeMs: 12 * hourMs, urgency: 'normal' },
  summary: { tag: 'summary', lifeMs: 12 * hourMs, urgency: 'low' },
  test: { tag: 'test', lifeMs: 5 * minuteMs, urgency: 'high' },
};

/** Before the tries after the first: what a push service could not take for three hours is given up. */
const pausesMs: readonly number[] = [30_000, 2 * minuteMs, 10 * minuteMs, 40 * minuteMs, 2 * hourMs];

/** When a message that was not taken is tried again; null: no more. `tries` were made; a push service may want more time. */
export function nextTry(
  { event, at }: Pick<Notice, 'event' | 'at'>,
  { tries, now, retryAfterMs = 0 }: { tries: number; now: Instant; retryAfterMs?: number | undefined },
): Instant | null {
  const pause = pausesMs[tries - 1];
  if (pause === undefined) return null;
  const next = now + Math.max(pause, retryAfterMs);
  return next < at + noticeTerms[event].lifeMs ? next : null;
}

/** In the seller's morning yesterday is summed up: then the day is over, and nobody is woken. */
const summaryTime = '08:00';

/** When the next daily summary is due, after `now`. */
export function nextSummaryAt(now: Instant, zone: string): Instant {
  const today = shareDay(now, zone);
  const due = instantOf(today, summaryTime, zone);
  return due > now ? due : instantOf(addDays(today, 1), summaryTime, zone);
}

export type DayFacts = { confirmed: number; refused: number; unknown: number; prices: number; isPaused: boolean };

/** Yesterday in two lines; null where nothing happened that is worth a message. */
export function summaryWords({ confirmed, refused, unknown, prices, isPaused }: DayFacts): {
  title: string;
  body: string;
} | null {
  if (confirmed + refused + unknown + prices === 0) return null;
  const parts = [
    unknown > 0 ? `${counted(unknown, 'share')} without a clear answer.` : '',
    refused > 0 ? `${counted(refused, 'share')} refused.` : '',
    prices > 0 ? `${counted(prices, 'price')} changed.` : '',
    isPaused ? 'Your bot is paused and needs you.' : 'Nothing needs you.',
  ];
  return {
    title: `Yesterday: ${counted(confirmed, 'share')} confirmed`,
    body: parts.filter((part) => part !== '').join(' '),
  };
}

const counted = (count: number, one: string): string =>
  `${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`;
