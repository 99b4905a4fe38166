// Texts around the blog's articles.

export const blogMessages = {
  title: 'The Hangtag blog: sharing and pricing, with sources',
  description:
    'Four articles for Poshmark sellers on sharing, automation, pricing, and selling more, with figures and sources.',
  heading: 'The blog',
  lead: 'Four long reads for Poshmark sellers. Sourced facts. Guesses labeled as guesses.',
  featuredTitle: 'Featured',
  allTitle: 'All Articles',
  featured: 'Featured',
  readTime: (minutes: number) => `${minutes} min read`,
  published: 'Published',
  by: 'The makers of Hangtag',
  tags: 'Tags',
  categoriesTitle: 'Browse by category',
  categories: [
    { name: 'Automation', text: 'What a tool can do for you, and what it should refuse.' },
    { name: 'Strategy', text: 'When and how to share, within the limits.' },
    { name: 'Pricing', text: 'Fees, comps, offers, and when to wait.' },
    { name: 'Sales Growth', text: 'More sales from the listings you have.' },
  ],
  count: (articles: number) => (articles === 1 ? '1 article' : `${articles} articles`),
  newsletterTitle: 'Newsletter coming soon',
  newsletterText: 'You can’t subscribe yet, and what you type here stays in your browser. Until then,',
  newsletterFeed: 'follow the articles with RSS',
  email: 'Email',
  emailExample: 'you@example.com',
  subscribe: 'Subscribe',
  article: {
    home: 'Home',
    breadcrumbs: 'Breadcrumbs',
    contents: 'In this article',
    sources: 'Sources',
    sourcesText:
      'Sources may change. These are what this article is based on. The text says so if a source is a single seller or tool maker.',
    more: 'Keep reading',
    calls: 'Hangtag shares for you, up to the limit you set.',
    independent: 'Hangtag is for Poshmark sellers and is not affiliated with Poshmark.',
  },
} as const;
