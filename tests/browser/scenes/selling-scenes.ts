// The scenes of what sells more: one tab after the other.

import { paths } from '#contract/pages.ts';
import { showKinds, showParties } from '../selling/canned-parties.ts';
import type { Walk } from './scene.ts';

export const sellingWalk: Walk = {
  scenes: [
    {
      name: 'offers',
      arrange: async ({ page, enter }) => {
        await enter({ closet: 'practice', path: paths.selling });
        await page.getByRole('heading', { name: 'Selling', level: 1 }).waitFor();
      },
    },
    {
      name: 'parties-off',
      isVariant: true,
      arrange: async ({ page }) => {
        await page.goto(paths.parties);
        await page.getByText('Turn on party shares').waitFor();
      },
    },
    {
      name: 'parties',
      arrange: async ({ page, seller }) => {
        await seller().api.bot.changeSettings({ body: { partySharing: true, shareBack: true } });
        await showParties(page);
        await page.goto(paths.parties);
        await page.getByText('New With Tags Posh Party').waitFor();
        await page.getByLabel('Party shares a day').waitFor();
      },
    },
    {
      name: 'rounds-of-other-kinds',
      arrange: async ({ page }) => {
        await showKinds(page);
        await page.goto(paths.dashboard);
        await page.getByText('9 of 14 shared to').first().waitFor();
      },
      part: (page) => page.locator('section.bot'),
    },
  ],
};
