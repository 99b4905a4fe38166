// Texts of the page that explains how Hangtag works.

export const howItWorksMessages = {
  heading: 'How it works',
  back: 'Back',
  steps: [
    {
      title: 'Connect your account',
      text: 'Create an account, then connect your closet through your own browser or with its session, which need no password, or with your Poshmark username and password. Hangtag tests the connection right away. Your credentials are encrypted and never shown again, and one button disconnects the closet and erases them.',
      aside: 'No closet yet? Try a practice closet with made-up listings.',
    },
    {
      title: 'Automated sharing',
      text: 'Choose how often a round starts, from every minute to once daily, or set slots for each day of the week. A round shares every active listing once, from the last to the first, at uneven gaps of about two seconds. You set the daily limit, and the bot stops there.',
      aside: 'By default a round starts every 4 hours. A round takes about three minutes for 86 listings.',
    },
    {
      title: 'AI price analysis',
      text: 'Open any active listing to see a suggested price with its range, demand, season, competition, and comps. The optimizer does the same for 5, 10, 15, or 20 listings at once and lets you choose what to apply.',
      aside: 'With too few comps, Hangtag gives no advice and tells you what’s missing.',
    },
    {
      title: 'Image recognition',
      text: 'Add one photo, and the brand or condition if you know them. Hangtag recognizes the category, color, and label, and suggests a price with comps. It doesn’t keep your photos.',
      aside: 'JPEG, PNG, or WebP, up to 8 MB.',
    },
    {
      title: 'Performance tracking',
      text: 'The day rail shows each round, done and planned. Cards count active listings, sold listings, and shares. The activity log lists every confirmed share with its time. A share that couldn’t be confirmed is marked “Not confirmed.”',
      aside: 'The screen updates live. No need to reload.',
    },
  ],
  features: [
    'Sharing at a fixed frequency or inside weekly slots, in your own time zone',
    'A daily limit that holds through crashes, restarts, and changed settings',
    'Rounds that keep the order of your closet',
    'Automatic pauses at rate limits, and a full stop at human checks',
    'Offers to likers, off until you turn them on, never below your floor price',
    'Prices from a photo, for one listing, or for twenty',
    'Bulk price changes, with undo',
    'An activity log with one line for each confirmed share',
  ],
  benefits: [
    'Get your evenings back: the bot shares for you',
    'Share when your buyers are looking, even while you sleep',
    'See what the bot did and what it will do next',
    'Prices come with reasons, so you can disagree',
    'Keep your data on your own machine, and export it as one file',
    'It costs nothing',
  ],
  never: [
    'Solve or evade a human check',
    'Pretend to be another app. From a server it identifies itself as Hangtag, and from your own browser its requests are your browser’s.',
    'Promise sales, or that Poshmark won’t mind automation',
  ],
} as const;
