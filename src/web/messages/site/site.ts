// Texts that all public pages share: bar, buttons, demo, and footer.

export const siteMessages = {
  blog: 'Blog',
  startFree: 'Start Free Today',
  demoUnreachable: 'Can’t reach the server. Try again in a moment.',
} as const;
