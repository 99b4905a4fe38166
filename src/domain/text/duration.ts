// Lengths of time, in words and in the header `Retry-After`.

import type { Instant } from '../ports/clock.ts';
import { counted } from './counted.ts';

/** Rounded up to the minute: "15 minutes", "1 hour", "24 hours", "1 hour 5 minutes". */
export function duration(ms: number): string {
  const all = Math.max(Math.ceil(ms / 60_000), 1);
  const hours = Math.floor(all / 60);
  const minutes = all % 60;
  const parts = [hours > 0 ? counted(hours, 'hour') : '', minutes > 0 ? counted(minutes, 'minute') : ''];
  return parts.filter((part) => part !== '').join(' ');
}

/** When something is possible again, rounded up: "in a moment", "in 30 seconds", "in 10 minutes", "in an hour", "in 24 hours". */
export function inWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 60) return seconds <= 1 ? 'in a moment' : `in ${seconds} seconds`;
  const minutes = Math.ceil(ms / 60_000);
  if (minutes === 1) return 'in a minute';
  return minutes === 60 ? 'in an hour' : `in ${duration(ms)}`;
}

/** How long to wait, in milliseconds: the header has either seconds or a date. undefined if it has neither. */
export function readRetryAfter(text: string | undefined, now: Instant): number | undefined {
  const given = text?.trim() ?? '';
  const ms = /^\d+(\.\d+)?$/.test(given) ? Number(given) * 1000 : Date.parse(given) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
