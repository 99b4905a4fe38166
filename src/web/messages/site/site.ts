// Texts that all public pages share: bar, buttons, demo, and footer.

export const siteMessages = {
  blog: 'Blog',
  startFree: 'Start Free Today',
} as const;

/** Texts of the 404 page. */
export const notFoundMessages = {
  text: 'Did you forget to add the page to the router?',
} as const;
