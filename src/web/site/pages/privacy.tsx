// The privacy page.
import { paths } from '#contract/pages.ts';
import { Operator, TextPage, WideTable } from '../parts/text-page.tsx';
import type { SitePage } from '../site-page.ts';

const stored = [
  [
    'Your account: name, email, optional phone number and username, time zone',
    'In the site’s database',
    'You delete the account. A demo account is erased after 24 hours.',
  ],
  [
    'Your Hangtag password',
    'As an Argon2id hash, which can’t be turned back into the password',
    'You change it or delete the account',
  ],
  [
    'Poshmark username, password, or session',
    'Encrypted with a key for your account, which is itself encrypted with the site’s key',
    'You disconnect the closet or delete the account',
  ],
  [
    'Your listings as of the last sync, their prices over time, suggestions, and offers',
    'In the database',
    'You delete the account. Everything older than 400 days is erased, except your listings.',
  ],
  [
    'Which likers of your listings got which offer, so nobody gets the same one twice',
    'As a hash that only this site’s worker can compute. Names and ids of likers aren’t stored.',
    '90 days after the offer, or you delete the account',
  ],
  [
    'Whom Hangtag shared back, so nobody gets two shares a day',
    'As the same kind of hash. Your activity names their closet, as everyone sees it on Poshmark.',
    '90 days after the share, or you delete the account. The activity is kept as below.',
  ],
  [
    'What the bot did: activity, daily counts, rounds',
    'In the database',
    'You delete the account. Activity is kept for 400 days, and single shares for 35 days.',
  ],
  [
    'Where you’re signed in: times and the name of the browser',
    'In the database. The session itself is stored only as a hash.',
    'You sign out, or after 30 days without a visit, or 90 days at most',
  ],
  [
    'Sign-ins, wrong passwords, and changes of your account: times, your network address, and the name of the browser',
    'In the database. Your profile shows them.',
    'After 400 days, or you delete the account',
  ],
  [
    'Browsers that your account was used in: the browser’s name, your network address, first and last time',
    'In the database. The browser’s cookie is stored only as a hash.',
    'After 400 days without a sign-in, or you sign that browser out in your profile, or delete the account',
  ],
  [
    'The second step of your sign-in, if you turned one on: passkeys, an authenticator app’s key, recovery codes',
    'Only the public half of a passkey. The app’s key is encrypted with a key for your account. Recovery codes are hashes.',
    'You turn it off, or delete the account',
  ],
  [
    'Devices with notifications: the browser’s name, the events you chose, and since when',
    'In the database. The browser’s push address and keys are encrypted with a key for your account.',
    'You turn them off, sign out on that device, or delete the account, or the browser ends its subscription',
  ],
  [
    'What you write in the contact form',
    'In the database, and by email to the operator if the site sends email',
    'After 400 days, or you delete the account. Without an account, sooner if 5,000 newer messages come',
  ],
  ['Abuse protection: which addresses tried to sign in or register', 'As a hash of the address', 'About a day'],
];

const Privacy = () => (
  <TextPage
    heading="Privacy"
    lead="Anyone can run Hangtag. This page lists what Hangtag stores. The operator of this site decides everything else and is responsible for it."
    changed="2026-11-27"
  >
    <h2>Who runs this site</h2>
    <Operator before="This site is run by " />
    <h2>What’s stored</h2>
    <WideTable caption="Everything Hangtag stores about you" head={['What', 'How', 'Until']} rows={stored} />
    <h2>Photos</h2>
    <p>
      Hangtag analyzes your photos in memory and doesn’t keep them. A photo goes to an outside AI model only if the
      operator connected one and you check the box each time.
    </p>
    <h2>Cookies and browser storage</h2>
    <p>
      This site sets three necessary cookies. One holds your session while you’re signed in. One says that you’re signed
      in, so buttons lead to the right place. One remembers this browser for up to 400 days, so Hangtag can warn you
      when your account is used in another one. Your browser also stores small choices, such as the theme. It also
      stores your last price update and your last bulk change, so you can undo them. During a visit, it remembers that
      the fonts were loaded. There’s no advertising and no tracking. These pages load nothing from third parties and
      send nothing to them.
    </p>
    <h2>Click counts</h2>
    <p>
      The operator can turn on click counts for the buttons on public pages. They’re plain totals for each button, with
      no cookies, addresses, or anything else about who clicked. They’re off by default.
    </p>
    <h2>What leaves this server</h2>
    <p>
      To do what you ask, Hangtag acts on Poshmark for you: it signs in with your credentials, reads your closet, shares
      listings, changes prices you confirmed, and sends offers you turned on. Your Poshmark credentials go nowhere else.
    </p>
    <p>
      If you turn on notifications for a device, they go through the push service of the browser’s maker (Apple, Google,
      Microsoft, Mozilla, or another). They’re encrypted end to end: the maker sees that this site sends something, and
      when, but not what it says.
    </p>
    <h2>Logs and backups</h2>
    <p>
      Hangtag writes a log for the operator. It contains the network addresses of refused requests, and never passwords,
      tokens, cookies, keys, or photos. The operator decides how long to keep logs and backups.
    </p>
    <h2>What you can do</h2>
    <ul>
      <li>See everything Hangtag stores about you: export it as one file from your profile.</li>
      <li>Correct your name, email, and other details in your profile.</li>
      <li>
        Erase everything: delete your account, and Hangtag removes its data and keys right away. The operator’s backups
        are deleted when they expire.
      </li>
      <li>Ask the operator about anything else, for example under the GDPR or the CCPA.</li>
    </ul>
  </TextPage>
);

export const privacyPage: SitePage = {
  path: paths.privacy,
  title: 'Privacy: what Hangtag stores, how, and for how long',
  description:
    'What this Hangtag site stores about you, how it’s protected, when it’s erased, and who is responsible for it.',
  look: 'reading',
  content: <Privacy />,
};
