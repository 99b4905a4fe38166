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

/** Until when a warning keeps party shares and share-backs off; null if none does. */
const visitsOffUntil = ({ gentleUntil, loweredUntil }: Pick<BotStatus, 'gentleUntil' | 'loweredUntil'>) =>
  [gentleUntil, loweredUntil]
    .filter((until) => until !== undefined)
    .toSorted()
    .at(-1) ?? null;

/** Empty unless the seller has turned on what a warning keeps off. */
export const visitsOffNote = (status: BotStatus): string => {
  const until = visitsOffUntil(status);
  const { partySharing, shareBack } = status.settings;
  if (until === null || !(partySharing || shareBack)) return '';
  const what =
    partySharing && shareBack ? 'Party shares and share-backs' : partySharing ? 'Party shares' : 'Share-backs';
  return `${what} are off until ${shortDay(until, status.timezone)}, after the warning. `;
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
