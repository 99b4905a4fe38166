// Texts about push notifications.
import type { NoticeEvent } from '#domain/notices.ts';

export const noticesMessages = {
  title: 'Notifications on this device',
  loading: 'Loading your devices',
  off: 'Get a short notification on this device when something happens, even when Hangtag is closed. You choose the events.',
  on: 'On',
  turnOn: 'Turn on notifications',
  turningOn: 'Turning on…',
  turnOff: 'Turn off here',
  turningOff: 'Turning off…',
  turnedOn: { title: 'Notifications are on', text: 'Send a test to see one.' },
  turnedOff: { title: 'Notifications are off', text: 'This device won’t get any more.' },
  failed: { title: 'Error', text: 'Couldn’t change notifications. Try again in a moment.' },
  about: 'Notify this device about',
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
    summary: { title: 'Daily summary', text: 'Every morning at 8, if anything happened yesterday.' },
  } satisfies Record<NoticeEvent, { title: string; text: string }>,
  nothingChosen: 'No event is chosen, so you won’t get any notifications.',
  lastTaken: (ago: string) => `Last notification ${ago}.`,
  noneYet: 'No notifications sent here yet.',
  notTaken: (ago: string) =>
    `The browser’s push service didn’t accept the last notification, ${ago}. Hangtag will try again automatically.`,
  test: 'Send a test',
  testing: 'Sending…',
  tested: 'Test sent',
  testFailed: { title: 'Test failed', text: 'Couldn’t send the test. Try again in a moment.' },
  how: 'Encrypted end to end.',
  denied: {
    text: 'Your browser blocks notifications from Hangtag. To allow them:',
    steps: [
      'Open the site’s settings from the icon beside the address, or from your browser’s settings.',
      'Set Notifications to Allow.',
      'Come back here. You don’t need to reload the page.',
    ],
  },
  deniedShort: 'Your browser blocks notifications from Hangtag. Your profile shows how to allow them.',
  homeScreen: {
    text: 'On an iPhone or iPad, only apps on the Home Screen can get notifications:',
    steps: [
      'In Safari, tap Share, then Add to Home Screen.',
      'Open Hangtag from the Home Screen and sign in there.',
      'Turn on notifications here, in your profile. This needs iOS 16.4 or newer.',
    ],
  },
  insecure: 'Notifications need a site with https. Ask your administrator to set it up.',
  unsupported: 'This browser can’t get notifications while Hangtag is closed. Try another browser on this device.',
  dismissed: {
    title: 'Notifications are still off',
    text: 'Your browser asked you and got no answer. You can try again at any time.',
  },
  noService: {
    title: 'Notifications are still off',
    text: 'Your browser couldn’t reach its push service. It may be turned off in the browser’s settings.',
  },
  others: 'Your other devices',
  unknown: 'Unknown browser',
  since: (day: string) => `since ${day}`,
  remove: 'Turn off',
  removeOf: (browser: string) => `Turn off notifications on ${browser}`,
  removed: (browser: string) => ({ title: 'Notifications are off', text: `${browser} won’t get any more.` }),
  offer: {
    label: 'Notifications',
    title: 'Sharing is going well.',
    text: 'Want a notification on this device when the bot needs you?',
    decline: 'No, thanks',
    declined: 'You can turn this on later in your profile.',
  },
} as const;
