// The scenes of price drops: before the first plan, plans with their weeks, previews, and a run.

import { paths } from '#contract/pages.ts';
import { dialog, type Walk } from './scene.ts';

const plan = { percent: 10, at: '09:00', mostADay: 50, restDays: 0 };

export const dropsWalk: Walk = {
  scenes: [
    {
      name: 'drops-empty',
      arrange: async ({ page, enter }) => {
        await enter({ closet: 'real', listings: 24, path: paths.drops });
        await page.getByRole('button', { name: 'A sensible start' }).waitFor();
        await page.getByRole('table').waitFor();
      },
    },
    {
      name: 'drops-clear-out',
      arrange: async ({ page }) => {
        await page.getByRole('button', { name: 'Closet Clear Out today' }).click();
        await dialog(page)
          .getByRole('button', { name: /^Drop \d+ prices now$/ })
          .waitFor();
      },
      part: dialog,
    },
    {
      name: 'drops-plans',
      arrange: async ({ page, seller }) => {
        await seller().api.drops.savePlans({
          body: {
            plans: [
              { ...plan, name: 'Weekly drop', everyDays: 7, match: { minLikes: 1 }, mostADay: 6 },
              {
                ...plan,
                ...{ name: 'Clear Out days', percent: 20, dates: ['2099-12-04', '2099-12-11'] },
                floor: { kind: 'profit', minProfitCents: 500 },
              },
            ],
          },
        });
        await page.reload();
        await page.getByRole('textbox', { name: 'Name of plan 2' }).waitFor();
      },
    },
    {
      name: 'drops-problem',
      arrange: async ({ page }) => {
        await page.getByRole('spinbutton', { name: 'Percent below the lowest price' }).first().fill('5');
        await page
          .getByRole('button', { name: /Which listings/ })
          .first()
          .click();
        await page.getByRole('button', { name: 'Save plans' }).click();
        await page.getByText('Fix the marked part first.').waitFor();
      },
    },
    {
      name: 'drops-preview',
      arrange: async ({ page }) => {
        await page.reload();
        await page.getByRole('button', { name: 'Preview “Clear Out days”' }).click();
        await dialog(page).getByText('No cost', { exact: false }).first().waitFor();
      },
      part: dialog,
    },
    {
      name: 'drops-run',
      arrange: async ({ page, seller }) => {
        const { plans } = await seller().api.drops.plans();
        await seller().api.drops.run({ id: plans[0]?.id ?? '' });
        await page.reload();
        await page.getByRole('button', { name: 'Undo all of “Weekly drop”' }).waitFor({ timeout: 60_000 });
      },
    },
    {
      name: 'drops-undone',
      arrange: async ({ page }) => {
        await page.getByRole('button', { name: 'Undo all of “Weekly drop”' }).click();
        await dialog(page)
          .getByRole('button', { name: /^Restore/ })
          .click();
        await page
          .getByText(/prices restored/)
          .first()
          .waitFor({ timeout: 60_000 });
      },
      isVariant: true,
    },
  ],
};
