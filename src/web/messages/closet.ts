// Texts of closet stats, disconnecting and the API test.
import { count, counted } from '#web/format/format.ts';

export const closetStatsMessages = {
  loading: 'Reading your listings',
  empty: 'No listings yet. Sync your closet on the dashboard, and its numbers appear here.',
  figures: { active: 'Active', sold: 'Sold', likes: 'Likes', shares: 'Shares' },
  likesNote: (most: number) => (most === 0 ? 'none yet' : `${count(most)} on the most liked`),
  soldNote: (other: number) => (other === 0 ? 'of all listings' : `and ${count(other)} not for sale`),
  activeNote: (percent: number) => `${percent}% of all listings`,
  sharesNote: 'confirmed, by Hangtag',
  prices: 'Asking prices',
  noPrices: 'No price of a listing for sale is known.',
  lowest: 'Lowest',
  middle: 'Middle',
  highest: 'Highest',
  total: (dollars: string) => `${dollars} asked in all`,
  ages: 'How long they have been up',
  bands: {
    month: 'Under 30 days',
    quarter: '30 to 89 days',
    half: '90 to 179 days',
    longer: '180 days and more',
  },
  band: (listings: number) => counted(listings, 'listing'),
  unknownAge: (listings: number) => `Of ${counted(listings, 'listing')} the marketplace told no date.`,
  neverShared: (listings: number) =>
    listings === 0
      ? 'Every active listing has been shared by Hangtag.'
      : `${counted(listings, 'active listing')} not shared by Hangtag yet.`,
  asOf: (ago: string) => `As of the last sync, ${ago}.`,
} as const;

export const disconnectMessages = {
  ask: 'Want to disconnect?',
  verb: 'Disconnect closet',
  pending: 'Disconnecting…',
  title: 'Disconnect this closet?',
  stops: 'The bot stops before its next share. Hangtag erases the saved password and session of',
  erased: 'right away.',
  stays: 'Your history and settings stay. Nothing on Poshmark changes.',
  yours: 'your closet',
  keep: 'Keep it connected',
  done: { title: 'Closet Disconnected', text: 'Your marketplace closet has been disconnected.' },
  failed: { title: 'Disconnection failed', text: 'Failed to disconnect closet' },
} as const;

export const apiTestMessages = {
  page: 'API test',
  title: 'Does the marketplace answer?',
  text: 'Four quiet questions to the marketplace. Nothing is changed there, and nobody is signed in.',
  run: 'Run API Test',
  again: 'Run Test Again',
  testing: 'Testing…',
  testingNote: 'Asking the marketplace. This takes a few seconds.',
  back: 'Back to Dashboard',
  result: 'Result',
  idle: 'Not tested yet. The test can be run at any time, also while the bot is sharing.',
  passed: 'Success',
  failed: 'Failed',
  probes: {
    reach: { title: 'Reach', text: 'Does the marketplace answer at all?' },
    session: { title: 'Session', text: 'Is your session there still good?' },
    closet: { title: 'Closet', text: 'Can your listings be read?' },
    search: { title: 'Search', text: 'Can comparable listings be found?' },
  },
  probeList: 'The four questions',
  ok: 'Passed',
  notOk: 'Failed',
  took: (ms: number) => (ms < 1000 ? `${count(ms)} ms` : `${(ms / 1000).toFixed(1)} s`),
  info: 'API info',
  apiKey: 'API key',
  apiKeyNote: 'A fingerprint, never the key itself',
  listings: 'Listings',
  lastTest: 'Last test',
  stats: 'Stats',
  successful: 'Successful',
  failedCount: 'Failed',
  total: 'Total',
  toast: 'API Test Failed',
  failedStatus: (status: number) => `API test failed with status: ${status}`,
  failedOtherwise: 'An error occurred while testing the API connection.',
  whatNow: 'Your bot and your settings are not touched by this. Try again in a moment.',
} as const;
