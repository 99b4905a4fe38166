import type { Page } from '@playwright/test';
import type { Installation, OperatorOverview } from '#contract/operation/operation.ts';
import { operatorToken } from '../fixtures/product.ts';
import { expect, test } from '../fixtures/story.ts';

/** How often the page reads the overview. */
const refreshMs = 10_000;

const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

/** Answers the overview as the server does, with a change. */
async function changeOverview(
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

test.describe('the operator page', () => {
  // The browser reports each refusal, and the calls that this test cuts.
  test.use({ allowed: /status of 401 .*\/api\/operator\/|net::ERR_FAILED .*\/api\/operator\// });

  test('opens by keyboard, shows what is wrong, holds and releases all bots, and stays useful while something is away', async ({
    page,
    look,
  }) => {
    await page.clock.install();
    const verdict = page.getByRole('heading', { level: 1 });
    await test.step('the token opens it, and it says when it was last updated', async () => {
      await page.goto('/operator');
      await expect(page.getByLabel('Operator token')).toBeVisible();
      await page.keyboard.press('Tab');
      await expect(page.getByLabel('Operator token')).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alert')).toHaveText('Enter the operator token');
      await page.keyboard.type('wrong');
      await page.keyboard.press('Enter');
      await page.getByText('That’s not the operator token.').first().waitFor();
      await look('operator-sign-in');
      await page.getByLabel('Operator token').fill(operatorToken);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Processes' })).toBeVisible();
      await expect(page.getByText('Web and worker ·')).toBeVisible();
      await expect(page.getByText(/^Updated \d+:\d\d:\d\d [AP]M$/)).toBeVisible();
      expect(await page.evaluate(() => document.cookie)).not.toContain('operator');
      await page.getByText(/^\d+ steps, none failing$/).click();
      await page.getByRole('button', { name: 'Run history now' }).waitFor();
      await look('operator');
    });

    /** The page reads the overview again, changed like this. */
    const refresh = async (change: Parameters<typeof changeOverview>[1]) => {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await changeOverview(page, change);
      await page.clock.fastForward(refreshMs);
    };
    await test.step('it shows a hold that another operator placed, and everything that can be wrong at once', async () => {
      await refresh(() => ({ hold, holds: [hold] }));
      await page.getByRole('heading', { name: /^All bots are on hold\./ }).waitFor();
      await page.getByText('History, 1 hold').click();
      await look('operator-held', { isVariant: true });
      await refresh(trouble);
      await page.getByText('12 bots overdue. No worker runs them.').waitFor();
      await look('operator-trouble', { isVariant: true });
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.clock.fastForward(refreshMs);
      await expect(page.getByRole('button', { name: 'Hold all bots' })).toBeVisible();
    });

    let asked: unknown = null;
    await test.step('a hold is placed with a reason and a duration', async () => {
      // Other tests share this Hangtag, so its bots keep running. What the server does has tests of its own.
      let hold: Installation['hold'] = null;
      // The page may read the overview again at any time.
      await changeOverview(page, () => ({ hold }));
      await page.route('**/api/operator/hold', async (route) => {
        const isHeld = route.request().method() === 'POST';
        if (isHeld) asked = route.request().postDataJSON();
        const at = new Date().toISOString();
        const until = new Date(Date.now() + 7_200_000).toISOString();
        const record = { at, until, reason: 'Moving house', via: 'page' as const, who: '127.0.0.1' };
        hold = isHeld ? { ...record, releasedAt: null, releasedVia: null, releasedWho: null } : null;
        const overview = await (await page.request.get('/api/operator/overview')).json();
        await route.fulfill({ json: { ...overview, installation: { ...overview.installation, hold } } });
      });
      await page.getByLabel('Reason').focus();
      await page.keyboard.type('Moving house');
      await page.keyboard.press('Tab');
      await expect(page.getByLabel('For how long')).toBeFocused();
      await page.keyboard.type('2 hours');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect(verdict).toContainText('All bots are on hold.');
      await expect(verdict).toContainText(/Ends at \d+:\d\d [AP]M( \w+)?\./);
      await expect(page.getByText('Sellers see: “Moving house”')).toBeVisible();
      expect(asked).toEqual({ reason: 'Moving house', minutes: 120 });
      await page.getByRole('button', { name: 'Release' }).click();
      await expect(page.getByRole('button', { name: 'Hold all bots' })).toBeVisible();
    });

    await test.step('what is typed stays while the page refreshes, and the last data while the database is away', async () => {
      await page.getByLabel('Reason').fill('Half a sentence');
      await refresh(() => null);
      await expect(page.getByRole('alert').filter({ hasText: 'The database doesn’t answer.' })).toContainText(
        /Showing data from \d+:\d\d:\d\d [AP]M\./,
      );
      await expect(page.getByRole('heading', { name: 'Processes' })).toBeVisible();
      await page.unroute('**/api/operator/overview');
      await page.clock.fastForward(refreshMs);
      await expect(page.getByRole('alert').filter({ hasText: 'The database' })).toBeHidden();
      await expect(page.getByLabel('Reason')).toHaveValue('Half a sentence');
    });

    await test.step('without a connection it says so, and signing out closes it', async () => {
      await page.route('**/api/operator/overview', (route) => route.abort());
      await page.clock.fastForward(refreshMs);
      await page.getByText('Can’t reach Hangtag.').waitFor();
      await look('operator-away', { isVariant: true });
      await page.unroute('**/api/operator/overview');
      await page.getByRole('button', { name: 'Sign out' }).click();
      await expect(page.getByLabel('Operator token')).toBeVisible();
    });
  });
});
