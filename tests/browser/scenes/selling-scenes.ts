// The scenes of what sells more: one tab after the other.

import { expect } from '@playwright/test';
import { paths } from '#contract/pages.ts';
import { showKinds, showParties } from '../selling/canned-parties.ts';
import { band, type Walk } from './scene.ts';

export const sellingWalk: Walk = {
  scenes: [
    {
      name: 'offers',
      arrange: async ({ page, enter }) => {
        await enter({ closet: 'practice', path: paths.selling });
        await page.getByRole('button', { name: 'Make a sensible start' }).waitFor();
        await page.getByRole('region', { name: 'What would go out now' }).getByRole('listitem').first().waitFor();
      },
    },
    {
      name: 'offers-rules',
      arrange: async ({ page }) => {
        await page.getByRole('button', { name: 'Make a sensible start' }).click();
        const why = page.getByText(/Add what you paid/);
        // A reason is open already if it is the only one.
        await expect(async () => {
          if (!(await why.isVisible())) await page.locator('summary', { hasText: 'Cost unknown' }).click();
          await expect(why).toBeVisible({ timeout: 1_000 });
        }).toPass();
      },
    },
    {
      name: 'offers-problems',
      isVariant: true,
      arrange: async ({ page }) => {
        const first = page.locator('.rule').first();
        await first.getByRole('spinbutton', { name: 'Percent off' }).fill('5');
        await first.getByRole('combobox', { name: 'How much deeper each time' }).selectOption('5');
        await first.getByRole('button', { name: 'Which listings' }).click();
        await first.getByLabel('Brands').fill('Levi’s');
        await page.keyboard.press('Enter');
        await first.getByLabel('Age to (days)').fill('10');
        await first.getByText(/so no listing can match/).waitFor();
      },
    },
    {
      name: 'offers-many',
      arrange: async ({ page, seller }) => {
        const rules = Array.from({ length: 20 }, (_, at) => ({ name: `Rule for brand ${at}`, percent: 10 + at }));
        await seller().api.offers.changeRules({ body: { rules } });
        await page.getByRole('button', { name: 'Undo changes' }).click();
        await page.reload();
        await page.locator('.rule').nth(19).waitFor();
      },
      part: (page) => page.locator('.rule').nth(19),
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
      part: band,
    },
  ],
};
