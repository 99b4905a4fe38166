// Texts of the landing page.

export const landingMessages = {
  title: 'Your closet shares itself: Hangtag for Poshmark sellers',
  description:
    'Automatic sharing with human-like timing, prices with their evidence, and a daily limit that holds. One plan at $0 per month. Watch the demo first.',
  hero: 'Your closet shares itself.',
  lead: 'You decide how often, in which hours and how much in a day. Hangtag does the rounds, tells you what it did, and stops where you said.',
  free: 'Free forever. No card required. The demo opens a practice closet and needs no account at all.',
  rail: 'A sample day rail: rounds at 8, 9, 10 and 12 done, one at 1 PM under way, four planned for the evening',
  hours: ['12 AM', '6 AM', '12 PM', '6 PM', '12 AM'],
  slots: ['A', 'B', 'C'],
  now: 'Now, 1:01 PM',
  featuresTitle: 'It does the rounds. You keep the say.',
  featuresText: 'Three things it does, each with the long version behind a button.',
  features: {
    sharing: {
      title: 'Smart Auto-Sharing',
      text: 'Every active listing once a round, from the last to the first, about two seconds apart and never evenly. At a fixed frequency, or only inside the hours you drew.',
      more: [
        'A round goes from the end of your closet to its beginning. A shared listing moves to the top, so at the end of the round the order is what it was.',
        'The pauses between two shares differ on purpose. Their mean is two seconds unless whoever runs the installation set another.',
        'Sold, removed and not-for-sale listings are skipped. One that sells during a round leaves it, and the log says why.',
        'Each share that the marketplace confirmed is one line in your activity log. One whose outcome nobody knows is told as unknown, counted, and not sent again in that round.',
      ],
    },
    pricing: {
      title: 'AI Price Optimization',
      text: 'A price from a photo, a look at one listing’s market, or up to 20 listings at once. Each comes with a range and with the comparables it stands on.',
      more: [
        'Every suggestion shows its doubt: a range beside the price, how many comparables stand behind it, and what would change the answer.',
        'Where there is too little to go on it names no price. “Too few to be sure” is an answer too.',
        'Nothing is applied by itself. You tick what you agree with, and a batch can be undone while the marketplace still has the prices it set.',
        'The engine runs on the server itself. A photo goes to an outside model only where the operator connected one and you said yes, each time.',
      ],
    },
    safety: {
      title: 'Safe & Secure',
      text: 'A daily limit that no crash or restart can pass, a full stop at every human check, and credentials that are locked away and never shown again.',
      more: [
        'Before each share the day’s count is raised, and the share is sent only if there was room. That is why the limit holds whatever happens in between.',
        'When the marketplace asks for a human check, the bot stops and tells you what to do. It never solves, avoids or hides from one.',
        'Marketplace passwords and sessions are encrypted with a key of your account. They leave the server only toward the marketplace they belong to.',
        'Poshmark’s guidelines do not allow automation. Hangtag says so before your first start and asks whether you accept that risk. What it can do is stay gentle and stop early.',
      ],
    },
  },
  tilesTitle: 'The small print, at normal size',
  tiles: [
    {
      title: 'Lightning Fast',
      text: 'This page carries less than 10 KB of script. Sharing itself stays slow on purpose.',
    },
    {
      title: 'Premium Features',
      text: 'There is one plan and every feature is in it. Nothing waits behind a higher one.',
    },
    {
      title: 'Community',
      text: 'Open source under the MIT licence. Anyone may read it, run it and improve it.',
    },
    {
      title: '24/7 Support',
      text: 'The bot keeps watch at any hour. People do not: messages reach whoever runs this installation, who answers when they can.',
    },
  ],
  pricingTitle: 'One price.',
  pricingText: 'It is small enough to print on the tag.',
  plan: {
    line: ['The whole rail,', 'one tag.'],
    per: ['$0 per month.', 'No card required.'],
    price: '$0',
    title: 'Everything on it',
    parts: [
      'Unlimited auto-sharing',
      'AI price optimization',
      'Market analysis tools',
      'Advanced scheduling',
      'Premium support',
    ],
    notes:
      'Unlimited means as many listings as you have, up to the daily limit you set. Premium support is the same for everyone.',
  },
  reviewsTitle: 'What sellers might say',
  reviewsText: 'Sample quotes, written by us until real sellers agree to be quoted with their names.',
  closing: 'Hang it up. Go outside.',
  closingText: 'A practice closet opens in seconds. Yours takes a minute.',
} as const;
