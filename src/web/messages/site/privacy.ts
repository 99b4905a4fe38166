// Texts of the privacy page. They must match what the program really stores.

export const privacyMessages = {
  title: 'Privacy: what Hangtag keeps, how, and for how long',
  description:
    'What this installation of Hangtag stores about you, how it is protected, when it is erased, and who is responsible for it.',
  heading: 'Privacy',
  lead: 'Hangtag is a program that anyone can run. This page tells what the program keeps; the person or group who runs this installation decides about everything else, and answers for it.',
  operatorTitle: 'Who runs this installation',
  operatorBefore: 'This installation is run by ',
  operatorBetween: '. Reach them through ',
  keptTitle: 'What is kept',
  what: 'What',
  how: 'How',
  until: 'Until',
  caption: 'Everything the program stores about a person',
  rows: [
    {
      what: 'Your account: name, e-mail, optional phone number and username, time zone',
      how: 'In the installation’s database',
      until: 'You delete the account. A demo account is erased after 24 hours.',
    },
    {
      what: 'Your Hangtag password',
      how: 'As an Argon2id hash, from which it cannot be read back',
      until: 'You change it or delete the account',
    },
    {
      what: 'Marketplace username, password or session',
      how: 'Encrypted with a key of your account, which is itself wrapped by the installation’s key',
      until: 'You disconnect the closet or delete the account',
    },
    {
      what: 'Your listings as the last sync saw them, their prices over time, suggestions and offers',
      how: 'In the database',
      until: 'You delete the account',
    },
    {
      what: 'What the bot did: activity, counts of each day, rounds',
      how: 'In the database',
      until: 'You delete the account; the record of single shares for 35 days',
    },
    {
      what: 'Where you are signed in: times and the name of the browser',
      how: 'In the database; the session itself only as a hash',
      until: 'You sign out, or 30 days without a visit, 90 days at most',
    },
    {
      what: 'Devices that you turned messages on for: the browser’s name, what about, and since when',
      how: 'In the database; the address that its push service gave the browser, and its keys, encrypted with a key of your account',
      until: 'You turn them off, sign out on that device or delete the account, or the browser gives its address up',
    },
    {
      what: 'What you write in the contact form',
      how: 'In the database, and by mail to the operator where mail is set up',
      until: 'The operator removes it',
    },
    {
      what: 'Marks against misuse: that an address tried to sign in or register',
      how: 'As a hash of the address',
      until: 'About a day',
    },
  ],
  photosTitle: 'Photos',
  photos:
    'A photo that you give to the price analysis is looked at in memory and not kept. It goes to an outside model only if the operator has connected one and you tick the box that says so, each time.',
  cookiesTitle: 'Cookies and the browser’s storage',
  cookies:
    'Two cookies, both needed and both of this site alone: one holds the session while you are signed in, the other only says that there is one, so that buttons can lead to the right place. The theme you choose is kept in the browser’s own storage, and for the time of a visit that this site’s letters were fetched. There is no advertising, no profile, and nothing is loaded from or sent to third parties by these pages.',
  countingTitle: 'Counting',
  counting:
    'An operator can turn on a count of clicks on the buttons of the public pages. It is a bare total for each button, without cookies, addresses or anything else about who clicked. It is off unless they turn it on.',
  marketplaceTitle: 'What leaves this server',
  marketplace:
    'To do what you ask, the program calls the marketplace in your name: it signs in with what you gave it, reads your closet, shares listings, changes prices you confirmed and sends offers you switched on. Your marketplace credentials go nowhere else.',
  push: 'If you turn on messages for a device, each of them goes through the push service of that browser’s maker (Apple, Google, Microsoft, Mozilla or another). It is encrypted for your browser: the maker sees that this installation sends something to it, and when, but not what it says.',
  logsTitle: 'Logs and backups',
  logs: 'The program writes a log for its operator. Passwords, tokens, cookies, keys and photos never stand in it. How long logs and backups are kept is the operator’s choice.',
  rightsTitle: 'What you can do',
  rights: [
    'See everything that is kept about you, as one file: export it from your profile.',
    'Correct your name, address and the rest in your profile.',
    'Erase everything: delete the account, and its rows and keys are removed at once. Backups of the operator follow as they run out.',
    'Ask the operator anything else, for example under the GDPR or the CCPA.',
  ],
  changed: 'This text changed last on',
} as const;

/** When the page was last changed, as an ISO date. */
export const privacyChanged = '2026-11-21';
