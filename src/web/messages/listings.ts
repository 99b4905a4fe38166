// Texts of the listing counts and the sync.
import { count, counted } from '#web/format/format.ts';

export const listingMessages = {
  connectFirst: 'Connect your closet first',
  reading: 'Loading',
  unread: 'Couldn’t load',
  /** What rounds share: "84 of 86 listings, 2 skipped". Empty if nothing is skipped. */
  inRounds: (active: number, skipped: number) =>
    skipped === 0 ? '' : `${count(active - skipped)} of ${counted(active, 'listing')}, ${count(skipped)} skipped`,
} as const;
