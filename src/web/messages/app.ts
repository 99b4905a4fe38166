// Texts around every screen: session, top bar, error screen, first steps.

import type { MarketplaceName } from '#domain/closet.ts';
import type { Transport } from '#domain/companion.ts';
import { counted } from '#web/format/format.ts';

export const appMessages = {
  session: {
    loading: 'Loading your session',
    unreachable: 'Can’t reach the server. Retrying…',
  },
  pageOf: (name: string) => `${name} · Hangtag`,
  closetAtAGlance: 'Closet at a glance',
  skip: 'Skip to content',
  confirmTitle: 'Confirm it’s you',
  jumps: { label: 'On this page', photo: 'Photo', prices: 'Prices', settings: 'Settings', activity: 'Activity' },
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
    profileOf: 'Profile of',
    bot: 'Bot:',
    demo: 'Demo',
    demoText: 'A demo account with a practice closet. Nothing here is real, and it’s erased after 24 hours.',
    practice: 'Practice',
    practiceText: 'This is a practice closet with made-up listings.',
  },
  error: {
    page: 'Something went wrong',
    heading: 'Something went wrong',
    text: 'An unexpected error occurred. Please try refreshing the page.',
    calm: 'Your bot isn’t affected. It doesn’t need this page.',
    details: 'Error details',
    refresh: 'Refresh Page',
  },
} as const;

/** The steps before the first round. */
export const firstStepsMessages = {
  title: 'Before the first round',
  progress: (done: number, all: number) => `${done} of ${all} done`,
  done: 'Done',
  hide: 'Hide these steps',
  show: 'Show the first steps',
  account: { title: 'Create your account', text: 'Done.', guest: 'A demo account. It’s erased after 24 hours.' },
  connect: {
    title: 'Connect your closet',
    missing: 'Not Connected. Hangtag tests your sign-in right away. Your password is never shown again.',
    text: (transport: Transport) =>
      transport === 'browser' ? 'Through your browser. Your sign-in stays there.' : 'Your sign-in is stored encrypted.',
    verb: 'Finish connecting',
  },
  sync: {
    title: 'Sync your listings',
    read: (active: number, name: MarketplaceName) =>
      active > 0
        ? `${counted(active, 'active listing')} imported.`
        : `Imports your active listings. Nothing on ${name} changes.`,
  },
  pace: {
    title: 'Choose your pace',
    text: (hours: number, shares: number | null) =>
      shares === null
        ? `Default: one round every ${hours} hours.`
        : `Default: one round every ${hours} hours (about ${counted(shares, 'share')} a day).`,
    verb: 'Open settings',
    keep: 'Keep this pace',
  },
  start: {
    title: 'Press Start Bot',
    text: (transport: Transport) =>
      transport === 'browser'
        ? 'You can close this page, but keep your browser open: it does the sharing.'
        : 'You can close this page. The bot runs on the server.',
    verb: 'Go to Start Bot',
  },
} as const;
