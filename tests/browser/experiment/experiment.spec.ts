import type { Page } from '@playwright/test';
import type { Experiment } from '#contract/experiment/experiment.ts';
import { paths } from '#contract/pages.ts';
import { rest } from '../fixtures/look.ts';
import { expect, expectToast, test } from '../fixtures/story.ts';

test.use({ allowed: /net::ERR_FAILED/ });

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
/** Shows an experiment that would take weeks to get to. */
async function show(page: Page, experiment: Omit<Experiment, 'next'>): Promise<void> {
  await page.route('**/api/experiments', async (route) => {
    const answer = await route.fetch();
    const { next } = (await answer.json()) as Experiment;
    await route.fulfill({ response: answer, json: { ...experiment, next } });
  });
  await page.goto(paths.experiment);
}

test('a seller plans an experiment and calls it off again, by keyboard alone, and sees one run and end', async ({
  page,
  enter,
  look,
}) => {
  const { api } = await enter({ closet: 'practice', path: '/selling/experiment' });
  const eight = page.getByRole('radio', { name: /^8 weeks/ });
  await eight.waitFor();
  await look('experiment');
  await eight.focus();
  await page.keyboard.press('ArrowUp');
  const six = page.getByRole('radio', { name: /^6 weeks/ });
  await expect(six).toBeChecked();
  const { next } = await api.experiment.read();
  const seen = next.detectable.find(({ weeks }) => weeks === 6);
  await expect(page.locator('label').filter({ has: six })).toContainText(`${seen?.likesPercent}%`);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Start at midnight' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expectToast(page, 'Experiment planned');
  expect(await api.experiment.read()).toMatchObject({ state: 'planned', weeks: 6, listings: next.listings });
  await expect(eight).toHaveCount(0);
  await look('experiment-planned', { isVariant: true });

  const callOff = page.getByRole('button', { name: 'Call it off' });
  await callOff.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  // A second press of the key that opened it must not answer it.
  await expect(dialog.getByRole('button', { name: 'Keep it' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await callOff.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Keep it' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Experiment stopped');
  await expect(page.getByRole('heading', { name: 'Not enough for a result' })).toBeVisible();
  await expect(eight).toBeChecked();
  expect((await api.experiment.read()).state).toBe('stopped');
  await page.getByText('How this is computed').click();
  await look('experiment-stopped', { isVariant: true });

  await page.goto('/dashboard');
  await expect(page.getByText(/^Planned: 6 weeks/)).toBeVisible();

  await show(page, running);
  await page.getByRole('heading', { name: 'Week 3 of 8' }).waitFor();
  await look('experiment-running', { isVariant: true });
  await page.getByRole('button', { name: 'Stop the experiment' }).click();
  await look('experiment-stop', { part: dialog });
  await rest(page);
  await show(page, ended);
  await page.getByText('The numbers', { exact: true }).click();
  await look('experiment-ended');
  await rest(page);
  await page.route('**/api/experiments', (route) => route.abort());
  await page.goto(paths.experiment);
  await page.getByRole('alert').waitFor();
  await look('experiment-unread', { isVariant: true });
});
