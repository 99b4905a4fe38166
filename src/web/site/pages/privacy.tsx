// The privacy page.
import { paths } from '#contract/pages.ts';
import { Operator, TextPage, WideTable } from '../parts/text/text-page.tsx';
import type { SitePage } from '../site-page.ts';

const messages = {
  title: 'Privacy: what Hangtag stores, how, and for how long',
  description:
    'What this Hangtag site stores about you, how it’s protected, when it’s erased, and who is responsible for it.',
  heading: 'Privacy',
  lead: 'Anyone can run Hangtag. This page lists what Hangtag stores. The operator of this site decides everything else and is responsible for it.',
  operatorTitle: 'Who runs this site',
  operatorBefore: 'This site is run by ',
  operatorBetween: '. Reach them through ',
  keptTitle: 'What’s stored',
  what: 'What',
  how: 'How',
  until: 'Until',
  caption: 'Everything Hangtag stores about you',
  rows: [
    {
      what: 'Your account: name, email, optional phone number and username, time zone',
      how: 'In the site’s database',
      until: 'You delete the account. A demo account is erased after 24 hours.',
    },
    {
      what: 'Your Hangtag password',
      how: 'As an Argon2id hash, which can’t be turned back into the password',
      until: 'You change it or delete the account',
    },
    {
      what: 'Poshmark username, password, or session',
      how: 'Encrypted with a key for your account, which is itself encrypted with the site’s key',
      until: 'You disconnect the closet or delete the account',
    },
    {
      what: 'Your listings as of the last sync, their prices over time, suggestions, and offers',
      how: 'In the database',
      until: 'You delete the account. Everything older than 400 days is erased, except your listings.',
    },
    {
      what: 'Which likers of your listings got which offer, so nobody gets the same one twice',
      how: 'As a hash that only this site’s worker can compute. Names and ids of likers aren’t stored.',
      until: '90 days after the offer, or you delete the account',
    },
    {
      what: 'Whom Hangtag shared back, so nobody gets two shares a day',
      how: 'As the same kind of hash. Your activity names their closet, as everyone sees it on Poshmark.',
      until: '90 days after the share, or you delete the account. The activity is kept as below.',
    },
    {
      what: 'What the bot did: activity, daily counts, rounds',
      how: 'In the database',
      until: 'You delete the account. Activity is kept for 400 days, and single shares for 35 days.',
    },
    {
      what: 'Where you’re signed in: times and the name of the browser',
      how: 'In the database. The session itself is stored only as a hash.',
      until: 'You sign out, or after 30 days without a visit, or 90 days at most',
    },
    {
      what: 'Sign-ins, wrong passwords, and changes of your account: times, your network address, and the name of the browser',
      how: 'In the database. Your profile shows them.',
      until: 'After 400 days, or you delete the account',
    },
    {
      what: 'Browsers that your account was used in: the browser’s name, your network address, first and last time',
      how: 'In the database. The browser’s cookie is stored only as a hash.',
      until: 'After 400 days without a sign-in, or you sign that browser out in your profile, or delete the account',
    },
    {
      what: 'The second step of your sign-in, if you turned one on: passkeys, an authenticator app’s key, recovery codes',
      how: 'Only the public half of a passkey. The app’s key is encrypted with a key for your account. Recovery codes are hashes.',
      until: 'You turn it off, or delete the account',
    },
    {
      what: 'Devices with notifications: the browser’s name, the events you chose, and since when',
      how: 'In the database. The browser’s push address and keys are encrypted with a key for your account.',
      until: 'You turn them off, sign out on that device, or delete the account, or the browser ends its subscription',
    },
    {
      what: 'What you write in the contact form',
      how: 'In the database, and by email to the operator if the site sends email',
      until: 'After 400 days, or you delete the account. Without an account, sooner if 5,000 newer messages come',
    },
    {
      what: 'Abuse protection: which addresses tried to sign in or register',
      how: 'As a hash of the address',
      until: 'About a day',
    },
  ],
  photosTitle: 'Photos',
  photos:
    'Hangtag analyzes your photos in memory and doesn’t keep them. A photo goes to an outside AI model only if the operator connected one and you check the box each time.',
  cookiesTitle: 'Cookies and browser storage',
  cookies:
    'This site sets three necessary cookies. One holds your session while you’re signed in. One says that you’re signed in, so buttons lead to the right place. One remembers this browser for up to 400 days, so Hangtag can warn you when your account is used in another one. Your browser also stores small choices, such as the theme. It also stores your last price update and your last bulk change, so you can undo them. During a visit, it remembers that the fonts were loaded. There’s no advertising and no tracking. These pages load nothing from third parties and send nothing to them.',
  countingTitle: 'Click counts',
  counting:
    'The operator can turn on click counts for the buttons on public pages. They’re plain totals for each button, with no cookies, addresses, or anything else about who clicked. They’re off by default.',
  marketplaceTitle: 'What leaves this server',
  marketplace:
    'To do what you ask, Hangtag acts on Poshmark for you: it signs in with your credentials, reads your closet, shares listings, changes prices you confirmed, and sends offers you turned on. Your Poshmark credentials go nowhere else.',
  push: 'If you turn on notifications for a device, they go through the push service of the browser’s maker (Apple, Google, Microsoft, Mozilla, or another). They’re encrypted end to end: the maker sees that this site sends something, and when, but not what it says.',
  logsTitle: 'Logs and backups',
  logs: 'Hangtag writes a log for the operator. It contains the network addresses of refused requests, and never passwords, tokens, cookies, keys, or photos. The operator decides how long to keep logs and backups.',
  rightsTitle: 'What you can do',
  rights: [
    'See everything Hangtag stores about you: export it as one file from your profile.',
    'Correct your name, email, and other details in your profile.',
    'Erase everything: delete your account, and Hangtag removes its data and keys right away. The operator’s backups are deleted when they expire.',
    'Ask the operator about anything else, for example under the GDPR or the CCPA.',
  ],
  changed: 'Last updated',
} as const;

const privacyChanged = '2026-11-27';

const Privacy = () => (
  <TextPage heading={messages.heading} lead={messages.lead} changed={{ words: messages.changed, date: privacyChanged }}>
    <h2>{messages.operatorTitle}</h2>
    <Operator messages={messages} />
    <h2>{messages.keptTitle}</h2>
    <WideTable
      caption={messages.caption}
      head={[messages.what, messages.how, messages.until]}
      rows={messages.rows.map(({ what, how, until }) => [what, how, until])}
    />
    <h2>{messages.photosTitle}</h2>
    <p>{messages.photos}</p>
    <h2>{messages.cookiesTitle}</h2>
    <p>{messages.cookies}</p>
    <h2>{messages.countingTitle}</h2>
    <p>{messages.counting}</p>
    <h2>{messages.marketplaceTitle}</h2>
    <p>{messages.marketplace}</p>
    <p>{messages.push}</p>
    <h2>{messages.logsTitle}</h2>
    <p>{messages.logs}</p>
    <h2>{messages.rightsTitle}</h2>
    <ul>
      {messages.rights.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  </TextPage>
);

export const privacyPage: SitePage = {
  path: paths.privacy,
  title: messages.title,
  description: messages.description,
  look: 'reading',
  content: <Privacy />,
};
