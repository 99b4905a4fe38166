// The operator's hold of all bots: what it is, how its duration is written, and what a seller reads about it.

import type { Instant } from '../ports/clock.ts';
import { duration } from '../text/duration.ts';

/** `until` is null: up to its release. */
export type Hold = { until: Instant | null; reason: string | null };

/** The hold in force; null if there is none. From memory, because every step of a bot asks. */
export type FindHold = () => Hold | null;

/** For work that waits: its time limit grows by the time for which all bots were held meanwhile. */
export type HoldReader = { find: FindHold; heldMsSince(at: Instant): Promise<number> };

export const neverHeld: HoldReader = { find: () => null, heldMsSince: async () => 0 };

export const holdReasonLength = 200;
export const longestHoldMs = 30 * 86_400_000;

const units: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Reads `2h`, `30m`, `1d`, or `1h30m`, from a minute to 30 days. null if it is none of these. */
export function readHoldDuration(text: string): number | null {
  if (!/^(\d{1,4}[mhd])+$/.test(text)) return null;
  const parts = [...text.matchAll(/(\d+)([mhd])/g)];
  const ms = parts.reduce((sum, [, amount, unit = '']) => sum + Number(amount) * (units[unit] ?? 0), 0);
  return ms >= 60_000 && ms <= longestHoldMs ? ms : null;
}

/** Whether a reason is one line of plain text, which sellers read. */
export const isHoldReason = (text: string): boolean =>
  text.trim() !== '' && text.length <= holdReasonLength && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text);

/** What a seller reads who asks for something during a hold. */
export function onHoldMessage(
  what: 'Syncing is' | 'Reading sales is' | 'Price changes are',
  hold: Hold,
  now: Instant,
): string {
  const end =
    hold.until === null
      ? 'Try again when the notice on your dashboard is gone.'
      : `Try again in ${duration(hold.until - now)}.`;
  const reason = hold.reason === null ? '' : ` Reason given: “${hold.reason}”`;
  return `${what} on hold: your administrator paused all bots. Nothing was changed. ${end}${reason}`;
}
