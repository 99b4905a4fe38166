// The scenes of the operator page.

import type { Page } from '@playwright/test';
import type { Installation, OperatorOverview } from '#contract/operation/operation.ts';
import { operatorToken } from '../fixtures/product.ts';
import type { Walk } from './scene.ts';

/** How often the page reads the overview. */
export const refreshMs = 10_000;

const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

/** Answers the overview as the server does, with a change. */
export async function changeOverview(
  page: Page,
  change: (installation: Installation) => Partial<Installation> | null,
): Promise<void> {
  await page.route('**/api/operator/overview', async (route) => {
    const reply = await route.fetch();
    const overview = (await reply.json()) as OperatorOverview;
    const changed = overview.installation && change(overview.installation);
    await route.fulfill({ json: { ...overview, installation: changed && { ...overview.installation, ...changed } } });
  });
}

async function openOperatorPage(page: Page): Promise<void> {
  await page.goto('/operator');
  const token = page.getByLabel('Operator token');
  const opened = page.getByRole('heading', { name: 'Processes' });
  await token.or(opened).waitFor();
  if (await token.isVisible()) {
    await token.fill(operatorToken);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }
  await opened.waitFor();
}

const hold: NonNullable<Installation['hold']> = {
  at: minutesAgo(3),
  until: minutesAgo(-117),
  reason: 'Moving to a new server',
  via: 'command',
  who: 'ada',
  releasedAt: null,
  releasedVia: null,
  releasedWho: null,
};

/** Everything that can be wrong at once. */
const trouble = ({ processes, marketplaces, load, bots, steps }: Installation): Partial<Installation> => ({
  processes: [
    ...processes.map((one) => ({ ...one, disk: 'full' as const, freeMb: 120 })),
    ...processes.map((one) => ({
      ...one,
      role: 'worker',
      host: 'a-machine-with-a-very-long-name.internal.example',
      isAlive: false,
      seenAt: minutesAgo(4),
      startedAt: minutesAgo(90),
    })),
  ],
  marketplaces: marketplaces.map((one) => ({
    ...one,
    heldUntil: minutesAgo(-14),
    refusing: 20,
    profile: { file: 'marketplace-profile.json', madeAt: minutesAgo(6000) },
  })),
  load: { ...load, overdue: 12, unsettled: 1, latenessMs: 15_000, sharesLastHour: 181_204 },
  bots: {
    ...bots,
    paused: [{ reason: 'human_check', bots: 20 }],
    newest: [
      { sellerId: '4711', reason: 'human_check', at: minutesAgo(1), resumesAt: null },
      { sellerId: '4712', reason: 'rate_limited', at: minutesAgo(2), resumesAt: minutesAgo(-13) },
    ],
  },
  steps: steps.map((step, index) =>
    index > 0 ? step : { ...step, failures: 3, failedAt: minutesAgo(1), error: 'Error: canceling statement' },
  ),
  jobs: [
    {
      name: 'mail.send',
      retrying: 2,
      failed: 1,
      failedAt: minutesAgo(1),
      error: 'Error: connect ECONNREFUSED 10.0.0.7:465',
      nextTryAt: minutesAgo(-5),
    },
  ],
  refused: [{ call: 'closet.updateCredentials', budget: 'marketplace sign-ins', count: 31 }],
  backup: { at: minutesAgo(20_000), file: 'monday.age', bytes: 1_234_567_890, isEncrypted: false, triedAt: null },
});

/** The operator page in its states. */
export const operationWalk: Walk = {
  scenes: [
    {
      name: 'operator-sign-in',
      arrange: async ({ page }) => {
        await page.goto('/operator');
        await page.getByLabel('Operator token').fill('wrong');
        await page.getByRole('button', { name: 'Sign in' }).click();
        await page.getByText('That’s not the operator token.').first().waitFor();
      },
    },
    {
      name: 'operator',
      arrange: async ({ page }) => {
        await openOperatorPage(page);
        await page.getByText(/^\d+ steps, none failing$/).click();
        await page.getByRole('button', { name: 'Run history now' }).waitFor();
      },
    },
    {
      name: 'operator-held',
      isVariant: true,
      arrange: async ({ page }) => {
        await changeOverview(page, () => ({ hold, holds: [hold] }));
        await page.reload();
        await page.getByRole('heading', { name: /^All bots are on hold\./ }).waitFor();
        await page.getByText('History, 1 hold').click();
      },
    },
    {
      name: 'operator-trouble',
      isVariant: true,
      arrange: async ({ page }) => {
        await changeOverview(page, trouble);
        await page.reload();
        await page.getByText('12 bots overdue. No worker runs them.').waitFor();
      },
    },
    {
      name: 'operator-away',
      isVariant: true,
      arrange: async ({ page }) => {
        await page.clock.install();
        await openOperatorPage(page);
        await page.route('**/api/operator/overview', (route) => route.abort());
        await page.clock.fastForward(refreshMs);
        await page.getByText('Can’t reach Hangtag.').waitFor();
      },
    },
  ],
};
