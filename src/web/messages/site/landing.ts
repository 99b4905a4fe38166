// Texts of the landing page.

export const landingMessages = {
  hero: 'Your closet shares itself.',
  rail: 'A sample day rail: rounds at 8, 9, 10 and 12 done, one at 1 PM in progress, four planned for the evening',
  hours: ['12 AM', '6 AM', 'Noon', '6 PM', '12 AM'],
  slots: ['A', 'B', 'C'],
  now: 'Now, 1:01 PM',
  featuresTitle: 'It does the sharing. You stay in charge.',
  featuresText: 'Three things it does. Learn More shows the details.',
  features: {
    sharing: {
      title: 'Smart Auto-Sharing',
      text: 'Every active listing once per round, from the last to the first, at uneven gaps of about two seconds. At a fixed frequency, or only in the hours you choose.',
      more: [
        'A round goes from the last listing to the first. A shared listing moves to the top, so your closet is back in order at the end of the round.',
        'The gaps between shares vary on purpose. They average two seconds unless your administrator changed that.',
        'Hangtag skips sold, removed, and not-for-sale listings. If a listing sells during a round, it drops out, and the log says why.',
        'Every share that Poshmark confirmed is in your activity log. A share that couldn’t be confirmed counts toward your limit and isn’t sent again in that round.',
      ],
    },
    pricing: {
      title: 'AI Price Optimization',
      text: 'Price from a photo, analyze one listing, or check up to 20 listings at once. Each price comes with a range and the comps behind it.',
      more: [
        'Every suggestion shows how sure it is: a range, the number of comps, and what would make it better.',
        'If there’s not enough data, Hangtag suggests no price and tells you what’s missing.',
        'Nothing is applied automatically. You choose which prices to apply, and you can undo them as long as nobody has changed them since.',
        'Pricing runs on the server itself. A photo goes to an outside AI model only if your administrator connected one and you agree each time.',
      ],
    },
    safety: {
      title: 'Safe & Secure',
      text: 'A daily limit that holds through crashes and restarts, a full stop at every human check, and encrypted credentials that are never shown again.',
      more: [
        'Hangtag counts each share before sending it, and sends it only if it’s within the limit. That’s why the limit holds even after a crash.',
        'If Poshmark wants to verify you’re human, the bot pauses and tells you what to do. It never solves or evades a check.',
        'Your Poshmark password and session are encrypted with a key for your account. Hangtag sends them only to Poshmark.',
        'Poshmark’s guidelines don’t allow automation. Hangtag says so before your first start and asks if you accept that risk. What it can do is keep a low pace and stop early.',
      ],
    },
  },
  tiles: [
    {
      title: 'Lightning Fast',
      text: 'This page has less than 10 KB of script. Sharing stays slow on purpose.',
    },
    {
      title: 'Premium Features',
      text: 'One plan with every feature. No upsells.',
    },
    {
      title: 'Community',
      text: 'Open source under the MIT license. Anyone can read it, run it, and improve it.',
    },
    {
      title: '24/7 Support',
      text: 'The bot runs 24/7. Support doesn’t: your messages go to this site’s administrator, who answers when they can.',
    },
  ],
  plan: {
    line: ['The whole rail,', 'one tag.'],
    per: ['$0 per month.', 'No card required.'],
    price: '$0',
    title: 'Everything included',
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
} as const;
