// The scenes of the public pages.

import type { Scene, Stage, Walk } from './scene.ts';
import { dialog } from './scene.ts';

const pageOf = (name: string, path: string): Scene => ({
  name,
  arrange: async ({ page }: Stage) => {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
  },
});

/** What a visitor sees. */
export const siteWalks: readonly Walk[] = [
  {
    scenes: [
      pageOf('home', '/'),
      pageOf('landing', '/landing'),
      {
        name: 'learn-more',
        arrange: async ({ page }) => {
          await page.getByRole('button', { name: 'Learn More' }).first().click();
          await page.getByRole('dialog', { name: 'Smart Auto-Sharing' }).waitFor();
        },
        part: dialog,
      },
      pageOf('how-it-works', '/how-it-works'),
      pageOf('blog', '/blog'),
      pageOf('article', '/blog/poshmark-pricing-strategy'),
      pageOf('companion', '/companion'),
      pageOf('privacy', '/privacy'),
      pageOf('terms', '/terms'),
      {
        name: 'not-found',
        arrange: async ({ page }) => {
          await page.goto('/nowhere');
          await page.getByText('404 Page Not Found').waitFor();
        },
      },
    ],
  },
];
