// The scenes of the numbers: what sales earned, a tax year, and how right Hangtag is.

import { bringSales } from '../../fixtures/sold.ts';
import type { Walk } from '../scene.ts';

export const numbersWalk: Walk = {
  scenes: [
    {
      name: 'numbers-empty',
      arrange: async ({ page, enter }) => {
        await enter({ closet: 'practice', path: '/numbers' });
        await page.getByRole('heading', { name: 'What did you really earn?' }).waitFor();
      },
    },
    {
      name: 'backtest-early',
      isVariant: true,
      arrange: async ({ page, seller }) => {
        await bringSales(seller(), { most: 12 });
        await page.goto('/numbers/backtest');
        await page.getByRole('heading', { name: 'Too early to say.' }).waitFor();
      },
    },
    {
      name: 'numbers',
      arrange: async ({ page, seller }) => {
        await bringSales(seller());
        await page.goto('/numbers?period=last-year');
        await page.locator('.rankings').waitFor();
        await page.locator('.months').waitFor();
      },
    },
    {
      name: 'numbers-table',
      isVariant: true,
      arrange: async ({ page }) => {
        await page.getByRole('button', { name: 'Show table' }).click();
        await page.getByRole('radio', { name: 'Own dates' }).check();
      },
    },
    {
      name: 'tax-year',
      arrange: async ({ page }) => {
        await page.goto('/numbers/tax');
        await page.locator('.tax-sheet').waitFor();
      },
    },
    {
      name: 'backtest',
      arrange: async ({ page }) => {
        await page.goto('/numbers/backtest');
        await page.getByRole('heading', { name: /^On your last/ }).waitFor();
      },
    },
  ],
};
