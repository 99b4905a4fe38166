// Reads the header `Retry-After` of HTTP.

import type { Instant } from '../ports/clock.ts';

/** How long to wait, in milliseconds: the header has either seconds or a date. undefined if it has neither. */
export function readRetryAfter(text: string | undefined, now: Instant): number | undefined {
  const given = text?.trim() ?? '';
  const ms = /^\d+(\.\d+)?$/.test(given) ? Number(given) * 1000 : Date.parse(given) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
