// The bot's entries in the activity log.

import type { RoundKind } from '../rounds/store.ts';

const counted = (listings: number): string => `${listings} ${listings === 1 ? 'listing' : 'listings'}`;

type RoundCounts = RoundKind & { planned: number; shares: number; inFlight: number; unknown: number; failed: number };

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

export function roundWords(state: 'done' | 'cut' | 'stopped', sums: RoundCounts, cutBy: CutBy = 'slot'): string {
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
