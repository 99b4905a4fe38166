// The type of a public page.
import type { ReactNode } from 'react';

/** The page's address, its description for search engines and link previews, and its content. */
export type SitePage = {
  path: string;
  /** At most 60 characters. */
  title: string;
  /** At most 155 characters. */
  description: string;
  /** ISO dates, of an article only. */
  published?: string;
  /** Structured data by schema.org, one object for each thing. */
  data?: readonly object[];
  /** Which style sheet it needs besides the shared one. */
  look: 'home' | 'landing' | 'reading';
  /** Hidden from the sitemap and from search engines. */
  isHidden?: true;
  content: ReactNode;
};
