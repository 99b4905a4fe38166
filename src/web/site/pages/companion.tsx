// The page about the browser extension: what it does, what it may do, and how to install it.
import { companionFiles, paths } from '#contract/pages.ts';
import { companionChanged, companionMessages as messages } from '#web/messages/site/companion.ts';
import { TextPage } from '../parts/text/text-page.tsx';
import { WideTable } from '../parts/text/wide-table.tsx';
import type { SitePage } from '../site-page.ts';

type Facts = readonly { what: string; how: string }[];

const rowsOf = (facts: Facts) => facts.map(({ what, how }) => [what, how]);

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
    changed={{ words: 'Last updated', date: companionChanged }}
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
      {messages.does.map(({ what, how }) => (
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
      head={messages.mayHead}
      rows={rowsOf(messages.may)}
    />
    <p>
      It can’t delete or create listings, read your messages, orders, or payments, buy, follow, or comment. It never
      solves a CAPTCHA: it brings the tab to the front once and waits for you.
    </p>
    <h2 id="permissions">Permissions, one by one</h2>
    <p>Your browser asks you for the last three when they’re needed, and you can take them back at any time.</p>
    <WideTable
      caption="The permissions of the extension"
      head={messages.permissionsHead}
      rows={rowsOf(messages.permissions)}
    />
    <h2 id="install">Install it</h2>
    <h3 className="h-head">Chrome, Edge, Brave, and other Chromium browsers</h3>
    <Steps steps={messages.chromiumSteps} />
    <h3 className="h-head">Firefox 142 and newer</h3>
    <Steps steps={messages.firefoxSteps} />
    <p>
      Firefox keeps only extensions that Mozilla has signed. In Firefox Developer Edition and ESR, your administrator
      can install it permanently.
    </p>
    <h2 id="pair">Pair it</h2>
    <Steps steps={messages.pairSteps} />
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
      {messages.privacy.map((text) => (
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
