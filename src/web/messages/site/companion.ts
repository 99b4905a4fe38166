// Texts of the page about the browser extension. They must match what the extension really does.

export const companionMessages = {
  does: [
    {
      what: 'Shares from this browser.',
      how: 'Your Hangtag hands it one request at a time. It makes the request in a Poshmark tab, as your browser would, and reports the answer. If no tab is open, it opens one in the background and closes it after the round.',
    },
    {
      what: 'Sends your session to your Hangtag, if you ask it to.',
      how: 'One click, for when you want sharing to continue while your computer is off. It shows which cookies it would send, and sends nothing else.',
    },
    {
      what: 'Records a visit to Poshmark, if you ask it to.',
      how: 'Ten minutes of your own clicks help Hangtag when Poshmark has changed.',
    },
  ],
  mayHead: ['Request', 'What the extension checks'],
  may: [
    {
      what: 'Check who is signed in, and load your feed or the page for a new listing',
      how: 'The address. These pages hold the token that a share needs.',
    },
    {
      what: 'Read a closet, a listing, its likes, its shipping discounts, and search results',
      how: 'The address and every parameter',
    },
    { what: 'Share a listing', how: 'That the request contains nothing else' },
    {
      what: 'Change the price of a listing',
      how: 'It reads the listing itself and compares. If anything but the price would change, it refuses.',
    },
    {
      what: 'Send an offer to the people who like a listing',
      how: 'That it contains a price and a shipping discount, and no message',
    },
  ],
  permissionsHead: ['Permission', 'Why the companion needs it'],
  permissions: [
    {
      what: 'Alarms',
      how: 'Browsers end extensions that do nothing for half a minute. An alarm wakes it up to ask your Hangtag for work.',
    },
    {
      what: 'Storage',
      how: 'It keeps the pairing, its log of 7 days, and whether you paused it, in this browser only.',
    },
    {
      what: 'Scripting',
      how: 'It makes requests inside a Poshmark tab, so they are your browser’s own. It’s also how the recorder sees them.',
    },
    { what: 'Your Hangtag’s address', how: 'To ask for work and to report answers. Your browser asks when you pair.' },
    { what: 'poshmark.com', how: 'The only other site it can use. Your browser asks when you pair or record.' },
    {
      what: 'Cookies',
      how: 'Only if you click “Use my session on the server” or turn on “Renew it automatically”. It reads cookies of poshmark.com, and no others.',
    },
  ],
  chromiumSteps: [
    'Download the file above and unzip it into a folder that you keep.',
    'Open chrome://extensions and turn on Developer mode at the top right.',
    'Click Load unpacked and choose the folder.',
    'Click the puzzle piece in the toolbar and pin Hangtag.',
  ],
  firefoxSteps: [
    'Download the file above. Don’t unzip it.',
    'Open about:debugging#/runtime/this-firefox and click Load Temporary Add-on.',
    'Choose the file. Firefox keeps it until you close Firefox.',
  ],
  pairSteps: [
    'On your dashboard, open the marketplace panel, choose “Your browser”, and click “Show a pairing code”. The code works for 10 minutes.',
    'Click the Hangtag icon in your browser’s toolbar, and then Pair this browser.',
    'Enter the address of this site and the code, and click Pair. Your browser asks if the extension may use this site.',
    'Then click Allow poshmark.com, and your browser asks about that one.',
  ],
  privacy: [
    'The companion talks to two sites only: the Hangtag that you paired it with, and Poshmark. It has no server of its own, and the makers of Hangtag receive nothing.',
    'To your Hangtag it sends the answers to the requests on the list above: the status, a few headers, and the page or data, which can contain your listings and the names in them. It also sends the name that you gave this browser, its own version, and whether it’s paused or needs you. Your Hangtag handles all this as its privacy page says.',
    'Cookies leave your browser only when you send your session to your Hangtag, and only the ones shown. If you turn on “Renew it automatically”, it sends the same cookies again when the session on your Hangtag has ended, at most once an hour. That ends when you turn it off or end the pairing.',
    'The log and the settings stay in this browser. While you record, what the page sends and receives stays in the memory of the recorder’s tab. When you stop, the recorder removes everything personal, and the rest stays in that tab until you save it, send it to your Hangtag, or close the tab.',
    'It contains no analytics, no ads, and no code from elsewhere. It never sells or shares data, and never uses it for anything you didn’t ask for.',
    'When you remove the extension, your browser deletes everything it kept.',
  ],
} as const;

/** When the page was last changed, as an ISO date. */
export const companionChanged = '2026-11-23';
