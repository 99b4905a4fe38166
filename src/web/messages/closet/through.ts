// Texts of a closet that is linked through the seller's own browser, for the dashboard's first view.

export const throughMessages = {
  server: 'This server',
  browser: 'Your paired browser',
} as const;
