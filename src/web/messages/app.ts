// Texts around every screen: session, top bar, error screen, first steps.

export const appMessages = {
  pageOf: (name: string) => `${name} · Hangtag`,
  header: {
    theme: (now: string, next: string) => `Theme: ${now}. Switch to ${next}`,
  },
  error: {
    calm: 'Your bot isn’t affected. It doesn’t need this page.',
  },
  notFound: 'Did you forget to add the page to the router?',
} as const;
