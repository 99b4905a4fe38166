// Texts about what differs from ordinary rounds: a limit that a warning has lowered, and shares to parties and back to people who
// shared the seller's listings.
import type { BotStatus } from '#contract/bot/bot.ts';
import { type MarketplaceName, startWith } from '#domain/closet.ts';
import { count, counted, shortDay } from '#web/format/format.ts';

type Lowered = { limit: number; own: number; until: string; marketplace: MarketplaceName };

export const loweredMessages = {
  today: ({ limit, until, marketplace }: Omit<Lowered, 'own'>) =>
    `Your limit is ${count(limit)} a day until ${until}, after a warning from ${marketplace}.`,
  below: ({ limit, own, until }: Omit<Lowered, 'marketplace'>) =>
    `A warning lowered your limit to ${count(limit)} a day until ${until}. Your own limit is ${count(own)}.`,
  why: {
    share_limit: ({ limit, until, marketplace }: Lowered) =>
      `${startWith(marketplace)} blocked sharing for a while, so until ${until} Hangtag shares at most ${count(limit)} a day.`,
    rate_limited: ({ limit, until, marketplace }: Lowered) =>
      `${startWith(marketplace)} asked Hangtag to slow down three times within a day, so until ${until} it shares at most ${count(limit)} a day.`,
    gentle: ({ limit, until, marketplace }: Lowered) =>
      `${startWith(marketplace)} asked for a human check, or limited shares twice within a day. Until ${until} Hangtag is in slow mode: at most ${counted(limit, 'share')} a day, double the pauses, and no offers.`,
  },
  doneText: (own: number, resumes: string | null) =>
    `${counted(own, 'share')} a day.${resumes === null ? '' : ` Sharing still resumes ${resumes}, because the marketplace asked for a break.`}`,
} as const;

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
