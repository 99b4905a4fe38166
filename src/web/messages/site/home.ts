// Texts of the front page.

export const homeMessages = {
  title: 'Hangtag: closet sharing and pricing for Poshmark sellers',
  description:
    'Hangtag shares your Poshmark closet at a human pace, stops at the limit you set, and tells you which prices to change. Free, and open source.',
  hero: ['Shared all day.', 'Never in a rush.'],
  lead: 'Hangtag shares your Poshmark closet at a human pace, stops at the limit you set, and tells you which prices to change.',
  free: 'Free forever. No card required.',
  howItWorks: 'How it works',
  rail: 'A sample day on the rail: four pieces already shared, the chore coat being shared now, four waiting for the evening',
  panel: {
    label: 'The bot band, with sample data',
    running: 'Running',
    sentence: '52 of 86 shared this round.',
    next: 'Next round 6:00 PM. Nothing needs you.',
    limit: 'Today’s limit',
    count: '396',
    of: 'of 1,000 shares',
    gauge: 'Tape: 396 of 1,000 shares, 774 expected by 10 PM',
    axis: ['0', 'now', '774 by 10 PM', '1,000'],
    stops: 'At 1,000 the bot stops itself.',
    activity: 'Recent activity',
    entries: [
      { at: '1:01:44 PM', text: 'Madewell canvas chore coat' },
      { at: '1:01:42 PM', text: 'Reformation slip dress' },
      { at: '1:01:39 PM', text: 'Frye Campus ankle boot' },
      { at: '12:58 PM', text: 'Price update, Levi’s 501' },
    ],
  },
  featuresTitle: 'Two jobs: sharing and pricing. Six parts, all in the open.',
  featuresText: 'Each panel is drawn as the working screen draws it, with sample data.',
  sharing: 'Sharing',
  pricing: 'Pricing',
  features: {
    pace: {
      title: 'Smart auto-sharing',
      text: 'Uneven gaps, one listing after another, in your closet’s own order. Set how often, from every 30 minutes to once daily, or a number of your own.',
    },
    slots: {
      title: 'Scheduled slots',
      text: 'Draw the hours that suit your buyers, day by day. Outside them, nothing is sent.',
    },
    limit: {
      title: 'A hard daily limit',
      text: 'You choose the number. The bot stops itself there, and a human check pauses everything.',
    },
    photo: {
      title: 'Price from a photo',
      text: 'One picture, an optional brand and condition, and a price with the comparables behind it.',
    },
    optimizer: {
      title: 'Smart pricing optimizer',
      text: 'Raise, lower or keep, for up to 20 listings at once. You tick what gets applied.',
    },
    analysis: {
      title: 'Market analysis',
      text: 'Demand, season, competition and what similar pieces ask, for any listing. One click applies the price.',
    },
  },
  stepsTitle: 'Three instructions, sewn in.',
  steps: [
    {
      title: 'Connect your closet',
      text: 'With the session of your own browser, or with username and password. It is tested before anything is shared, and the password is never shown again.',
    },
    {
      title: 'Set the pace',
      text: 'How often, in which hours, and the most shares in one day. The screen shows what sellers report about limits beside the field.',
    },
    {
      title: 'Press Start Bot',
      text: 'Watch the rail fill, or close the tab. It shares, logs each share, and stops on its own.',
    },
  ],
  stepsMore: 'See how it works, in five steps',
  quotesTitle: 'From the people who hang things up.',
  quotesText: 'Sample quotes, written by us. They give way to real ones, with names, when sellers agree to be quoted.',
  sampleQuote: 'Sample',
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
  resourcesTitle: 'Read before you share',
  faqTitle: 'Fair questions',
  faq: [
    {
      question: 'Can this get my account limited?',
      answer:
        'Yes. Poshmark’s guidelines do not allow automation, even for your own closet, so any tool like this carries a risk, and we would rather say so. Hangtag lowers it: uneven gaps, a hard daily limit, and a full stop when the marketplace asks for a human check. It never solves or avoids such a check.',
    },
    {
      question: 'What happens at the daily limit?',
      answer:
        'The bot stops itself and says so. It stays stopped until you start it again. The count survives restarts and crashes: a share whose outcome is not known counts too.',
    },
    {
      question: 'Where is my marketplace password kept?',
      answer:
        'On the server that runs Hangtag, which can be your own, encrypted with a key of your account. It is never shown back to anyone, you included, and you can link your closet without it, by the session of your own browser.',
    },
    {
      question: 'Does my closet keep its order?',
      answer:
        'Yes. A shared listing moves to the top, so each round goes from the last listing to the first. At its end everything stands where it stood.',
    },
    {
      question: 'Do I have to leave a browser open?',
      answer: 'No. The bot runs on the server. Close the tab, and look again when you like.',
    },
    {
      question: 'Is it really free?',
      answer:
        'Yes. One plan at $0 per month, no card required. Hangtag is open source under the MIT licence, so you can also run it yourself.',
    },
  ],
  limitFigure: 'shares, then it stops',
  closing: {
    line: ['Hang it once.', 'Let it share.'],
    per: ['$0 per month.', 'Free forever, no card required.'],
    price: '$0',
    title: 'One plan. Everything on it.',
  },
} as const;
