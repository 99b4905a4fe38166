// The structured data of the public pages, for search engines.
import { paths, placeFor } from '#contract/pages.ts';
import { homeMessages } from '#web/messages/site/home.ts';

const origin = placeFor('publicUrl');
const context = 'https://schema.org';
export const addressOf = (path: string): string => `${origin}${path}`;

const maker = {
  '@type': 'Organization',
  name: 'Hangtag',
  url: addressOf(paths.home),
  logo: addressOf('/icon-512.png'),
};

export const webSite = {
  '@context': context,
  '@type': 'WebSite',
  name: 'Hangtag',
  url: addressOf(paths.home),
  description: homeMessages.description,
  inLanguage: 'en',
  publisher: maker,
};

/** Has no rating, because nobody has rated it. */
export const software = {
  '@context': context,
  '@type': 'SoftwareApplication',
  name: 'Hangtag',
  url: addressOf(paths.home),
  applicationCategory: 'BusinessApplication',
  operatingSystem: 'Any, in the browser',
  description: homeMessages.description,
  offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' },
};

export const faqPage = (faq: readonly { question: string; answer: string }[]) => ({
  '@context': context,
  '@type': 'FAQPage',
  mainEntity: faq.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
});

export const breadcrumbs = (trail: readonly { name: string; path: string }[]) => ({
  '@context': context,
  '@type': 'BreadcrumbList',
  itemListElement: trail.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: addressOf(path),
  })),
});

export const blogPosting = (article: {
  title: string;
  excerpt: string;
  path: string;
  published: string;
  author: string;
  category: string;
  tags: readonly string[];
  words: number;
}) => ({
  '@context': context,
  '@type': 'BlogPosting',
  headline: article.title,
  description: article.excerpt,
  url: addressOf(article.path),
  mainEntityOfPage: addressOf(article.path),
  datePublished: article.published,
  dateModified: article.published,
  author: { '@type': 'Organization', name: article.author, url: addressOf(paths.home) },
  publisher: maker,
  image: addressOf('/social.png'),
  articleSection: article.category,
  keywords: article.tags.join(', '),
  wordCount: article.words,
  inLanguage: 'en',
});

/** JSON without `<`, because `</script>` would end the element around it. */
export const dataBlock = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c');
