// Texts of closet stats, disconnecting, and the API test.

export const closetStatsMessages = {
  bands: {
    month: 'Under 30 days',
    quarter: '30 to 89 days',
    half: '90 to 179 days',
    longer: '180 days or more',
  },
} as const;

export const disconnectMessages = {
  verb: 'Disconnect closet',
} as const;

export const apiTestMessages = {
  failed: 'Failed',
  probes: {
    reach: { title: 'Reach', text: 'Is the marketplace responding?' },
    session: { title: 'Session', text: 'Are you still signed in?' },
    closet: { title: 'Closet', text: 'Can Hangtag read your listings?' },
    search: { title: 'Search', text: 'Can Hangtag find similar listings?' },
  },
} as const;
