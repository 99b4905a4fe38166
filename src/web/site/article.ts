// The type of an article.
import type { ReactNode } from 'react';

type Source = { title: string; url: string; note?: string };

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
  sources: readonly Source[];
};
