// What a bot has to share at the parties that it knows of, for its status and the day rail.

import type { PlannedParty } from '#domain/bot/schedule/party-plan.ts';
import { restsAfterMissed, visitsOffUntil } from '#domain/bot/visits.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { shareDay } from '#domain/time.ts';
import type { BotNeeds } from '../needs/needs.ts';
import { readTried } from '../rounds/store.ts';
import type { SellerBot } from '../state/seller.ts';
import { readTriedInParty, readVisitFacts } from '../visits/store.ts';

/** Parties that aren't over, the one that ends first first. None while party shares are off. */
export async function readPartiesAhead(
  { database, parties, onceADay }: { database: Queryable } & Pick<BotNeeds, 'parties' | 'onceADay'>,
  { userId, settings, backoff, timezone }: SellerBot,
  now: Instant,
): Promise<(PlannedParty & { id: string })[]> {
  if (!settings.partySharing || visitsOffUntil(backoff, now) !== null) return [];
  const known = await parties.known(userId, now);
  if (known.length === 0) return [];
  const { missedAt } = await readVisitFacts(database, userId);
  if (restsAfterMissed(missedAt, now)) return [];
  const eligible = await parties.eligible(userId);
  const listingIds = await onceADay(userId);
  const day = shareDay(now, timezone);
  const triedToday = listingIds.length === 0 ? [] : await readTried(database, { userId, day, listingIds, now });
  const [leftOutToday, leftOutLater] = [new Set(triedToday), new Set(listingIds)];
  return Promise.all(
    known.map(async (party) => {
      // On another day, an ordinary round mostly comes before the party.
      const leftOut = shareDay(party.startsAt, timezone) > day ? leftOutLater : leftOutToday;
      const matching = (eligible.get(party.id) ?? []).filter((id) => !leftOut.has(Number(id)));
      const tried = matching.length === 0 ? new Set() : await readTriedInParty(database, { userId, party });
      return { ...party, left: matching.filter((id) => !tried.has(id)).length };
    }),
  );
}
