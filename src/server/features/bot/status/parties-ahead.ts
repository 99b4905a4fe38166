// What a bot has to share at the parties that it knows of, for its status and the day rail.

import type { PlannedParty } from '#domain/bot/schedule/party-plan.ts';
import { restsAfterMissed, visitsOffUntil } from '#domain/bot/visits.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import type { BotNeeds } from '../needs/needs.ts';
import type { SellerBot } from '../state/seller.ts';
import { readTriedInParty, readVisitFacts } from '../visits/store.ts';

/** Parties that aren't over, the one that ends first first. None while party shares are off. */
export async function readPartiesAhead(
  { database, parties }: { database: Queryable; parties: BotNeeds['parties'] },
  { userId, settings, backoff }: SellerBot,
  now: Instant,
): Promise<(PlannedParty & { id: string })[]> {
  if (!settings.partySharing || visitsOffUntil(backoff, now) !== null) return [];
  const known = await parties.known(userId, now);
  if (known.length === 0) return [];
  const { missedAt } = await readVisitFacts(database, userId);
  if (restsAfterMissed(missedAt, now)) return [];
  const eligible = await parties.eligible(userId);
  return Promise.all(
    known.map(async (party) => {
      const matching = eligible.get(party.id) ?? [];
      const tried = matching.length === 0 ? new Set() : await readTriedInParty(database, { userId, party });
      return { ...party, left: matching.filter((id) => !tried.has(id)).length };
    }),
  );
}
