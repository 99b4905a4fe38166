// Texts about push notifications, and about the daily summary by email.
import type { NoticeEvent } from '#domain/notices.ts';

export const noticesMessages = {
  failed: { text: 'Couldn’t change notifications. Try again in a moment.' },
  events: {
    needs: {
      title: 'The bot needs you',
      text: 'A human check, a rejected password, or an expired session: sharing is paused until you act.',
    },
    stopped: {
      title: 'The bot stopped or paused',
      text: 'It reached your daily limit, or it’s sharing less for a while after a warning.',
    },
    prices: { title: 'Prices are updated', text: 'A price update finished.' },
    security: { title: 'Your sign-in', text: 'A new browser signed in, or your second step changed.' },
    summary: {
      title: 'Daily summary',
      text: 'Every morning at 8, if anything happened yesterday: shares, price changes, sales, and their profit.',
    },
  } satisfies Record<NoticeEvent, { title: string; text: string }>,
  mail: {
    title: 'Daily summary by email',
    text: (email: string) =>
      `Every morning at 8, if anything happened yesterday: shares, price changes, sales, and their profit. Sent to ${email}.`,
    failed: 'Couldn’t save this. Try again in a moment.',
  },
  denied: {
    text: 'Your browser blocks notifications from Hangtag. To allow them:',
    steps: [
      'Open the site’s settings from the icon beside the address, or from your browser’s settings.',
      'Set Notifications to Allow.',
      'Come back here. You don’t need to reload the page.',
    ],
  },
  homeScreen: {
    text: 'On an iPhone or iPad, only apps on the Home Screen can get notifications:',
    steps: [
      'In Safari, tap Share, then Add to Home Screen.',
      'Open Hangtag from the Home Screen and sign in there.',
      'Turn on notifications here, in your profile. This needs iOS 16.4 or newer.',
    ],
  },
  dismissed: {
    title: 'Notifications are still off',
    text: 'Your browser asked you and got no answer. You can try again at any time.',
  },
  noService: {
    title: 'Notifications are still off',
    text: 'Your browser couldn’t reach its push service. It may be turned off in the browser’s settings.',
  },
} as const;
