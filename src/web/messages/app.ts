// Texts around every screen: session, top bar, error screen, first steps.
import { counted } from '#web/format/format.ts';

export const appMessages = {
  session: {
    loading: 'Loading your session',
    unreachable: 'The server does not answer. We keep trying by ourselves.',
  },
  pageOf: (name: string) => `${name} · Hangtag`,
  closetAtAGlance: 'Closet at a glance',
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
    profileOf: 'Profile of',
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

/** The steps before the first round. */
export const firstStepsMessages = {
  title: 'Before the first round',
  progress: (done: number, all: number) => `${done} of ${all} done`,
  done: 'Done',
  hide: 'Hide these steps',
  show: 'Show the first steps',
  account: { title: 'Create your account', text: 'Done.', guest: 'A demo account, gone after a day.' },
  connect: {
    title: 'Connect your closet',
    missing: 'Not Connected. What you give is tested once before it is saved, and never shown back to you.',
    text: 'Tested once before it is saved. Never shown back to you.',
    verb: 'Finish connecting',
  },
  sync: {
    title: 'Sync your listings',
    read: (active: number) =>
      active > 0 ? `${counted(active, 'active listing')} read.` : 'We read what is for sale. Nothing changes.',
  },
  pace: {
    title: 'Choose your pace',
    text: 'Starts at every 4 hours, 10,000 a day. Choose lower if you like.',
    verb: 'Open settings',
    keep: 'Keep this pace',
  },
  start: {
    title: 'Press Start Bot',
    text: 'The first round begins at once. You can close the page: the bot runs on the server.',
    verb: 'Go to Start Bot',
  },
  cares: {
    title: 'Care of your account',
    pace: { title: 'Human pace', text: 'Uneven gaps, one listing at a time' },
    limit: { title: 'Stops at your limit', text: 'Every day, without being asked' },
    hours: { title: 'Only in your hours', text: 'When scheduled slots are on' },
    check: { title: 'Never past a human check', text: 'It pauses and tells you' },
  },
} as const;
