// Texts that all public pages share: bar, buttons, demo, and footer.

export const siteMessages = {
  menu: 'Menu',
  features: 'Features',
  pricing: 'Pricing',
  howItWorks: 'How it works',
  blog: 'Blog',
  logIn: 'Log in',
  getStarted: 'Get Started',
  startFree: 'Start Free Today',
  demoUnreachable: 'Can’t reach the server. Try again in a moment.',
  sample: 'Sample data',
} as const;
