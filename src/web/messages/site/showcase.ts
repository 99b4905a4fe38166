// What the screens on the public pages show, in words.

export const showcaseMessages = {
  title: 'This is the screen',
  text: 'The real dashboard, with sample data. Press Watch Demo to use it yourself.',
  band: 'The dashboard at 1:01 PM: the bot has shared 52 of 86 listings this round and 396 of at most 1,000 today. The rail shows four rounds done and four planned for the evening.',
  connect: 'How to connect without a password. Chrome or Edge, Safari, and Firefox each have their own steps.',
  price:
    'A market analysis: raise a $74 coat to $85. 8 in 10 similar items sell for $68 to $101, and four of them are listed with their prices.',
  photo: 'What Hangtag recognized in a photo and its tag: a blue Madewell jacket, size M. It suggests $84.',
  day: 'Two weeks of daily shares, and the activity log with one line for each share.',
} as const;
