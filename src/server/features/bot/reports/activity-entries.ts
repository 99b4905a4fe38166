// The bot's entries in the activity log.

import type { ActivityAction } from '#domain/activity.ts';
import type { Queryable } from '#domain/ports/database.ts';

export type ActivityLog = {
  record(
    tx: Queryable,
    entry: { userId: string; action: ActivityAction; details?: string; listingId?: string },
  ): Promise<void>;
};

export const counted = (listings: number): string => `${listings} ${listings === 1 ? 'listing' : 'listings'}`;

type RoundCounts = { planned: number; shares: number; inFlight: number; unknown: number; failed: number };

export function roundWords(
  state: 'done' | 'cut' | 'stopped',
  { planned, shares, inFlight, unknown, failed }: RoundCounts,
): string {
  const parts = [`${shares} of ${counted(planned)} shared`];
  // Its own entry says later what became of it. This line stays.
  if (inFlight > 0) parts.push(`${inFlight} still being sent`);
  if (unknown > 0) parts.push(`${unknown} not confirmed`);
  if (failed > 0) parts.push(`${failed} refused`);
  if (state === 'cut') parts.push('ended with its time slot');
  if (state === 'stopped') parts.push('stopped');
  return parts.join(', ');
}
