// When a bot will share to the parties that it knows of, for the day rail and the next share.

import type { Instant } from '../../ports/clock.ts';
import type { BotSettings } from '../bot.ts';
import { type Window, windowsBetween } from './schedule.ts';

/** A party that isn't over, with the listings that match it and had no attempt in it. */
export type PlannedParty = { title: string; startsAt: Instant; endsAt: Instant; left: number };

type Scheduling = Pick<BotSettings, 'scheduledSlots' | 'useScheduledSlots'>;

/** The time slots while there are parties; null: any time is right. */
export const slotsOf = (
  parties: readonly PlannedParty[],
  { settings, timezone, now }: { settings: Scheduling; timezone: string; now: Instant },
): readonly Window[] | null => {
  if (!settings.useScheduledSlots) return null;
  const to = Math.max(now, ...parties.map(({ endsAt }) => endsAt));
  return to === now ? [] : windowsBetween({ slots: settings.scheduledSlots, timezone, from: now, to });
};

type Opening = { party: PlannedParty; startsAt: Instant; closesAt: Instant };

/** The first visit that may begin at `from` or later, of the party that ends first. */
export function nextPartyVisit(
  parties: readonly PlannedParty[],
  slots: readonly Window[] | null,
  from: Instant,
): Opening | null {
  const openings = parties.flatMap((party) => (party.left > 0 ? (openingOf(party, slots, from) ?? []) : []));
  return openings.toSorted((a, b) => a.startsAt - b.startsAt || a.party.endsAt - b.party.endsAt)[0] ?? null;
}

function openingOf(party: PlannedParty, slots: readonly Window[] | null, from: Instant): Opening | null {
  const at = Math.max(from, party.startsAt);
  const slot = slots?.find(({ closesAt }) => closesAt > at);
  const startsAt = Math.max(at, slot?.opensAt ?? at);
  if (startsAt >= party.endsAt || (slots !== null && slot === undefined)) return null;
  return { party, startsAt, closesAt: Math.min(slot?.closesAt ?? party.endsAt, party.endsAt) };
}
