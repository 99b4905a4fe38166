// Texts around every screen: session, top bar, error screen, first steps.

export const appMessages = {
  pageOf: (name: string) => `${name} · Hangtag`,
  confirmTitle: 'Confirm it’s you',
  header: {
    menu: 'Menu',
    dashboard: 'Dashboard',
    contact: 'Contact Us',
    theme: (now: string, next: string) => `Theme: ${now}. Switch to ${next}`,
  },
  error: {
    calm: 'Your bot isn’t affected. It doesn’t need this page.',
  },
} as const;
