// Texts that all public pages share: bar, buttons, demo, and footer.

export const siteMessages = {
  blog: 'Blog',
  startFree: 'Start Free Today',
} as const;

export const notFoundMessages = {
  text: 'Did you forget to add the page to the router?',
} as const;
