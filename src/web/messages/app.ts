// Texts around every screen: session, top bar, error screen, first steps.

import type { MarketplaceName } from '#domain/closet.ts';
import type { Transport } from '#domain/companion.ts';
import { counted } from '#web/format/format.ts';

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

/** The steps before the first round. */
export const firstStepsMessages = {
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
