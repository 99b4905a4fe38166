// Texts around the blog's articles.

export const blogMessages = {
  title: 'The Hangtag blog: sharing and pricing, with sources',
  description:
    'Four articles for Poshmark sellers on sharing, automation, pricing and selling more: with figures, with sources, and with what nobody knows.',
  heading: 'The blog',
  lead: 'Four long reads for people who sell clothes. Facts carry their sources; guesses are called guesses.',
  featuredTitle: 'Featured',
  allTitle: 'All Articles',
  featured: 'Featured',
  readTime: (minutes: number) => `${minutes} min read`,
  published: 'Published',
  by: 'The Hangtag makers',
  tags: 'Tags',
  categoriesTitle: 'Browse by category',
  categories: [
    { name: 'Automation', text: 'What a tool may do for you, and what it should refuse.' },
    { name: 'Strategy', text: 'When and how to share, within the limits.' },
    { name: 'Pricing', text: 'Fees, comparables, offers, and when to wait.' },
    { name: 'Sales Growth', text: 'More sales from the listings you have.' },
  ],
  count: (articles: number) => (articles === 1 ? '1 article' : `${articles} articles`),
  newsletterTitle: 'A newsletter, one day',
  newsletterText:
    'There is no newsletter yet, so Subscribe does nothing, and what you type here stays in your browser. The feed works today:',
  newsletterFeed: 'follow the articles by RSS',
  email: 'E-mail',
  emailExample: 'you@example.com',
  subscribe: 'Subscribe',
  article: {
    home: 'Home',
    breadcrumbs: 'Where you are',
    contents: 'In this article',
    sources: 'Sources',
    sourcesText:
      'Pages of others change. These are what the article stands on; where they are one seller’s or one vendor’s word, the text says so.',
    more: 'Read on',
    calls: 'Hangtag does the rounds, with a limit that holds.',
    independent: 'Hangtag is for Poshmark sellers and is not affiliated with Poshmark.',
  },
} as const;
