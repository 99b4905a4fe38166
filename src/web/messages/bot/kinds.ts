// Texts about shares that are no ordinary round: to parties, and back to people who shared the seller's listings.
import type { BotStatus } from '#contract/bot/bot.ts';
import { count, shortDay } from '#web/format/format.ts';

/** What the day's shares consist of, where it isn't only rounds: "374 in rounds, 38 to parties, 4 back". */
export const sharesByKindText = ({
  sharesByKind: { self, party, back },
}: Pick<BotStatus, 'sharesByKind'>): string | null =>
  party + back === 0
    ? null
    : [
        `${count(self)} in rounds`,
        ...(party > 0 ? [`${count(party)} to parties`] : []),
        ...(back > 0 ? [`${count(back)} shared back`] : []),
      ].join(', ');

/** Until when a warning keeps off what the seller has turned on; empty if none does. */
export const visitsOffNote = ({ visitsOffUntil, settings, timezone }: BotStatus): string => {
  if (visitsOffUntil === undefined) return '';
  const { partySharing, shareBack } = settings;
  const what =
    partySharing && shareBack ? 'Party shares and share-backs' : partySharing ? 'Party shares' : 'Share-backs';
  return `${what} are off until ${shortDay(visitsOffUntil, timezone)}, after the warning. `;
};

/** What a round of any kind has shared so far: "12 of 40 shared this round.", "12 of 40 shared to Best in Denim." */
export const roundSoFar = (
  { kind, party, completedShares, totalListings }: BotStatus['shareStatus'],
  ordinary: string,
): string => {
  const shared = `${count(completedShares)} of ${count(totalListings)} shared`;
  if (kind === 'back') return `${shared} back.`;
  return kind === 'party' ? `${shared} to ${party ?? 'a party'}.` : `${shared}${ordinary}.`;
};
