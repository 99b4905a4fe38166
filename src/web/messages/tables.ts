// Headings of the CSV tables, and texts of the buttons that download them.

export const tableMessages = {
  title: 'As tables, for a spreadsheet',
  verbs: { listings: 'Listings (CSV)', activity: 'Activity (CSV)', prices: 'Price history (CSV)' },
  pending: 'Collecting…',
  done: (name: string, rows: number) => ({
    title: 'Table ready',
    text: `Saved as ${name}.csv, ${rows} ${rows === 1 ? 'row' : 'rows'}.`,
  }),
  failed: { title: 'Export failed', text: 'The table could not be made.' },
  listings: [
    'Title',
    'Price in $',
    'Original price in $',
    'Floor price in $',
    'State',
    'Brand',
    'Category',
    'Size',
    'Condition',
    'Likes',
    'Shares by Hangtag',
    'Last shared (UTC)',
    'Listed (UTC)',
    'Sold (UTC)',
    'Address',
  ],
  activity: ['When (UTC)', 'What', 'Details', 'Listing'],
  prices: ['When (UTC)', 'Listing', 'Old price in $', 'New price in $', 'By'],
} as const;
