// Steps that a seller takes in Chrome, Safari, or Firefox, one picture each.
import { Fragment, useState } from 'react';
import { companionFiles } from '#contract/pages.ts';
import type { MarketplaceName } from '#domain/closet.ts';
import { type BrowserKind, browserKinds, thisBrowser } from '#web/lib/browser/this-browser.ts';
import { Tabs } from '#web/ui/tabs.tsx';
import { StepPicture, type StepPictureName } from './step-picture.tsx';
import './session-steps.css';

type Props = {
  name: MarketplaceName;
  steps: (facts: StepFacts) => readonly PicturedStep[];
  takes?: Record<BrowserKind, string>;
};

const StepsByBrowser = ({ name, steps, takes }: Props) => {
  const [own] = useState(thisBrowser);
  const [browser, choose] = useState(own.kind);
  const shown = steps({ browser, isMac: own.isMac, name });
  return (
    <Tabs
      label="Your browser"
      className="browser-tabs"
      tabs={browserKinds.map((kind) => ({ name: kind, label: browsers[kind] }))}
      chosen={browser}
      onChoose={choose}
    >
      {takes && <p className="small step-takes">{takes[browser]}</p>}
      {shown.length > 0 && (
        <ol className="session-list lines" aria-label={`Steps for ${browsers[browser]}`}>
          {shown.map(({ picture, text, alt, file }) => (
            <li key={picture}>
              <StepPicture of={picture} browser={browser} name={name} alt={alt} />
              <div className="lines-close">
                <p>
                  <InBold text={text} />
                </p>
                {file && (
                  <a className="btn line sm" href={file} download="" aria-label="Download the companion">
                    Download
                  </a>
                )}
              </div>
            </li>
          ))}
        </ol>
      )}
    </Tabs>
  );
};

/** A phone has no developer tools, so it shows where the steps are instead. */
export const SessionSteps = ({ name }: { name: MarketplaceName }) => {
  const [{ isPhone }] = useState(thisBrowser);
  return (
    <div className="session-steps">
      {isPhone ? (
        <p className="warn plain">
          Phones can’t copy a session. On a computer, open this page: it shows the steps. On this phone, connect with
          your username and password.
        </p>
      ) : (
        <StepsByBrowser name={name} steps={sessionSteps} />
      )}
    </div>
  );
};

export const CompanionSteps = ({ name }: { name: MarketplaceName }) => (
  <div className="session-steps">
    <StepsByBrowser name={name} steps={companionSteps} takes={companionTakes} />
  </div>
);

const InBold = ({ text }: { text: string }) =>
  text.split('*').map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no other identity
    index % 2 === 1 ? <b key={index}>{part}</b> : <Fragment key={index}>{part}</Fragment>,
  );

/** Words between asterisks are what the seller sees on screen. */
type PicturedStep = { picture: StepPictureName; text: string; alt: string; file?: string };

const browsers = { chrome: 'Chrome or Edge', safari: 'Safari', firefox: 'Firefox' } as const;
type Browser = keyof typeof browsers;
type StepFacts = { browser: Browser; isMac: boolean; name: MarketplaceName };

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

const signIn = (name: MarketplaceName, text: string): PicturedStep => ({
  picture: 'sign-in',
  text,
  alt: `A browser window with ${closetHome(name)} in its address bar, signed in.`,
});

const sessionSteps = ({ browser, isMac, name }: StepFacts): PicturedStep[] => [
  signIn(name, `Open ${closetHome(name)} in a new tab of this browser and sign in.`),
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

const companionSteps = ({ browser, name }: StepFacts): PicturedStep[] =>
  browser === 'safari'
    ? []
    : [
        {
          picture: 'download',
          text:
            browser === 'chrome'
              ? 'Download this file and unzip it into a folder that you keep.'
              : 'Download this file. Don’t unzip it.',
          file: companionFiles[browser === 'chrome' ? 'chromium' : 'firefox'],
          alt: 'A browser window whose toolbar shows a finished download.',
        },
        {
          picture: 'extensions',
          text:
            browser === 'chrome'
              ? 'Open *chrome://extensions*, turn on *Developer mode*, click *Load unpacked*, and choose that folder.'
              : 'Open *about:debugging*, choose *This Firefox*, click *Load Temporary Add-on*, and choose the file.',
          alt:
            browser === 'chrome'
              ? 'Chrome’s page of extensions, with Developer mode on at the top right and Load unpacked at the left.'
              : 'Firefox’s page for temporary extensions, with the button Load Temporary Add-on.',
        },
        {
          picture: 'pair',
          text: `Sign in to ${closetHome(name)}, come back to this page, click the puzzle piece in the toolbar, then *Hangtag* and *Pair this browser*. It fills in the address and the code.`,
          alt: 'The companion’s window under the toolbar, with the address and the code filled in.',
        },
      ];

const companionTakes: Record<Browser, string> = {
  chrome:
    'A few minutes, once. The companion isn’t in the Chrome Web Store, so you install it from a file and turn on developer mode for that. Chrome may ask about it when it starts.',
  firefox:
    'A minute, each time you start Firefox: it forgets an extension from outside Mozilla’s store when you close it. Chrome and Edge keep it.',
  safari: 'Safari can’t run the companion. Use Chrome, Edge, or Firefox on this computer, or connect in another way.',
};
