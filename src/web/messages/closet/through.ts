// Texts of a closet that is linked through the seller's own browser, for the dashboard's first view.

export const throughMessages = {
  label: 'Shares through',
  server: 'This server',
  browser: 'Your paired browser',
  another: 'Connect another way',
} as const;
