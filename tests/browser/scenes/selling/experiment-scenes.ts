// The scenes of the experiment: what it could see, planned, running, and over.

import type { Page } from '@playwright/test';
import type { Experiment } from '#contract/experiment/experiment.ts';
import { paths } from '#contract/pages.ts';
import type { Walk } from '../scene.ts';

const day = 86_400_000;
const running: Omit<Experiment, 'next'> = {
  id: '1',
  state: 'running',
  weeks: 8,
  startsAt: new Date(Date.now() - 17 * day).toISOString(),
  endsAt: new Date(Date.now() + 39 * day).toISOString(),
  listings: 252,
  detectable: { likesPercent: 12, salesPercent: null },
  outcomes: null,
  week: 3,
  weeksCounted: 1,
  weeksMissed: 1,
  groups: {
    usual: { listings: 121, averagePriceCents: 3425, averageAgeDays: 88, sharesADay: 5.1 },
    onceADay: { listings: 120, averagePriceCents: 3390, averageAgeDays: 91, sharesADay: 0.9 },
  },
  sharesADay: null,
  readingMinutesOff: 2,
};
const ended: Omit<Experiment, 'next'> = {
  ...running,
  state: 'ended',
  week: null,
  weeksCounted: 7,
  groups: null,
  sharesADay: { usual: 5.2, onceADay: 1 },
  readingMinutesOff: 41,
  outcomes: [
    {
      ...{ outcome: 'likes', usual: 0.912, onceADay: 0.803, difference: 0.109, low: 0.031, high: 0.187 },
      ...{ verdict: 'difference', why: null },
    },
    {
      ...{ outcome: 'sales', usual: 0.021, onceADay: 0.019, difference: 0.002, low: -0.009, high: 0.013 },
      ...{ verdict: 'no_difference_seen', why: null },
    },
  ],
};
const stopped: Omit<Experiment, 'next'> = {
  ...ended,
  state: 'stopped',
  weeksCounted: 2,
  weeksMissed: 0,
  outcomes: (['likes', 'sales'] as const).map((outcome) => ({
    ...{ outcome, usual: 0.8, onceADay: 0.7, difference: null, low: null, high: null },
    ...{ verdict: 'not_enough', why: 'few_weeks' },
  })),
};

/** Shows an experiment that would take weeks to get to. */
async function show(page: Page, experiment: Omit<Experiment, 'next'>): Promise<void> {
  await page.route('**/api/experiments', async (route) => {
    const answer = await route.fetch();
    const { next } = (await answer.json()) as Experiment;
    await route.fulfill({ response: answer, json: { ...experiment, next } });
  });
  await page.goto(paths.experiment);
}

export const experimentWalk: Walk = {
  scenes: [
    {
      name: 'experiment',
      arrange: async ({ page, enter }) => {
        await enter({ closet: 'practice', path: paths.experiment });
        await page.getByRole('radio', { name: /^12 weeks/ }).check();
      },
    },
    {
      name: 'experiment-planned',
      isVariant: true,
      arrange: async ({ page }) => {
        await page.getByRole('button', { name: 'Start at midnight' }).click();
        await page.getByRole('heading', { name: /^Begins/ }).waitFor();
      },
    },
    {
      name: 'experiment-running',
      arrange: async ({ page }) => {
        await show(page, running);
        await page.getByRole('heading', { name: 'Week 3 of 8' }).waitFor();
      },
    },
    {
      name: 'experiment-stop',
      arrange: async ({ page }) => {
        await show(page, running);
        await page.getByRole('button', { name: 'Stop the experiment' }).click();
      },
      part: (page) => page.getByRole('dialog'),
    },
    {
      name: 'experiment-ended',
      arrange: async ({ page }) => {
        await show(page, ended);
        await page.getByText('The numbers', { exact: true }).click();
      },
    },
    {
      name: 'experiment-stopped',
      isVariant: true,
      arrange: async ({ page }) => {
        await show(page, stopped);
        await page.getByRole('heading', { name: 'Not enough for a result' }).first().waitFor();
        await page.getByText('How this is computed').click();
      },
    },
    {
      name: 'experiment-unread',
      isVariant: true,
      arrange: async ({ page }) => {
        await page.route('**/api/experiments', (route) => route.abort());
        await page.goto(paths.experiment);
        await page.getByRole('alert').waitFor();
      },
    },
  ],
};
