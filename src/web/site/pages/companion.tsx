// The page about the browser extension: what it does, what it may do, and how to install it.
import { companionFiles, paths } from '#contract/pages.ts';
import { TextPage, WideTable } from '../parts/text-page.tsx';
import type { SitePage } from '../site-page.ts';

type Facts = readonly (readonly [what: string, how: string])[];

const does: Facts = [
  [
    'Shares from this browser.',
    'Your Hangtag hands it one request at a time. It makes the request in a Poshmark tab, as your browser would, and reports the answer. If no tab is open, it opens one in the background and closes it after the round.',
  ],
  [
    'Sends your session to your Hangtag, if you ask it to.',
    'One click, for when you want sharing to continue while your computer is off. It shows which cookies it would send, and sends nothing else.',
  ],
  [
    'Records a visit to Poshmark, if you ask it to.',
    'Ten minutes of your own clicks help Hangtag when Poshmark has changed.',
  ],
];

const may: Facts = [
  [
    'Check who is signed in, and load your feed or the page for a new listing',
    'The address. These pages hold the token that a share needs.',
  ],
  [
    'Read a closet, a listing, its likes, its shipping discounts, and search results',
    'The address and every parameter',
  ],
  [
    'Read what you sold, when, and for how much',
    'The address and every parameter. It takes out who bought it and where it went before it passes the answer on.',
  ],
  [
    'Read which parties there are, and who shared your listings',
    'The address and every parameter. Of those people, it passes on ids and closet names only.',
  ],
  [
    'Share a listing: yours, or one of somebody who shared yours',
    'That the request contains nothing else, except for a party that it goes to',
  ],
  [
    'Change the price of a listing',
    'It reads the listing itself and compares. If anything but the price would change, it refuses.',
  ],
  [
    'Send an offer to the people who like a listing',
    'That it contains a price and a shipping discount, and no message',
  ],
];

const permissions: Facts = [
  [
    'Alarms',
    'Browsers end extensions that do nothing for half a minute. An alarm wakes it up to ask your Hangtag for work.',
  ],
  [
    'The open tab',
    'When you click it on a page of your Hangtag, it reads the address and the pairing code there. It reads no other page.',
  ],
  ['Storage', 'It keeps the pairing, its log of 7 days, and whether you paused it, in this browser only.'],
  [
    'Scripting',
    'It makes requests inside a Poshmark tab, so they are your browser’s own. It’s also how the recorder sees them.',
  ],
  ['Your Hangtag’s address', 'To ask for work and to report answers. Your browser asks when you pair.'],
  ['poshmark.com', 'The only other site it can use. Your browser asks when you pair or record.'],
  [
    'Cookies',
    'Only if you click “Use my session on the server” or turn on “Renew it automatically”. It reads cookies of poshmark.com, and no others.',
  ],
];

const chromiumSteps = [
  'Download the file above and unzip it into a folder that you keep.',
  'Open chrome://extensions and turn on Developer mode at the top right.',
  'Click Load unpacked and choose the folder.',
  'Click the puzzle piece in the toolbar and pin Hangtag.',
];

const firefoxSteps = [
  'Download the file above. Don’t unzip it.',
  'Open about:debugging#/runtime/this-firefox and click Load Temporary Add-on.',
  'Choose the file. Firefox keeps it until you close Firefox.',
];

const pairSteps = [
  'On your dashboard, open the marketplace panel, and choose “Your browser”.',
  'On that page, click the Hangtag icon in your browser’s toolbar, and then Pair this browser.',
  'The address of this site and a code are filled in. The code works for 10 minutes. Click Pair. Your browser asks if the extension may use this site.',
  'Then click Allow poshmark.com, and your browser asks about that one.',
];

const privacy = [
  'The companion talks to two sites only: the Hangtag that you paired it with, and Poshmark. It has no server of its own, and the makers of Hangtag receive nothing.',
  'To your Hangtag it sends the answers to the requests on the list above: the status, a few headers, and the page or data, which can contain your listings and the names in them. It also sends the name that you gave this browser, its own version, and whether it’s paused or needs you. Your Hangtag handles all this as its privacy page says.',
  'Cookies leave your browser only when you send your session to your Hangtag, and only the ones shown. If you turn on “Renew it automatically”, it sends the same cookies again when the session on your Hangtag has ended, at most once an hour. That ends when you turn it off or end the pairing.',
  'The log and the settings stay in this browser. While you record, what the page sends and receives stays in the memory of the recorder’s tab. When you stop, the recorder removes everything personal, and the rest stays in that tab until you save it, send it to your Hangtag, or close the tab.',
  'It contains no analytics, no ads, and no code from elsewhere. It never sells or shares data, and never uses it for anything you didn’t ask for.',
  'When you remove the extension, your browser deletes everything it kept.',
];

const Steps = ({ steps }: { steps: readonly string[] }) => (
  <ol>
    {steps.map((text) => (
      <li key={text}>{text}</li>
    ))}
  </ol>
);

const Companion = () => (
  <TextPage
    heading="Share from your own browser."
    lead="The Hangtag companion is a small browser extension. Your Hangtag decides what to share and when, and your own signed-in browser does it. Your Poshmark password and cookies stay on your computer."
    changed="2026-11-23"
  >
    <h2 id="get">Get it</h2>
    <p className="downloads">
      <a className="btn pri" href={companionFiles.chromium} download="">
        Download for Chrome, Edge, or Brave
      </a>
      <a className="btn line" href={companionFiles.firefox} download="">
        Download for Firefox
      </a>
    </p>
    <p>
      Both come from this site, have the same code, and are smaller than a photo. The source is part of Hangtag, and
      anyone can build the same file from it, byte for byte.
    </p>
    <h2 id="does">What it does</h2>
    <ul>
      {does.map(([what, how]) => (
        <li key={what}>
          <b>{what}</b> {how}
        </li>
      ))}
    </ul>
    <h2 id="may">What it may do on Poshmark</h2>
    <p>
      This list is built into the extension. If your Hangtag asks for anything else, even because someone broke into it,
      the extension refuses and shows you the request in its log.
    </p>
    <WideTable
      caption="Everything the companion can do on Poshmark"
      head={['Request', 'What the extension checks']}
      rows={may}
    />
    <p>
      It can’t delete or create listings, read your messages or payments, buy, follow, or comment. It never solves a
      CAPTCHA: it brings the tab to the front once and waits for you.
    </p>
    <h2 id="permissions">Permissions, one by one</h2>
    <p>Your browser asks you for the last three when they’re needed, and you can take them back at any time.</p>
    <WideTable
      caption="The permissions of the extension"
      head={['Permission', 'Why the companion needs it']}
      rows={permissions}
    />
    <h2 id="install">Install it</h2>
    <h3 className="h-head">Chrome, Edge, Brave, and other Chromium browsers</h3>
    <Steps steps={chromiumSteps} />
    <h3 className="h-head">Firefox 142 and newer</h3>
    <Steps steps={firefoxSteps} />
    <p>
      Firefox keeps only extensions that Mozilla has signed. In Firefox Developer Edition and ESR, your administrator
      can install it permanently.
    </p>
    <h2 id="pair">Pair it</h2>
    <Steps steps={pairSteps} />
    <p>
      You can pair several browsers. One works, and the others stand by. To end a pairing, remove it in your profile or
      in the extension.
    </p>
    <h2 id="record">Record a visit to Poshmark</h2>
    <p>
      Poshmark has no public API, so a change of its site can stop your bot. Click the Hangtag icon, then Record, and
      use Poshmark for a few minutes as the recorder tells you. The extension removes everything personal before it
      shows you the recording: cookies, names, addresses, emails, messages, titles, and ids become placeholders. Look
      through it, leave out what you like, and save it as a file. Your administrator compares it with what Hangtag
      expects, and Hangtag adjusts.
    </p>
    <p>
      If the extension is paired, you can also send the recording to your Hangtag. It answers with the comparison and
      keeps nothing. The extension never sends the recording anywhere on its own.
    </p>
    <h2 id="privacy">Privacy statement of the extension</h2>
    <ul>
      {privacy.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
    <p>
      <a href={paths.privacy}>Privacy of this site</a>
    </p>
  </TextPage>
);

export const companionPage: SitePage = {
  path: paths.companion,
  title: 'The Hangtag companion: share from your own browser',
  description:
    'A browser extension that lets your Hangtag share from your own browser: what it may do, each permission explained, and how to install it.',
  look: 'reading',
  content: <Companion />,
};
