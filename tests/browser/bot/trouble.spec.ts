import type { Page } from '@playwright/test';
import type { BotStatus } from '#contract/bot/bot.ts';
import type { PauseReason } from '#domain/bot/bot.ts';
import { pauseMessage } from '#domain/bot/pause-messages.ts';
import { pauseSteps } from '#web/messages/bot/pause-steps.ts';
import { sellerPlace } from '../fixtures/product.ts';
import { botIs, loseConnection, meetHumanCheck, meetShareJail, slots, startBot } from '../fixtures/situations.ts';
import { botButton, changeReply, expect, expectToast, holdCalls, sentence, test, toast } from '../fixtures/story.ts';

/** Some kinds of pause, and their first sentences. That each has words of its own is tested where they are. */
const pauses: [PauseReason, string][] = [
  ['code_required', 'Poshmark needs a one-time code.'],
  ['rate_limited', 'Poshmark asked Hangtag to slow down.'],
  ['account_blocked', 'Poshmark suspended your account.'],
  ['lowered_limit', 'You’ve hit today’s reduced limit (252).'],
];

const care = (page: Page) => page.getByRole('region', { name: 'Account health' });

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a human check pauses the bot and says what to do, and the bot continues when the seller has done it', async ({
    page,
    enter,
    product,
    look,
  }) => {
    const seller = await enter({ closet: 'real' });
    await meetHumanCheck({ product }, seller);
    await seller.api.bot.changeSettings({ body: { scheduledSlots: slots, useScheduledSlots: true } });
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('Poshmark wants to verify you’re human.');
    await expect(page.getByText('Paused', { exact: true }).first()).toBeVisible();
    await expect(page.getByText('Connection Issue').first()).toBeVisible();
    const steps = page.getByRole('list', { name: 'What to do' }).getByRole('listitem');
    await expect(steps).toHaveCount(3);
    await expect(steps.nth(0).getByRole('link', { name: 'Open Poshmark' })).toHaveAttribute(
      'href',
      product.market.origin,
    );
    await expect(botButton(page, 'Start Bot')).toBeDisabled();
    await expect(botButton(page, 'Stop Bot')).toBeEnabled();
    await expect(page.locator('.act')).toContainText('Bot paused');

    await test.step('the round adds up: shared, to go, and the one that met the check', async () => {
      const { shareStatus } = await seller.api.bot.status();
      expect(shareStatus).toMatchObject({ refused: 1, notConfirmed: 0 });
      const { completedShares, left, totalListings } = shareStatus;
      expect(completedShares + left + 1).toBe(totalListings);
      await expect(page.getByText(`${left} to go. 1 refused`, { exact: true })).toBeVisible();
    });
    await test.step('times, dates and the zone are the seller’s own, and every panel names its zone once', async () => {
      await expect(page.getByText(new RegExp(`· ${sellerPlace} time$`))).toBeVisible();
      await expect(page.getByText(`your slots (${sellerPlace} time).`)).toBeVisible();
      await expect(sentence(page)).toContainText(/Paused at \d+:\d\d [AP]M\./);
      await expect(page.getByRole('heading', { name: `Warnings, last 7 days, ${sellerPlace} time` })).toBeVisible();
      const activity = page.getByRole('region', { name: 'Recent activity' });
      await activity.locator('summary').first().click();
      await expect(activity.getByText(`Times in ${sellerPlace}`)).toBeVisible();
      await expect(page.getByRole('list', { name: `Slots, ${sellerPlace} time` })).toBeVisible();
      const time = activity.locator('time').first();
      await expect(time).toHaveText(/^\d+:\d\d:\d\d [AP]M$/);
      const whole = new RegExp(`^\\w+day, \\w+ \\d+, \\d{4}, \\d+:\\d\\d:\\d\\d [AP]M ${sellerPlace}$`);
      await expect(time).toHaveAttribute('title', whole);
    });
    // The look expects of every time on screen that it names its zone right.
    await look('human-check', { isVariant: true });
    // Outside of its slots the bot would wait.
    await seller.api.bot.changeSettings({ body: { useScheduledSlots: false } });

    const health = page.getByRole('region', { name: 'Account health' });
    await expect(health).not.toContainText('needs you');
    const today = page.getByRole('region', { name: 'Today' }).getByRole('listitem').first();
    await expect(today).toContainText('wants to verify you’re human');
    await today.getByRole('link').click();
    await expect(page.locator('#bot-title')).toBeInViewport();

    const done = steps.nth(2).getByRole('button', { name: 'I’ve completed the check' });
    const { pausedAt, sharesToday } = await seller.api.bot.status();
    await done.click();
    const again = await botIs(seller, (status) => status.state === 'paused' && status.pausedAt !== pausedAt);
    expect(again).toMatchObject({ pauseReason: 'human_check', sharesToday });
    await expect(alert).toBeVisible();

    await product.market.control('POST', 'human-check', { account: seller.market?.username, on: false });
    await done.click();
    await expectToast(page, 'Resuming');
    await expect(alert).toBeHidden();
    await expect(page.getByText('Ready for Sharing').first()).toBeVisible();
    await botIs(seller, (status) => status.sharesToday > sharesToday);
    expect((await seller.api.bot.status()).gentleUntil).toBeDefined();

    const activity = page.getByRole('region', { name: 'Recent activity' });
    await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Activity' }).click();
    await expect(activity).toBeInViewport();
    const shown = activity.getByLabel('Show', { exact: true });
    for (const [action, words] of [
      ['BOT_PAUSED', 'Bot paused'],
      ['BOT_RESUMED', 'Bot resumed'],
    ] as const) {
      await shown.selectOption(action);
      await expect(activity.locator('.act li').first()).toContainText(words);
    }
  });
});

test('a pause, a hold, and a restore say what happened and what to do', async ({ page, enter }) => {
  const seller = await enter({ closet: 'real', listings: 4, path: null });
  await startBot(seller);
  await botIs(seller, ({ state }) => state === 'waiting');
  // Which refusal leads to which pause has tests of its own. Here it's only what the seller reads.
  let change: Partial<BotStatus> = {};
  let limit = 9000;
  const paused = { state: 'paused', effectiveLimit: 252 };
  await changeReply(page, '**/api/bot/status', (status) => ({ ...status, ...paused, ...change }));
  const steps = page.getByRole('list', { name: 'What to do' }).getByRole('listitem');
  for (const [index, [pauseReason, head]] of pauses.entries()) {
    const message = pauseMessage(pauseReason, { marketplace: 'Poshmark' });
    const resumesAt = index % 2 === 0 ? new Date(Date.now() + 3_600_000).toISOString() : undefined;
    change = { pauseReason, pauseMessage: message, pausedAt: new Date().toISOString(), resumesAt };
    if (index === 0) await page.goto('/dashboard');
    // The change makes the server send an event, so that the page asks for the status.
    else await seller.api.bot.changeSettings({ body: { dailyShareLimit: ++limit } });
    await expect(sentence(page)).toContainText(head);
    await expect(sentence(page)).toContainText(resumesAt ? /Resumes automatically .+\./ : /Paused .+\./);
    // What the head and the time say is not repeated below them.
    const rest = message.replace(`${head} `, '').replace(/^Sharing is paused( and resumes automatically)?\. /, '');
    const alert = page.getByRole('alert');
    await expect(alert).toContainText(pauseReason === 'lowered_limit' ? 'No action needed.' : rest);
    await expect(steps).toContainText(pauseSteps(pauseReason, 'Poshmark').map(({ title }) => title));
    await expect(botButton(page, 'Stop Bot')).toBeEnabled();
  }

  const show = async (shown: Partial<BotStatus>) => {
    change = { nextShareTime: null, nextRoundTime: null, ...shown };
    // As above.
    await seller.api.bot.changeSettings({ body: { dailyShareLimit: ++limit } });
  };
  const band = page.getByRole('region', { name: 'Bot Controls' });
  const held = { isRunning: true, state: 'waiting', heldByOperator: true } as const;
  const heldUntil = new Date(Date.now() + 5 * 60_000).toISOString();
  const note = band.getByRole('status').filter({ hasText: 'on hold' });
  await test.step('a bot says so while the operator pauses all bots, and plans nothing', async () => {
    await show({ ...held, heldUntil, holdReason: 'Moving to a new server' });
    await expect(band.getByText('Sharing is on hold.', { exact: true })).toBeVisible();
    await expect(note).toHaveText(
      /Your administrator paused all bots until .*\d+:\d\d [AP]M\. Yours will resume on its own\. Reason given: “Moving to a new server”$/,
    );
    await expect(band.getByText('On hold', { exact: true })).toBeVisible();
    await expect(sentence(page)).toContainText('Nothing is shared for now.');
    await expect(band).not.toContainText('Next round');
    await expect(botButton(page, 'Stop Bot')).toBeEnabled();
  });
  await test.step('so it does while the marketplace refuses many sellers, while no worker is running, and after a restore that may have lost shares', async () => {
    await show({ ...held, state: 'sharing', heldBecause: 'marketplace', heldUntil });
    await expect(note).toHaveText(
      /is refusing many sellers on this site right now\. Hangtag will try one share at .*\d+:\d\d [AP]M\. Your bot will resume/,
    );
    await show({ ...held, heldBecause: 'no_worker' });
    await expect(note).toHaveText(
      /The part of Hangtag that shares isn’t running\. Your bot will resume on its own when it’s back\./,
    );
    await expect(sentence(page)).toContainText('Nothing is shared for now.');
    const limitFullUntil = new Date(Date.now() + 8 * 3_600_000).toISOString();
    const full = { sharesToday: 10_000, effectiveLimit: 10_000, assumedToday: 9_880, limitFullUntil };
    await show({ isRunning: false, state: 'stopped', totalShares: 120, ...full });
    await expect(sentence(page)).toContainText('Today’s limit counts as used.');
    await expect(band).toContainText('Hangtag’s data was restored today, so up to 9,880 shares may be missing here.');
    await expect(botButton(page, 'Start Bot')).toBeDisabled();
  });
});

test('a share limit and a lost connection pause the bot until they are fixed', async ({
  page,
  enter,
  product,
  look,
}) => {
  const seller = await enter({ closet: 'real' });
  await test.step('after the marketplace limits shares, the bot waits and continues with a lower limit', async () => {
    await meetShareJail({ product }, seller);
    await expect(sentence(page)).toHaveText(
      /^Poshmark temporarily blocked sharing \(share jail\)\.Resumes automatically at .*\d [AP]M( \w+day)?\.$/,
    );
    await expect(page.getByRole('list', { name: 'What to do' })).toContainText('No action needed.');
    await expect(page.getByRole('button', { name: 'I’ve completed the check' })).toBeHidden();
    await expect(care(page).getByText('Caution')).toBeVisible();
    await expect(care(page)).toContainText('Warnings, last 7 days');
    await expect(care(page)).toContainText('A warning lowered your limit to 500 a day until');
    await expect(page.getByRole('alert')).toContainText('Your limit is lower until');
    await look('share-jail', { part: page.locator('section.bot') });
    await page.getByRole('button', { name: 'Use my own limit again' }).click();
    const dialog = page.getByRole('dialog', { name: 'Use your own limit again?' });
    await expect(dialog).toContainText('another block, another check, or a suspension is more likely');
    await dialog.getByRole('button', { name: 'Use my own limit again' }).click();
    await expectToast(page, 'Your own limit applies again');
    await expect(care(page)).not.toContainText('A warning lowered your limit');
    await expect(sentence(page)).toContainText('Resumes automatically at');
    await page.getByRole('link', { name: 'Open settings' }).first().click();
    await expect(page.getByRole('region', { name: 'Settings' })).toBeInViewport();
    await botButton(page, 'Stop Bot').click();
    await expectToast(page, 'Bot stopped successfully');
    await expect(page.getByRole('alert')).toBeHidden();
  });
  await test.step('a refused sign-in is a connection issue that can be fixed in the panel', async () => {
    await loseConnection({ product }, seller);
    await page.reload();
    await expect(sentence(page)).toHaveText('Your closet needs reconnecting.The bot is stopped.');
    await look('connection-issue', { isVariant: true });
    await expect(botButton(page, 'Start Bot')).toBeDisabled();
    await page.getByLabel('Poshmark password').fill(String(seller.market?.password));
    await page.getByRole('button', { name: 'Save credentials' }).click();
    await expectToast(page, 'Credentials Updated');
    await expect(page.getByText('Ready for Sharing').first()).toBeVisible();
    await expect(botButton(page, 'Start Bot')).toBeEnabled();
  });
});

test.describe('when the server itself fails', () => {
  test.use({
    allowed: /status of 50[02] .*\/api\/|no such table|No number can be formatted/,
    permissions: ['clipboard-read', 'clipboard-write'],
  });

  test('a failure at the server or of a page shows where it happened, with a reference', async ({
    page,
    enter,
    look,
  }) => {
    const body = { error: 'internal', message: 'Something went wrong in Hangtag. Try again.' };
    const fail = (path: string | RegExp, status: number, requestId: string) =>
      page.route(path, (route) => route.fulfill({ status, json: { ...body, requestId } }));
    // Without live updates, because one would reload the card before the seller asks, and everything after a failure.
    await page.route('**/api/events', (route) => route.fulfill({ status: 204 }));
    await test.step('a page that can’t be drawn shows the error screen, which keeps the details folded', async () => {
      // The first page that opens can't format any number, which no screen expects.
      await page.addInitScript(() => {
        if (location.protocol === 'about:' || sessionStorage.getItem('was-broken') !== null) return;
        sessionStorage.setItem('was-broken', 'yes');
        Object.defineProperty(Intl.NumberFormat.prototype, 'format', {
          get: () => {
            throw new Error('No number can be formatted');
          },
        });
      });
      await enter({ closet: 'practice' });
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong');
      await expect(page.getByText('An unexpected error occurred. Please try refreshing the page.')).toBeVisible();
      await expect(page.locator('pre')).toBeHidden();
      await look('error');
      await page.getByText('Error details').click();
      await expect(page.locator('pre')).toContainText('No number can be formatted');
    });
    await test.step('it shows the server’s message, too, and the server is asked once', async () => {
      let calls = 0;
      await page.route('**/api/user', (route) => {
        calls += 1;
        return route.fulfill({ status: 500, json: { error: 'internal', message: 'no such table' } });
      });
      const answered = page.waitForResponse('**/api/user');
      await page.getByRole('button', { name: 'Refresh Page' }).click();
      await answered;
      await page.getByText('Error details').click();
      await expect(page.getByText('no such table')).toBeVisible();
      expect(calls).toBe(1);
      await page.unroute('**/api/user');
    });
    // A reply, though a failure. Queries run again on their own only if there was no reply.
    await fail(/\/api\/(activity|poshmark)/, 500, 'of-the-log');
    await page.getByRole('button', { name: 'Refresh Page' }).click();
    const activity = page.getByRole('region', { name: 'Recent activity' });
    await test.step('a failure shows a reference that can be passed on, and a refusal shows none', async () => {
      await expect(activity.getByRole('alert')).toContainText(body.message);
      await expect(activity.getByText('Reference of-the-log')).toBeVisible();
      await look('card-error', { part: activity });
      await activity.getByRole('button', { name: 'Copy the reference' }).click();
      await expect(activity.getByRole('status')).toHaveText('Copied');
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('of-the-log');

      await fail('**/api/bot/settings', 500, 'of-the-save');
      await page.getByRole('button', { name: 'Update Settings' }).click();
      await expectToast(page, 'Update Failed', body.message);
      await toast(page).getByRole('button', { name: 'Copy the reference' }).click();
      await expect(toast(page).getByRole('status').getByText('Copied')).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('of-the-save');

      await page.unroute('**/api/bot/settings');
      await fail('**/api/bot/settings', 409, 'of-no-use');
      await page.getByRole('button', { name: 'Update Settings' }).click();
      await expectToast(page, 'Update Failed', body.message);
      await expect(toast(page).getByText('Reference')).toBeHidden();
    });
    await test.step('each card says what it could not load, and loads it on request', async () => {
      await expect(activity.getByRole('alert')).toBeVisible();
      await expect(page.getByText('Nothing has happened yet')).toBeHidden();
      const release = await holdCalls(page, '**/api/activity*');
      await page.unroute(/\/api\/(activity|poshmark)/);
      await activity.getByRole('button', { name: 'Try again' }).press('Enter');
      // The failure stays until there is an answer, and the focus stays in the card.
      await expect(activity.getByRole('button', { name: 'Trying again…' })).toBeFocused();
      await expect(activity.getByRole('alert')).toContainText(body.message);
      await expect(activity.getByRole('status', { name: 'Loading activity' })).toHaveCount(0);
      release();
      await expect(activity).toContainText('Closet connected');
      await expect(activity.locator(':focus')).toBeVisible();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });
    await test.step('without words of the server the seller reads its status, and typed text stays', async () => {
      await page.getByRole('switch', { name: 'Offer shipping discount' }).click();
      await page.getByLabel('Discount (%)').fill('15');
      for (const [status, words] of [
        [500, 'API endpoint error: 500'],
        [502, 'Server temporarily unavailable. Please try again.'],
      ] as const) {
        await page.route('**/api/bot/settings', (route) =>
          route.fulfill({ status, contentType: 'text/html', body: '<h1>Something broke</h1>' }),
        );
        await page.getByRole('button', { name: 'Update Settings' }).click();
        await expectToast(page, 'Update Failed', words);
        await page.unroute('**/api/bot/settings');
      }
      await expect(page.getByLabel('Discount (%)')).toHaveValue('15');
    });
  });
});
