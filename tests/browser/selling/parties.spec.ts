import { paths } from '#contract/pages.ts';
import { expect, expectToast, refuseUntilTriedAgain, sentence, test } from '../fixtures/story.ts';
import { denim, showKinds, showParties } from './canned-parties.ts';

test('a seller turns on party shares and share-backs, sees what matches each party, and what was shared', async ({
  page,
  enter,
  look,
}) => {
  const seller = await enter({ closet: 'practice', path: paths.parties });
  const row = (title: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });

  await test.step('the switches are saved with their numbers, by keyboard', async () => {
    await expect(page.getByText('Turn on party shares')).toBeVisible();
    await look('parties-off', { isVariant: true });
    await page.getByRole('switch', { name: 'Share to parties' }).press('Space');
    await page.getByLabel('Party shares a day, at most').fill('5001');
    await page.getByRole('switch', { name: 'Share back' }).press('Space');
    await page.getByLabel('Share-backs a day, at most').fill('20');
    await expect(page.getByText('Not saved yet.')).toBeVisible();
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    const number = page.getByLabel('Party shares a day, at most');
    await expect(number).toBeFocused();
    await expect(number).toHaveAccessibleDescription('Enter 1 to 5,000 shares');
    await number.fill('150');
    await number.press('Enter');
    await expectToast(page, 'Saved');
    await expect(page.getByText('All changes saved.')).toBeVisible();
    expect((await seller.api.bot.status()).settings).toMatchObject({
      ...{ partySharing: true, partySharesPerDay: 150, shareBack: true, shareBackPerDay: 20 },
    });
    await expect(page.getByRole('link', { name: 'Start it on the dashboard' })).toBeVisible();
  });

  await test.step('each party says what matches, and what isn’t understood', async () => {
    await showParties(page);
    await page.reload();
    await expect(row(denim)).toContainText(/On now.*Category: Jeans.*9 of 14 shared/s);
    await expect(row('Denim Icons Posh Party')).toContainText(/Coming up.*Size: 26, 27, or 28.*12 match/s);
    await expect(row('New With Tags Posh Party')).toContainText(/doesn’t understand.*nwt only.*31 listings may match/s);
    await look('parties');
  });

  await test.step('a failed reading of the list is said, and can be tried again', async () => {
    await showParties(page);
    const message = 'That was too much at once.';
    await refuseUntilTriedAgain(page, '**/api/parties', { status: 429, error: 'too_many_requests', message });
    await page.reload();
    await expect(page.getByText(message)).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(row(denim)).toBeVisible();
  });

  await test.step('the dashboard shows every kind, and the kinds add up', async () => {
    await showKinds(page);
    await page.goto(paths.dashboard);
    await expect(sentence(page)).toContainText(`9 of 14 shared to ${denim}.`);
    await expect(page.getByText('60 in rounds, 41 to parties, 5 shared back')).toBeVisible();
    await expect(page.locator('.rail-key')).toContainText(/Party.*Share-back/s);
    await expect(page.locator('.rail')).toHaveAccessibleName(
      /32 shares for Everyday Shoes Posh Party.*5 shares of share-backs/,
    );
    await expect(page.locator('.hang i.party')).toHaveCount(3);
    await expect(page.locator('.hang i.back.plan')).toHaveCount(1);
    await look('rounds-of-other-kinds', { part: page.locator('section.bot') });
  });

  await test.step('a warning turns both off, and says until when, here and there', async () => {
    await page.unroute('**/api/bot/status');
    const visitsOffUntil = new Date(Date.now() + 5 * 86_400_000).toISOString();
    await showKinds(page, { visitsOffUntil });
    await page.reload();
    await expect(page.locator('.bot-sub')).toContainText('Party shares and share-backs are off until');
    await page.getByRole('link', { name: 'Selling' }).first().click();
    await page.getByRole('link', { name: 'Parties' }).click();
    await expect(page.getByText(/Party shares and share-backs are off until .* after the warning/)).toBeVisible();
  });
});
