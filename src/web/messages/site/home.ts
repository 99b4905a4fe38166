// Texts of the front page.

export const homeMessages = {
  description:
    'Hangtag shares your Poshmark closet at a human pace, stops at the limit you set, and shows you which prices to change. Free and open source.',
  hero: ['Shared all day.', 'Never in a rush.'],
  panel: {
    axis: ['0', 'now', '774 by 9:02 PM', '1,000'],
    entries: [
      { at: '1:01:44 PM', text: 'Madewell canvas chore coat' },
      { at: '1:01:42 PM', text: 'Reformation slip dress' },
      { at: '1:01:39 PM', text: 'Frye Campus ankle boot' },
      { at: '12:58 PM', text: 'Price changed, Levi’s 501' },
    ],
  },
  weekHours: ['12 AM', '6 AM', 'Noon', '6 PM', '12 AM'],
  features: {
    pace: {
      title: 'Smart auto-sharing',
      text: 'Uneven gaps, one listing at a time, in your closet’s order. Choose how often, from every 30 minutes to once daily, or set your own interval.',
    },
    slots: {
      title: 'Scheduled slots',
      text: 'Choose the hours that suit your buyers, day by day. Outside them, nothing is shared.',
    },
    limit: {
      title: 'A hard daily limit',
      text: 'You choose the number. The bot stops there, and a human check pauses it.',
    },
    photo: {
      title: 'Price from a photo',
      text: 'Take a photo, add the brand and condition if you know them, and get a price with the comps behind it.',
    },
    optimizer: {
      title: 'Smart pricing optimizer',
      text: 'Raise, lower, or keep, for up to 20 listings at once. You choose which prices to apply.',
    },
    analysis: {
      title: 'Market analysis',
      text: 'Demand, season, competition, and comps for any listing. Apply the price in one click.',
    },
  },
  steps: [
    {
      title: 'Connect your closet',
      text: 'Pair your own browser, import its session, or use your username and password. Hangtag tests the connection before it shares anything and never shows your password again.',
    },
    {
      title: 'Set the pace',
      text: 'How often, what hours, and your daily limit. Hangtag warns you when a limit gets risky.',
    },
    {
      title: 'Press Start Bot',
      text: 'Watch it share, or close the tab. It logs every share and stops on its own.',
    },
  ],
  quotes: [
    {
      text: 'I used to share on the bus. Now I read on the bus, and the closet is still shared by noon.',
      who: 'Part-time reseller',
      what: '86 listings, denim and workwear',
    },
    {
      text: 'The limit is the feature. I set 1,000 and stopped worrying about share jail.',
      who: 'Weekend seller',
      what: '140 listings, shoes',
    },
    {
      text: 'It told me to lower three prices and showed me why. I could argue with it.',
      who: 'Closet clear-out',
      what: '52 listings, dresses',
    },
  ],
  faq: [
    {
      question: 'Can this get my account limited?',
      answer:
        'Yes. Poshmark’s guidelines don’t allow automation, even for your own closet, so any tool like this carries a risk. Hangtag lowers it with uneven gaps, a hard daily limit, and a full stop when Poshmark asks you to verify you’re human. It never solves or evades a check.',
    },
    {
      question: 'What happens at the daily limit?',
      answer:
        'The bot stops and tells you so. You start it again the next day, or have it resume every day at midnight. The count survives restarts and crashes, and includes shares that couldn’t be confirmed.',
    },
    {
      question: 'Where is my Poshmark password stored?',
      answer:
        'On the server that runs Hangtag, which can be your own, encrypted with a key for your account. Nobody can see it again, including you. You can also connect without it: pair your own browser, or import its session.',
    },
    {
      question: 'Does my closet keep its order?',
      answer:
        'Yes. A shared listing moves to the top, so each round goes from the last listing to the first. At the end, everything is back in order.',
    },
    {
      question: 'Do I have to leave a browser open?',
      answer:
        'Only if you choose to share through your own browser. Otherwise the bot runs on the server: close the tab and check back whenever you like.',
    },
    {
      question: 'Is it really free?',
      answer:
        'Yes. One plan at $0 per month, no card required. Hangtag is open source under the MIT license, so you can also run it yourself.',
    },
  ],
  closing: {
    line: ['Hang it once.', 'Let it share.'],
    per: ['$0 per month.', 'Free forever, no card required.'],
    price: '$0',
    title: 'One plan. Everything included.',
  },
} as const;
