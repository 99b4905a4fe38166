// Texts about the daily limit: once it is used up, while a warning has lowered it, and what the seller can do then.
import { type MarketplaceName, startWith } from '#domain/closet.ts';
import { count, counted } from '#web/format/format.ts';

export const limitMessages = {
  resumeDaily: 'Resume every day at midnight',
} as const;

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
