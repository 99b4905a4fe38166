// Texts of the listing counts and the sync.
import { count, counted } from '#web/format/format.ts';

export const listingMessages = {
  sync: 'Sync Closet',
  syncing: 'Syncing…',
  synced: 'Closet Synced',
  notSynced: { title: 'No Listings Found', text: 'Failed to sync closet listings' },
  notYet: 'Not yet',
  connectFirst: 'Connect your closet first',
  active: 'Active Listings',
  all: 'All Listings',
  reading: 'Loading',
  unread: 'Couldn’t load',
  sold: (listings: number) => `${count(listings)} sold`,
  readAt: (ago: string) => `Closet read ${ago}`,
  noneActive: 'No active listings',
  percentActive: (percent: number) => `${percent}% active`,
  /** What rounds share: "84 of 86 listings, 2 skipped". Empty if nothing is skipped. */
  inRounds: (active: number, skipped: number) =>
    skipped === 0 ? '' : `${count(active - skipped)} of ${counted(active, 'listing')}, ${count(skipped)} skipped`,
  showSkipped: (skipped: number) => `Show ${counted(skipped, 'skipped listing')}`,
  share: (active: number, total: number) => `${counted(active, 'listing')} of ${count(total)} active`,
} as const;
