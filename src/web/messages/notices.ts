// Texts about push notifications.
import type { NoticeEvent } from '#domain/notices.ts';

export const noticesMessages = {
  title: 'Messages on this device',
  loading: 'Reading which devices get messages',
  off: 'A short message on this device when something happens, also while Hangtag is closed. You choose what about.',
  on: 'On',
  turnOn: 'Turn on messages',
  turningOn: 'Turning on…',
  turnOff: 'Turn off here',
  turningOff: 'Turning off…',
  turnedOn: { title: 'Messages are on', text: 'Send a test message to see one.' },
  turnedOff: { title: 'Messages are off', text: 'Nothing is sent to this device any more.' },
  failed: { title: 'Error', text: 'That could not be changed.' },
  about: 'What this device is told about',
  events: {
    needs: {
      title: 'The bot needs you',
      text: 'A human check, a refused password, an ended session: sharing stands still until you act.',
    },
    stopped: {
      title: 'The bot stopped itself',
      text: 'At your daily limit, or for a while because the marketplace asked for less.',
    },
    prices: { title: 'Prices are done', text: 'A change of prices that ran on without you has its end.' },
    summary: { title: 'A daily summary', text: 'Each morning at 8, what yesterday brought, if it brought anything.' },
  } satisfies Record<NoticeEvent, { title: string; text: string }>,
  nothingChosen: 'Nothing is chosen, so nothing is sent.',
  lastTaken: (ago: string) => `Last message ${ago}.`,
  noneYet: 'No message has been sent here yet.',
  notTaken: (ago: string) =>
    `The browser’s push service did not take the last message, ${ago}. We try again by ourselves.`,
  test: 'Send a test message',
  testing: 'Sending…',
  tested: 'Test message sent',
  testFailed: { title: 'Test failed', text: 'The test message could not be sent.' },
  how: 'The message is encrypted for this browser. The push service of its maker passes it on and cannot read it.',
  denied: {
    text: 'Your browser does not let Hangtag send messages. Nothing can be turned on until you allow it:',
    steps: [
      'Open the site’s settings: the sign beside the address, or the site’s name in the browser’s own settings.',
      'Set Notifications to Allow.',
      'Come back here. Nothing has to be reloaded.',
    ],
  },
  deniedShort: 'Your browser does not let Hangtag send messages. Your profile tells how to allow it.',
  homeScreen: {
    text: 'On an iPhone or iPad, messages come only to an app on the Home Screen:',
    steps: [
      'In Safari, press Share, then Add to Home Screen.',
      'Open Hangtag from the Home Screen and sign in there.',
      'Turn on messages here, in your profile. This needs iOS 16.4 or newer.',
    ],
  },
  insecure:
    'Browsers allow messages only for sites that are reached by https. Whoever runs this installation can set that up.',
  unsupported: 'Your browser cannot receive messages while Hangtag is closed. Another one on this device may.',
  dismissed: {
    title: 'Nothing was turned on',
    text: 'The browser asked you and got no answer. You can try again at any time.',
  },
  noService: {
    title: 'Nothing was turned on',
    text: 'Your browser could not reach its push service. Some browsers have it switched off in their settings.',
  },
  others: 'Your other devices',
  unknown: 'An unknown program',
  since: (day: string) => `since ${day}`,
  remove: 'Turn off',
  removeOf: (browser: string) => `Turn off messages on ${browser}`,
  removed: (browser: string) => ({ title: 'Messages are off', text: `Nothing is sent to ${browser} any more.` }),
  offer: {
    label: 'Messages',
    title: 'A day of sharing went well.',
    text: 'Would you like a short message on this device when the bot needs you?',
    decline: 'No, thanks',
    declined: 'You find it in your profile, should you change your mind.',
  },
} as const;
