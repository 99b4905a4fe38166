// Headings of the CSV tables, and texts of the buttons that download them.

export const tableMessages = {
  verbs: { listings: 'Listings (CSV)', activity: 'Activity (CSV)', prices: 'Price history (CSV)' },
  listings: [
    'Title',
    'Price',
    'Original price',
    'Floor price',
    'Currency',
    'Status',
    'Brand',
    'Category',
    'Size',
    'Condition',
    'Likes',
    'Shares by Hangtag',
    'Last shared (UTC)',
    'Listed (UTC)',
    'Sold (UTC)',
    'Link',
  ],
  availability: {
    available: 'Active',
    sold: 'Sold',
    not_for_sale: 'Not for sale',
    reserved: 'Reserved',
    removed: 'Removed',
  },
  activity: ['When (UTC)', 'What', 'Details', 'Listing'],
  prices: ['When (UTC)', 'Listing', 'Old price', 'New price', 'Currency', 'By'],
} as const;
