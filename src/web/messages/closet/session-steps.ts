// Texts of the steps that copy a session out of a browser.
import type { MarketplaceName } from '#domain/closet.ts';

export type SessionStepPicture = 'sign-in' | 'setting' | 'network' | 'copy' | 'paste';
/** Words between asterisks are what the seller sees on screen. */
type SessionStep = { picture: SessionStepPicture; text: string; alt: string };

const browsers = { chrome: 'Chrome or Edge', safari: 'Safari', firefox: 'Firefox' } as const;
type Browser = keyof typeof browsers;

const networkKeys = {
  chrome: { mac: '⌥⌘I', other: 'F12' },
  safari: { mac: '⌥⌘I', other: '⌥⌘I' },
  firefox: { mac: '⌥⌘E', other: 'Ctrl+Shift+E' },
} as const;

const copyPath = {
  chrome: '*Copy*, then *Copy as cURL*. If there are two, either works',
  safari: '*Copy as cURL*',
  firefox: '*Copy Value*, then *Copy as cURL*. If there are two, either works',
} as const;

const closetHome = (name: MarketplaceName): string =>
  name === 'Poshmark' ? 'poshmark.com' : 'the practice marketplace';

const steps = ({
  browser,
  isMac,
  name,
}: {
  browser: Browser;
  isMac: boolean;
  name: MarketplaceName;
}): SessionStep[] => [
  {
    picture: 'sign-in',
    text: `Open ${closetHome(name)} in a new tab of this browser and sign in.`,
    alt: `A browser window with ${closetHome(name)} in its address bar, signed in.`,
  },
  ...(browser === 'safari'
    ? [
        {
          picture: 'setting',
          text: 'Once only: open Safari’s settings, choose *Advanced*, and check *Show features for web developers*.',
          alt: 'Safari’s settings on the Advanced tab, with the last box checked: Show features for web developers.',
        } as const,
      ]
    : []),
  {
    picture: 'network',
    text: `In that tab, press *${networkKeys[browser][isMac ? 'mac' : 'other']}* and choose *Network*. Then reload the page.`,
    alt: 'A panel at the bottom of the window, with Network chosen. Rows appear in it when the page reloads.',
  },
  {
    picture: 'copy',
    text: `Right-click the first row and choose ${copyPath[browser]}.`,
    alt: `The first row of the panel is selected. Its menu is open on Copy as cURL.`,
  },
  {
    picture: 'paste',
    text: `Paste it below. Hangtag keeps only the ${name === 'Poshmark' ? 'Poshmark' : 'practice'} cookies in it.`,
    alt: 'The copied text in the box below, and the Connect closet button.',
  },
];

export const sessionStepsMessages = {
  browsers,
  which: 'Your browser',
  list: (browser: Browser) => `Steps for ${browsers[browser]}`,
  steps,
  onPhone: 'Phones can’t copy a session. Follow these steps on a computer, or connect with your username and password.',
  drawn: {
    network: 'Network',
    copyAsCurl: 'Copy as cURL',
    copy: 'Copy',
    copyValue: 'Copy Value',
    advanced: 'Advanced',
  },
} as const;
