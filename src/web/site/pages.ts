// All public pages.
import { articlePages } from './pages/article.tsx';
import { blogPage } from './pages/blog.tsx';
import { companionPage } from './pages/companion.tsx';
import { homePage } from './pages/home.tsx';
import { howItWorksPage } from './pages/how-it-works.tsx';
import { landingPage } from './pages/landing.tsx';
import { notFoundPage } from './pages/not-found.tsx';
import { privacyPage } from './pages/privacy.tsx';
import { termsPage } from './pages/terms.tsx';
import type { SitePage } from './site-page.ts';

export const pages: readonly SitePage[] = [
  homePage,
  landingPage,
  howItWorksPage,
  blogPage,
  ...articlePages,
  companionPage,
  privacyPage,
  termsPage,
  notFoundPage,
];
