// Texts of the page that explains how Hangtag works.

export const howItWorksMessages = {
  title: 'How Hangtag works, in five steps',
  description:
    'From linking a closet to the first share: what Hangtag does in five steps, what it keeps to itself, and what it will never do.',
  heading: 'How it works',
  lead: 'Hangtag is a program on a server that does two chores for a Poshmark seller: it shares the closet, and it thinks about prices. Here is all of it, in five steps.',
  back: 'Back',
  overviewTitle: 'The platform in one paragraph',
  overview:
    'You link your closet and choose a pace. From then on the bot goes through your listings round by round, at uneven intervals, in the hours you allow, up to a number of shares a day that it cannot pass. Everything it did stands in a log. Beside it are three tools for prices: one looks at a photo, one at a single listing, one at many. They advise, you decide.',
  stepsTitle: 'Five steps',
  steps: [
    {
      title: 'Connect your account',
      text: 'Create an account, then link your closet: with the session of your own browser, which needs no password at all, or with your marketplace username and password. The connection is tested at once. Credentials are encrypted and never shown again, and one button disconnects the closet and erases them.',
      aside: 'No closet at hand? A practice closet shows everything on made-up listings.',
    },
    {
      title: 'Automated sharing',
      text: 'Choose how often a round starts, from every minute to once daily, or draw slots for each day of the week. A round shares every active listing once, from the last to the first, about two seconds apart and never evenly. The daily limit is yours to set; at the limit the bot stops itself.',
      aside: 'The default round is every 240 minutes. A closet of 86 listings takes about three minutes a round.',
    },
    {
      title: 'AI price analysis',
      text: 'Open any active listing and see what it could ask: a suggested price with its range, demand, season, competition and comparable pieces. The optimizer does the same for 5, 10, 15 or 20 listings at once and lets you tick what to apply.',
      aside: 'Where the evidence is thin the answer is “keep it”, with the reason.',
    },
    {
      title: 'Image recognition',
      text: 'Give it one photo, and a brand or condition if you know them. It reads category, color and label, and suggests a price with comparables. Photos are looked at and forgotten: they are not kept.',
      aside: 'JPEG, PNG or WebP, up to 8 MB.',
    },
    {
      title: 'Performance tracking',
      text: 'The day rail shows each round, done and planned. Cards count active and sold listings and all shares; the activity log names every confirmed share with its time. A share nobody could confirm is shown as exactly that.',
      aside: 'Updates arrive while you look. Nothing needs reloading.',
    },
  ],
  featuresTitle: 'Key features',
  features: [
    'Sharing at a fixed frequency or inside weekly slots, in your own time zone',
    'A daily limit that holds through crashes, restarts and changed settings',
    'Rounds that keep the order of your closet',
    'Pauses by itself at rate limits, and a full stop at human checks',
    'Offers to likers, off until you switch them on, never below your floor price',
    'Prices from a photo, for one listing, or for twenty',
    'Price changes in bulk, with an undo',
    'An activity log with one line for each confirmed share',
  ],
  benefitsTitle: 'Benefits',
  benefits: [
    'The evening is yours again: the rounds do not need your thumb',
    'Listings are shared in the hours your buyers look, also while you sleep',
    'You see what happened and what comes next before you start it',
    'Prices come with reasons, so you can disagree with them',
    'Your data can live on your own machine, and leaves with you as one file',
    'It costs nothing',
  ],
  neverTitle: 'What it will not do',
  never: [
    'Solve, avoid or hide from a human check',
    'Pretend to be a person: it names itself to the marketplace',
    'Promise sales, or that a marketplace which forbids automation will not mind',
  ],
  closing: 'That is all of it.',
  closingText: 'Start with the practice closet if you like to look first.',
} as const;
