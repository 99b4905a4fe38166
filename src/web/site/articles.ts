// All articles, with their length and reading time.
import { renderToStaticMarkup } from 'react-dom/server';
import { increaseSales } from './articles/increase-poshmark-sales.tsx';
import { automationGuide } from './articles/poshmark-automation-guide.tsx';
import { pricingStrategy } from './articles/poshmark-pricing-strategy.tsx';
import { sharingTips } from './articles/poshmark-sharing-tips.tsx';
import type { Article, ReadyArticle } from './site-page.ts';

const wordsAMinute = 220;

const wordsIn = (article: Article): number =>
  renderToStaticMarkup(article.body)
    .replace(/<[^>]+>/g, ' ')
    .split(/\s+/)
    .filter((word) => /\p{L}|\d/u.test(word)).length;

/** Every article, in the order in which a seller should read them. */
export const articles: readonly ReadyArticle[] = [sharingTips, pricingStrategy, automationGuide, increaseSales].map(
  (article) => {
    const words = wordsIn(article);
    return { ...article, words, readTime: `${Math.ceil(words / wordsAMinute)} min read` };
  },
);
