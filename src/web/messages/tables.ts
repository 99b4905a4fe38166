// Headings of the CSV tables, and texts of the buttons that download them.

export const tableMessages = {
  title: 'Spreadsheets (CSV)',
  verbs: { listings: 'Listings (CSV)', activity: 'Activity (CSV)', prices: 'Price history (CSV)' },
  pending: 'Collecting…',
  done: (name: string, rows: number) => ({
    title: 'Export ready',
    text: `Saved as ${name}.csv, ${rows} ${rows === 1 ? 'row' : 'rows'}.`,
  }),
  failed: { title: 'Export failed', text: 'Couldn’t create the table. Try again in a moment.' },
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
