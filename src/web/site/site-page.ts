// The type of a public page.
import type { ReactNode } from 'react';

/** A page for visitors: its address, what it says to search engines and to those it is shared with, and itself. */
export type SitePage = {
  path: string;
  /** At most 60 characters. */
  title: string;
  /** At most 155 characters. */
  description: string;
  /** ISO dates, of an article only. */
  published?: string;
  /** What schema.org calls it, one thing an entry. */
  data?: readonly object[];
  /** Which style sheet it needs besides the shared one. */
  look: 'home' | 'landing' | 'reading';
  /** Left out of the sitemap and of search engines. */
  isHidden?: true;
  content: ReactNode;
};
