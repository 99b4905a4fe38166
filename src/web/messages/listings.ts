// Texts of the listing counts and the sync.
import { count, counted } from '#web/format/format.ts';

export const listingMessages = {
  sync: 'Sync Closet',
  syncing: 'Syncing…',
  synced: 'Closet Synced',
  notSynced: { title: 'No Listings Found', text: 'Failed to sync closet listings' },
  connectFirst: 'Connect your closet first',
  active: 'Active Listings',
  all: 'All Listings',
  reading: 'Loading',
  unread: 'Couldn’t load',
  sold: (listings: number) => `${count(listings)} sold`,
  noneActive: 'No active listings',
  percentActive: (percent: number) => `${percent}% active`,
  share: (active: number, total: number) => `${counted(active, 'listing')} of ${count(total)} active`,
} as const;
