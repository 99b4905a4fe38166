/** What stands around every screen: the session, the top bar, the screen for errors. */
export const appWords = {
  session: {
    loading: 'Loading your session',
    unreachable: 'The server does not answer. We keep trying by ourselves.',
  },
  skip: 'Skip to content',
  header: {
    tools: 'Tools',
    more: 'Help and account',
    menu: 'Menu',
    dashboard: 'Dashboard',
    market: 'Market analysis',
    apiTest: 'API test',
    howItWorks: 'How it Works',
    contact: 'Contact Us',
    theme: (now: string, next: string) => `Theme: ${now}. Switch to ${next}`,
    themeNow: (now: string) => `Theme: ${now}`,
    profileOf: (name: string) => `Profile of ${name}`,
    demo: 'Demo',
    demoText: 'A demo account with a practice closet. Nothing here is real, and all of it is gone after 24 hours.',
    practice: 'Practice',
    practiceText: 'This is a practice closet. Nothing in it is real.',
  },
  error: {
    page: 'Something went wrong',
    heading: 'Something went wrong',
    text: 'An unexpected error occurred. Please try refreshing the page.',
    calm: 'Your bot is not touched by this: it runs on the server.',
    details: 'Error details',
    refresh: 'Refresh Page',
  },
} as const;
