// What a public page and an article consist of, with their structured data for search engines.
import type { ReactNode } from 'react';
import { articlePath, paths, placeFor } from '#contract/pages.ts';

/** The page's address, its description for search engines and link previews, and its content. */
export type SitePage = {
  path: string;
  /** At most 60 characters. */
  title: string;
  /** At most 155 characters. */
  description: string;
  /** ISO dates; only articles have them. */
  published?: string;
  /** Structured data in the vocabulary of schema.org, one object for each thing. */
  data?: readonly object[];
  /** Which style sheet the page needs besides the shared one. */
  look: 'home' | 'landing' | 'reading' | 'tour';
  /** Left out of the sitemap and of search engines. */
  isHidden?: true;
  content: ReactNode;
};

/** The specification fixes the slug and the category. */
export type Article = {
  slug: string;
  title: string;
  /** The page's title for search engines: at most 60 characters. */
  shortTitle: string;
  /** At most 155 characters, because it is also the page's description. */
  excerpt: string;
  category: 'Automation' | 'Strategy' | 'Pricing' | 'Sales Growth';
  /** An ISO date. */
  published: string;
  tags: readonly string[];
  featured: boolean;
  body: ReactNode;
  sources: readonly { title: string; url: string; note?: string }[];
};

/** `readTime`: “9 min read”. */
export type ReadyArticle = Article & { words: number; readTime: string };

export const siteDescription =
  'Hangtag shares your Poshmark closet at a human pace, stops at the limit you set, and shows you which prices to change. Free and open source.';
export const author = 'The makers of Hangtag';

const origin = placeFor('publicUrl');
export const addressOf = (path: string): string => `${origin}${path}`;

const typed = (type: string, data: object) => ({ '@context': 'https://schema.org', '@type': type, ...data });
const home = { name: 'Hangtag', url: addressOf(paths.home) };
const maker = { '@type': 'Organization', ...home, logo: addressOf('/icon-512.png') };

export const webSite = typed('WebSite', { ...home, description: siteDescription, inLanguage: 'en', publisher: maker });

/** Has no rating, because nobody has rated it. */
export const software = typed('SoftwareApplication', {
  ...home,
  applicationCategory: 'BusinessApplication',
  operatingSystem: 'Any, in the browser',
  description: siteDescription,
  offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' },
});

export const faqPage = (faq: readonly { question: string; answer: string }[]) =>
  typed('FAQPage', {
    mainEntity: faq.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  });

/** The way to a page from the front page. */
export const breadcrumbs = (...trail: { name: string; path: string }[]) =>
  typed('BreadcrumbList', {
    itemListElement: [{ name: 'Hangtag', path: paths.home }, ...trail].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: addressOf(path),
    })),
  });

export const blogPosting = ({ slug, title, excerpt, published, category, tags, words }: ReadyArticle) =>
  typed('BlogPosting', {
    headline: title,
    description: excerpt,
    url: addressOf(articlePath(slug)),
    mainEntityOfPage: addressOf(articlePath(slug)),
    datePublished: published,
    dateModified: published,
    author: { '@type': 'Organization', name: author, url: addressOf(paths.home) },
    publisher: maker,
    image: addressOf('/social.png'),
    articleSection: category,
    keywords: tags.join(', '),
    wordCount: words,
    inLanguage: 'en',
  });

/** JSON without `<`, because `</script>` would end the element around it. */
export const dataBlock = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c');
