// The type of a public page.
import type { ReactNode } from 'react';

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
