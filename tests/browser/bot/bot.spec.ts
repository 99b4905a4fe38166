import type { Request } from '@playwright/test';
import { botIs, slowShare, startBot } from '../fixtures/situations.ts';
import { botButton, changeReply, expect, expectToast, sentence, test } from '../fixtures/story.ts';

/** A time zone where it is between 4 AM and 2 PM now. With the usual four hours between rounds, none is left for an evening. */
const zoneWithMorning =
  ['America/New_York', 'Europe/Istanbul', 'Pacific/Noumea'].find((timeZone) => {
    const hour = Number(new Intl.DateTimeFormat('en-US', { hour: '2-digit', hourCycle: 'h23', timeZone }).format());
    return hour >= 4 && hour < 14;
  }) ?? 'UTC';

test.describe('a round', () => {
  test.use({ timezoneId: zoneWithMorning });

  test('shows as it happens', async ({ page, enter, product }) => {
    const seller = await enter({ closet: 'real', listings: 24 });
    await seller.api.account.changeProfile({ body: { timezone: zoneWithMorning } });
    await page.reload();
    await expect(botButton(page, 'Start Bot')).toBeEnabled();
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.evaluate(() => {
      document.addEventListener('animationstart', ({ animationName, target }) => {
        if (animationName !== 'tag-settles') return;
        const [animation] = (target as Element).getAnimations();
        Object.assign(window, { settledMs: animation?.effect?.getComputedTiming().endTime });
      });
    });
    await test.step('a whole round shows as it happens, without a reload, and matches the marketplace', async () => {
      await slowShare({ product }, seller, 8);
      await startBot(seller);
      const ticks = page.getByRole('progressbar', { name: 'Listings shared this round' });
      const cells = ticks.locator('i.d');
      await expect(page.getByText('Running', { exact: true }).first()).toBeVisible();
      await expect(cells).toHaveCount(8);
      await expect(sentence(page)).toHaveText(/^8 of 24 shared this round\.Next round at \d+:\d\d [AP]M( \w+day)?\.$/);

      // How long the others take depends on the machine.
      await botIs(seller, ({ state }) => state === 'waiting');
      await expect(sentence(page)).toHaveText(/^24 of 24 shared\.Next round at \d+:\d\d [AP]M( \w+day)?\.$/);
      await expect(page.getByText('Waiting', { exact: true }).first()).toBeVisible();
      await expect(cells).toHaveCount(24);
      await expect(page.getByText('Every listing shared once')).toBeVisible();
      await expect(page.getByRole('meter', { name: 'Shares used of today’s limit' })).toHaveAttribute(
        'aria-valuenow',
        '24',
      );

      const rows = page.locator('.act li');
      await expect(rows).toHaveCount(5);
      await expect(rows.first()).toContainText('Round finished');
      await expect(rows.nth(1).locator('.lab')).toHaveText('Share');
      const shown = await rows.locator('.entry-text').allTextContents();
      const entries = await seller.api.activity.list({ query: { limit: 5 } });
      expect(shown).toEqual(entries.map(({ details }) => details));

      const { json } = await product.market.control('GET', `journal?since=0&account=${seller.market?.username}`);
      const shares = (json.entries as { op: string; case: string; listingId: string }[]).filter(
        ({ op }) => op === 'share',
      );
      expect(shares.map((share) => share.case)).toEqual(shares.map(() => 'ok'));
      expect(new Set(shares.map(({ listingId }) => listingId)).size).toBe(24);
      expect(shares).toHaveLength(24);
    });
    await test.step('the tag of the finished round swings once, within 420 ms', async () => {
      const tag = page.locator('.hang i').first();
      await expect(tag).toHaveClass('settles');
      await expect.poll(() => page.evaluate(() => (window as { settledMs?: unknown }).settledMs)).toBe(420);
      // The planned rounds have outlines, and the finished one has none.
      await expect(page.locator('.hang i.plan s').first()).toBeVisible();
      await expect(tag.locator('s')).toHaveCount(0);
      await page.emulateMedia({ reducedMotion: 'reduce' });
    });
    await test.step('a note that wraps differently moves nothing', async () => {
      let isLong = false;
      await changeReply(page, '**/api/bot/timeline*', (timeline) => {
        for (const day of timeline.days) Object.assign(day, isLong ? { limit: 24 } : { rounds: [] });
        return timeline;
      });
      const placeOfRail = async (words: string) => {
        // Makes the server send an event, so that the page asks for the plan.
        await seller.api.bot.changeSettings({ body: { dailyShareLimit: isLong ? 9000 : 8000 } });
        await expect(page.locator('.bot-sub')).toContainText(words);
        return page.locator('.rail').evaluate((rail) => rail.getBoundingClientRect().top + scrollY);
      };
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        isLong = false;
        const before = await placeOfRail('24 shares today. No action needed.');
        isLong = true;
        expect(await placeOfRail('and stops there. No action needed.'), `${width} px`).toBe(before);
      }
      await page.unroute('**/api/bot/timeline*');
      await page.setViewportSize({ width: 1440, height: 900 });
    });
    await test.step('activity is on the page within two seconds, through the event stream only', async () => {
      const rows = page.getByRole('region', { name: 'Recent activity' }).locator('.act li');
      await seller.api.bot.stop();
      await expect(rows.first()).toContainText('Bot stopped');
      await expect(botButton(page, 'Start Bot')).toBeEnabled();
      // From here on polling gets no replies, so only an event can refresh the activity.
      await page.route(/\/api\/(?!activity\?limit=5$|events$)/, () => undefined);
      const asked = new Set<Request>();
      const answered = new Set<string>();
      page.on('request', (request) => asked.add(request));
      page.on('response', (response) => {
        const { pathname } = new URL(response.url());
        if (asked.has(response.request()) && pathname.startsWith('/api/')) answered.add(pathname);
      });
      await page.evaluate(() => {
        const seen: Record<string, number> = {};
        const look = () => {
          for (const { dateTime } of document.querySelectorAll<HTMLTimeElement>('.act time'))
            seen[dateTime] ??= Date.now();
        };
        look();
        new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
        Object.assign(window, { seen });
      });
      const before = Date.now();
      await startBot(seller);
      await expect(rows.first()).toContainText('Round finished');
      const seen = await page.evaluate(() => (window as unknown as { seen: Record<string, number> }).seen);
      const delays = Object.entries(seen)
        .map(([at, seenAt]) => ({ at: Date.parse(at), seenAt }))
        .filter(({ at }) => at >= before)
        .map(({ at, seenAt }) => seenAt - at)
        .sort((one, other) => one - other);
      // Measures only the shares that were among the latest five when the page looked.
      expect(delays.length).toBeGreaterThanOrEqual(5);
      expect(delays[Math.floor(delays.length / 2)], `ms until each was seen: ${delays}`).toBeLessThanOrEqual(2000);
      expect(answered).toEqual(new Set(['/api/activity']));
    });
  });
});

test('a seller starts the bot for the first time, and it stops when the seller stops it, and at the daily limit', async ({
  page,
  enter,
  look,
}) => {
  // Like a page that was opened before the consent was withdrawn.
  await changeReply(page, '**/api/bot/status', (status) => ({ ...status, consentNeeded: false }));
  const seller = await enter({ closet: 'real', listings: 60 });
  const dialog = page.getByRole('dialog', { name: 'Before the first share' });
  await test.step('Start asks for consent even if the page did not know that it is needed', async () => {
    await botButton(page, 'Start Bot').click();
    // The refused start is over when the button can be clicked again.
    await expect(dialog.getByRole('button', { name: 'I understand, start the bot' })).toBeEnabled();
    await dialog.getByRole('button', { name: 'Not now' }).click();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.reload();
  });
  await test.step('a stopped bot shows what it waits for', async () => {
    await expect(sentence(page)).toHaveText('60 listings ready to share.Ready when you are.');
    await expect(page.getByText('Press Start Bot to begin')).toBeVisible();
    await look('ready', { part: page.locator('section.bot') });
    await expect(botButton(page, 'Start Bot')).toBeEnabled();
    await expect(botButton(page, 'Stop Bot')).toBeDisabled();
  });
  await test.step('the first start of a real closet asks for consent, and only a yes starts the bot', async () => {
    const start = botButton(page, 'Start Bot');
    await start.click();
    await expect(dialog).toContainText('Poshmark’s guidelines don’t allow automation.');
    await expect(dialog).toContainText('With your settings it starts a round every 4 hours.');
    await expect(dialog).toContainText('That’s up to 6 rounds and about 360 shares a day.');
    await expect(dialog).toContainText(
      'It stops at your limit of 10,000 shares a day, and stays stopped until you start it again.',
    );
    await expect(dialog).toContainText('Offers to likers. Off. You can turn them on in the settings.');
    // The limit alone is in the range of share jail, but the schedule doesn't come near it.
    await expect(dialog).not.toContainText('These settings allow');
    await look('consent', { part: dialog });
    // A second press of the key that opened it must not give consent.
    await expect(dialog.getByRole('button', { name: 'Not now' })).toBeFocused();
    await dialog.getByRole('button', { name: 'Not now' }).click();
    await expect(dialog).toBeHidden();
    await expect(start).toBeFocused();
    expect(await seller.api.bot.status()).toMatchObject({ isRunning: false, consentNeeded: true });

    await start.press('Enter');
    await dialog.getByRole('button', { name: 'I understand, start the bot' }).press('Enter');
    await expectToast(page, 'Bot started successfully');
    await expect(dialog).toBeHidden();
    await expect(start).toBeDisabled();
    // The dialog returns the focus to where it was.
    await expect(start).toBeFocused();
    await botButton(page, 'Stop Bot').click();
    await expectToast(page, 'Bot stopped successfully');
  });
  await test.step('after that it starts at once. Stop takes effect at once, and earlier shares stay in the log', async () => {
    const stop = botButton(page, 'Stop Bot');
    const { sharesToday: before } = await seller.api.bot.status();
    await botButton(page, 'Start Bot').click();
    await expectToast(page, 'Bot started successfully');
    await expect(dialog).toBeHidden();
    await expect(stop).toBeEnabled();
    await botIs(seller, ({ sharesToday }) => sharesToday >= before + 2);
    await stop.click();
    await expectToast(page, 'Bot stopped successfully', /^Nothing will be shared after \d{1,2}:\d\d [AP]M\.$/);
    await expect(page.getByText('Stopped', { exact: true }).first()).toBeVisible();
    await expect(stop).toBeDisabled();
    // The share that was on its way is counted once its answer is there.
    await expect(async () => {
      const { sharesToday } = await seller.api.bot.status();
      expect(sharesToday).toBeLessThan(60);
      const stopped = `${sharesToday} shares today. Stopped.Ready when you are.`;
      await expect(sentence(page)).toHaveText(stopped, { timeout: 500 });
    }).toPass();
    await expect(page.locator('.act')).toContainText('Bot stopped');
  });
  await test.step('the bot stops at the daily limit and says when it can continue', async () => {
    await startBot(seller, { dailyShareLimit: 50 });
    await expect(page.getByText('Running', { exact: true }).first()).toBeVisible();
    await look('sharing', { part: page.locator('section.bot') });
    // How long fifty shares take depends on the machine.
    await botIs(seller, ({ state }) => state === 'stopped');
    await expect(page.getByText('Stopped at the limit')).toBeVisible();
    await expect(sentence(page)).toHaveText('50 of 50 shared today.Start it again tomorrow.');
    await expect(page.getByText(/Stopped at your daily limit .* Your next day begins at midnight\./)).toBeVisible();
    await expect(page.locator('.act')).toContainText('Limit reached');
    await look('limit-reached', { part: page.locator('section.bot') });
    // A full day allows no start, and nothing is planned for later days.
    await expect(botButton(page, 'Start Bot')).toBeDisabled();
    await expect(botButton(page, 'Start Bot')).toHaveAccessibleDescription(
      /^You’ve used your limit of 50 shares\. You can start again at 12:00 AM \w+day$/,
    );
    const { days } = await seller.api.bot.timeline();
    expect(days.flatMap(({ rounds }) => rounds).filter(({ state }) => state === 'planned')).toEqual([]);
  });
  await test.step('at the limit one press resumes the bot every day, says when, and can be taken back', async () => {
    const daily = page.getByRole('switch', { name: 'Resume every day at midnight' });
    await expect(daily).not.toBeChecked();
    await page.getByRole('button', { name: 'Resume every day at midnight' }).click();
    await expectToast(page, 'Daily start is on', /^The bot starts again at 12:00 AM \w+day\.$/);
    await expect(sentence(page)).toHaveText(/^50 of 50 shared today\.Starts again automatically at 12:00 AM \w+day\.$/);
    await expect(page.getByText(/^Starts again at 12:00 AM \w+day$/)).toBeVisible();
    await expect(daily).toBeChecked();
    const planned = await seller.api.bot.status();
    expect(planned.startsAgainAt).toBe(planned.limitFullUntil);
    const tomorrow = (await seller.api.bot.timeline()).days.find(({ startsAt }) => startsAt === planned.startsAgainAt);
    expect(tomorrow?.rounds[0]).toMatchObject({ state: 'cut', startsAt: planned.startsAgainAt, planned: 50 });

    await page.getByRole('button', { name: 'Turn off automatic start' }).click();
    await expectToast(page, 'Daily start is off', 'The bot stays stopped until you press Start Bot.');
    await expect(sentence(page)).toHaveText('50 of 50 shared today.Start it again tomorrow.');
    expect(await seller.api.bot.status()).not.toHaveProperty('startsAgainAt');
    await expect(daily).not.toBeChecked();
  });
  await test.step('a higher limit makes Start possible again', async () => {
    await page.getByLabel('Daily share limit', { exact: true }).fill('60');
    await page.getByRole('button', { name: 'Update Settings' }).click();
    await expect(botButton(page, 'Start Bot')).toBeEnabled();
  });
});
