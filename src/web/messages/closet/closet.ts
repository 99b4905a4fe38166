// Texts of closet stats, disconnecting, and the API test.
import type { MarketplaceName } from '#domain/closet.ts';
import { count, counted } from '#web/format/format.ts';

export const closetStatsMessages = {
  loading: 'Loading your listings',
  empty: 'No listings yet. Sync your closet on the dashboard to see its numbers here.',
  figures: { active: 'Active', sold: 'Sold', likes: 'Likes', shares: 'Shares' },
  likesNote: (most: number) => (most === 0 ? 'none yet' : `${count(most)} on the most liked`),
  soldNote: (other: number) => (other === 0 ? '' : `and ${count(other)} not for sale`),
  activeNote: (percent: number, skipped: number) =>
    `${percent}% of all listings${skipped === 0 ? '' : `, ${count(skipped)} skipped in rounds`}`,
  sharesNote: 'confirmed, by Hangtag',
  prices: 'Asking prices',
  noPrices: 'None of your active listings has a price yet.',
  lowest: 'Lowest',
  middle: 'Median',
  highest: 'Highest',
  total: (dollars: string) => `${dollars} total asking price`,
  ages: 'Listing age',
  bands: {
    month: 'Under 30 days',
    quarter: '30 to 89 days',
    half: '90 to 179 days',
    longer: '180 days or more',
  },
  band: (listings: number) => counted(listings, 'listing'),
  unknownAge: (listings: number) =>
    `${counted(listings, 'listing')} ${listings === 1 ? 'has' : 'have'} no listing date.`,
  neverShared: (listings: number) =>
    listings === 0
      ? 'Hangtag has shared every active listing.'
      : `Hangtag hasn’t shared ${counted(listings, 'active listing')} yet.`,
  asOf: (ago: string) => `Your closet was read ${ago}.`,
} as const;

export const disconnectMessages = {
  ask: 'Want to disconnect?',
  verb: 'Disconnect closet',
  pending: 'Disconnecting…',
  title: 'Disconnect this closet?',
  stops: 'The bot stops before its next share. Hangtag erases the saved password and session of',
  erased: 'right away.',
  stays: (name: MarketplaceName) => `Your history and settings stay. Nothing on ${name} changes.`,
  yours: 'your closet',
  keep: 'Keep it connected',
  done: { title: 'Closet Disconnected', text: 'Your closet has been disconnected.' },
  failed: { title: 'Disconnection failed', text: 'Failed to disconnect closet' },
} as const;

export const apiTestMessages = {
  page: 'API test',
  title: 'Marketplace connection test',
  text: 'Four read-only checks. Nothing is changed.',
  run: 'Run API Test',
  again: 'Run Test Again',
  testing: 'Testing…',
  testingNote: 'This takes a few seconds.',
  back: 'Back to Dashboard',
  result: 'Result',
  idle: 'Not tested yet. You can run the test at any time, even while the bot is sharing.',
  passed: 'Success',
  failed: 'Failed',
  probes: {
    reach: { title: 'Reach', text: 'Is the marketplace responding?' },
    session: { title: 'Session', text: 'Are you still signed in?' },
    closet: { title: 'Closet', text: 'Can Hangtag read your listings?' },
    search: { title: 'Search', text: 'Can Hangtag find similar listings?' },
  },
  probeList: 'The four checks',
  ok: 'Passed',
  notOk: 'Failed',
  took: (ms: number) => (ms < 1000 ? `${count(ms)} ms` : `${(ms / 1000).toFixed(1)} s`),
  info: 'API info',
  apiKey: 'API key',
  apiKeyNote: 'A fingerprint, not the key itself',
  listings: 'Listings',
  lastTest: 'Last test',
  stats: 'Stats',
  successful: 'Successful',
  failedCount: 'Failed',
  total: 'Total',
  toast: 'API Test Failed',
  failedStatus: (status: number) => `API test failed with status: ${status}`,
  failedOtherwise: 'An error occurred while testing the API connection.',
  whatNow: 'Your bot and settings aren’t affected. Try again in a moment.',
} as const;
