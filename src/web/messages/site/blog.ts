// Texts around the blog's articles.

export const blogMessages = {
  title: 'The Hangtag blog: sharing and pricing, with sources',
  description:
    'Four articles for Poshmark sellers on sharing, automation, pricing, and selling more, with figures and sources.',
  readTime: (minutes: number) => `${minutes} min read`,
  categories: [
    { name: 'Automation', text: 'What a tool can do for you, and what it should refuse.' },
    { name: 'Strategy', text: 'When and how to share, within the limits.' },
    { name: 'Pricing', text: 'Fees, comps, offers, and when to wait.' },
    { name: 'Sales Growth', text: 'More sales from the listings you have.' },
  ],
} as const;
