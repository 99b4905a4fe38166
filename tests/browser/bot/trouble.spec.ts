import type { Page } from '@playwright/test';
import type { PauseReason } from '#domain/bot/bot.ts';
import { pauseSteps } from '#web/messages/bot/pause-steps.ts';
import type { Product, Seller } from '../fixtures/product.ts';
import { botIs, loseConnection, meetHumanCheck, meetShareJail, startBot } from '../fixtures/situations.ts';
import { botButton, expect, expectToast, sentence, serverAway, signInto, test, toast } from '../fixtures/story.ts';

/** Every kind of pause, and its first sentence. `share_limit` has its own test, and the human check is in the story of a day. */
const pauses: { reason: PauseReason; head: string; meet: (product: Product, seller: Seller) => Promise<unknown> }[] = [
  {
    reason: 'code_required',
    head: 'Poshmark needs a one-time code.',
    meet: (product, seller) => refuseShares(product, seller, { case: 'E14' }),
  },
  {
    reason: 'session_expired',
    head: 'Poshmark signed you out.',
    // Only for shares, so that a sync in the background does not meet it first.
    async meet(product, seller) {
      const body = {
        poshmarkUsername: String(seller.market?.username),
        poshmarkPassword: String(seller.market?.password),
      };
      await seller.api.closet.updateCredentials({ body: { ...body, keepPassword: false } });
      await refuseShares(product, seller, { case: 'E8a' });
    },
  },
  {
    reason: 'rate_limited',
    head: 'Poshmark asked Hangtag to slow down.',
    meet: (product, seller) => refuseShares(product, seller, { case: 'E7' }),
  },
  {
    reason: 'marketplace_refused',
    head: 'Poshmark refused Hangtag’s requests.',
    meet: (product, seller) => refuseShares(product, seller, { case: 'wall' }),
  },
  {
    reason: 'marketplace_unavailable',
    head: 'Poshmark is having problems.',
    meet: (product, seller) => refuseShares(product, seller, { case: 'E11', retryAfter: 600 }),
  },
  {
    reason: 'marketplace_changed',
    head: 'Poshmark may have changed.',
    meet: (product, seller) => refuseShares(product, seller, { case: 'E1' }),
  },
  {
    reason: 'account_blocked',
    head: 'Poshmark suspended your account.',
    meet: (product, seller) => refuseShares(product, seller, { case: 'E15' }),
  },
  {
    reason: 'credentials_rejected',
    head: 'Poshmark rejected your sign-in.',
    async meet(product, seller) {
      await refuseShares(product, seller, { case: 'E8a' });
      const account = seller.market?.username;
      await product.market.fault({ case: 'E8a', times: 1 }, { op: 'login', account }, `refused-sign-in-${account}`);
    },
  },
];

const refuseShares = ({ market }: Product, { market: own }: Seller, fault: { case: string; retryAfter?: number }) =>
  market.fault({ ...fault, times: -1 }, { op: 'share', account: own?.username }, `${fault.case}-${own?.username}`);

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
    await look('human-check');

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

test('every other pause says what happened, that sharing is paused, and what to do', async ({
  page,
  context,
  product,
}) => {
  test.slow();
  const sellers: Seller[] = [];
  for (const { meet } of pauses) {
    const seller = await product.newSeller({ closet: 'real', listings: 4 });
    sellers.push(seller);
    await meet(product, seller);
    await startBot(seller);
  }

  const alert = page.getByRole('alert');
  const steps = page.getByRole('list', { name: 'What to do' }).getByRole('listitem');
  const expectMessages = async (reason: PauseReason, head: string, message: string | undefined, isWaiting: boolean) => {
    await expect(sentence(page)).toContainText(head);
    await expect(sentence(page)).toContainText(isWaiting ? /Resumes automatically .+\./ : /Paused .+\./);
    // What the head and the time say is not repeated below them.
    const rest = (message ?? 'a pause without words')
      .replace(`${head} `, '')
      .replace(/^Sharing is paused( and resumes automatically)?\. /, '');
    await expect(alert).toContainText(rest);
    await expect(steps).toContainText(pauseSteps(reason, 'Poshmark').map(({ title }) => title));
    await expect(botButton(page, 'Stop Bot')).toBeEnabled();
  };
  for (const [index, { reason, head }] of pauses.entries()) {
    const seller = sellers[index];
    if (seller === undefined) throw new Error('There is no such seller.');
    const status = await botIs(seller, ({ state }) => state === 'paused');
    expect(status.pauseReason).toBe(reason);
    expect(status.pauseMessage).toContain('haring is paused');
    await signInto(context, product, seller);
    await page.goto('/dashboard');
    await expectMessages(reason, head, status.pauseMessage, status.resumesAt !== undefined);
    await expect(page.locator('.act')).toContainText('Bot paused');
  }

  // 15 minutes after a warning, the bot waits for the next day. Only the text is checked here.
  const reason = 'lowered_limit';
  const resumesAt = new Date(Date.now() + 3_600_000).toISOString();
  await page.route('**/api/bot/status', async (route) => {
    const response = await route.fetch();
    const status = await response.json();
    await route.fulfill({
      response,
      json: { ...status, pauseReason: reason, resumesAt, effectiveLimit: 252 },
    });
  });
  await page.goto('/dashboard');
  await expectMessages(reason, 'You’ve hit today’s reduced limit (252).', 'No action needed.', true);
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

test('a share without a clear reply is shown as not confirmed, counts, and is explained', async ({
  page,
  enter,
  product,
}) => {
  const seller = await enter({ closet: 'real', listings: 6 });
  const account = seller.market?.username;
  await product.market.fault({ case: 'reset', times: 1 }, { op: 'share', account, after: 1 }, `unclear-${account}`);
  await startBot(seller);
  await expect(
    page.getByText(/1 share couldn’t be confirmed\. It counts toward your limit and won’t be sent again\./),
  ).toBeVisible();
  await expect(page.getByRole('meter', { name: 'Shares used of today’s limit' })).toHaveAttribute('aria-valuenow', '6');
  await expect(page.locator('.meas-note').first()).toHaveText('1 not confirmed');
  const { json } = await product.market.control('GET', `journal?since=0&account=${account}`);
  const shares = (json.entries as { op: string; listingId: string }[]).filter(({ op }) => op === 'share');
  expect(new Set(shares.map(({ listingId }) => listingId)).size).toBe(6);
  const activity = page.getByRole('region', { name: 'Recent activity' });
  await activity.getByLabel('Show').selectOption('SHARE_UNKNOWN');
  const entry = activity.locator('.entry').first();
  await expect(entry.locator('.lab')).toHaveText('Share unknown');
  await expect(entry).toContainText('not confirmed');
  await entry.locator('summary').click();
  await expect(entry).toContainText('Poshmark’s reply was lost');
  await expect(care(page)).toContainText('1 share couldn’t be confirmed.');
});

test.describe('when the server itself fails', () => {
  test.use({ allowed: /status of 500 .*\/api\//, permissions: ['clipboard-read', 'clipboard-write'] });

  test('a failure at the server shows where it happened, with a reference', async ({ page, enter, look }) => {
    const body = { error: 'internal', message: 'Something went wrong in Hangtag. Try again.' };
    const fail = (path: string | RegExp, status: number, requestId: string) =>
      page.route(path, (route) => route.fulfill({ status, json: { ...body, requestId } }));
    // A reply, though a failure. Queries run again on their own only if there was no reply.
    await fail(/\/api\/(activity|poshmark)/, 500, 'of-the-log');
    // Without live updates, because one would reload the card before the seller asks.
    await page.route('**/api/events', (route) => route.fulfill({ status: 204 }));
    await enter({ closet: 'practice' });
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
      const held = Promise.withResolvers<void>();
      await page.route('**/api/activity*', async (route) => {
        await held.promise;
        await route.continue();
      });
      await page.unroute(/\/api\/(activity|poshmark)/);
      await activity.getByRole('button', { name: 'Try again' }).press('Enter');
      // The failure stays until there is an answer, and the focus stays in the card.
      await expect(activity.getByRole('button', { name: 'Trying again…' })).toBeFocused();
      await expect(activity.getByRole('alert')).toContainText(body.message);
      await expect(activity.getByRole('status', { name: 'Loading activity' })).toHaveCount(0);
      held.resolve();
      await expect(activity).toContainText('Closet connected');
      await expect(activity.locator(':focus')).toBeVisible();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });
  });
});

test.describe('when the server fails to say who is signed in', () => {
  test.use({ allowed: /status of 500 .*\/api\/user|no such table/ });

  test('the error screen shows the server’s message, and the server is asked once', async ({ page, enter }) => {
    let calls = 0;
    // The stream begins with every event. If it opens after this failure, everything is rightly asked for again.
    await page.route('**/api/events', (route) => route.fulfill({ status: 204 }));
    await page.route('**/api/user', (route) => {
      calls += 1;
      return route.fulfill({ status: 500, json: { error: 'internal', message: 'no such table' } });
    });
    await enter();
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
    await page.getByText('Error details').click();
    await expect(page.getByText('no such table')).toBeVisible();
    expect(calls).toBe(1);
    await page.unroute('**/api/user');
    await page.unroute('**/api/events');
    await page.getByRole('button', { name: 'Refresh Page' }).click();
    await expect(botButton(page, 'Start Bot')).toBeVisible();
  });
});

test.describe('when a page can’t be drawn', () => {
  test.use({ allowed: /No number can be formatted/ });

  test('the error screen keeps the details folded, and Refresh Page brings the dashboard', async ({
    page,
    enter,
    look,
  }) => {
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
    await page.getByRole('button', { name: 'Refresh Page' }).click();
    await expect(sentence(page)).toContainText('Ready when you are.');
  });
});

test.describe('while no answer comes', () => {
  test.use({ allowed: serverAway });

  test('a dashboard that can’t be read says so, and shows the first steps when it can', async ({
    page,
    enter,
    look,
  }) => {
    const reads = /\/api\/(bot|listings|activity|poshmark)/;
    await page.route(reads, () => undefined);
    await enter();
    await page.getByText('Loading the bot.').waitFor();
    await look('loading');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.route(reads, (route) => route.abort());
    await page.reload();
    await page.getByText('Couldn’t load the bot.').waitFor();
    await look('unread');
    await page.unroute(reads);
    await page.reload();
    await page.getByText('Before the first round').waitFor();
    await page.goto('/market-analysis');
    await page.getByText('Nothing to analyze yet.').first().waitFor();
    await look('market-empty');
  });

  test('the last data stays with its time, and the page recovers on its own', async ({ page, enter, look }) => {
    await enter({ closet: 'practice' });
    await expect(botButton(page, 'Start Bot')).toBeEnabled();
    await page.route('**/api/**', (route) => route.abort());
    await botButton(page, 'Start Bot').click();
    await expectToast(page, 'Error', 'Failed to start bot');
    await expect(page.getByText('Can’t reach the server.', { exact: true })).toBeVisible({ timeout: 15_000 });
    await expect(page.getByText(/Showing data from \d+:\d\d [AP]M\. Retrying…/)).toBeVisible();
    await look('outage', { isVariant: true });
    await expect(sentence(page)).toContainText('60 listings ready to share.');
    await page.getByRole('banner').getByRole('link', { name: 'Market analysis' }).click();
    await expect(page.getByText('Can’t reach the server.', { exact: true })).toBeVisible({ timeout: 15_000 });
    await page.unroute('**/api/**');
    await expect(page.getByText('Can’t reach the server.', { exact: true })).toBeHidden({ timeout: 15_000 });
  });
});
