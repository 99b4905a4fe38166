import type { Locator, Route } from '@playwright/test';
import { expect, test } from '../fixtures/story.ts';

/** An element that loads and runs something, wherever it is written as markup: inside a text, an attribute, or a script. */
const planted = `'"></script><img src=x class=planted onerror="window.planted=1"><script class=planted>window.planted=1</script>`;

/** What other people can write: at the marketplace, in a file, in the name of a browser, or in their own account. */
const texts = new Set(
  `title brand category size details evidence description message factor brandValue seasonality competitiveness firstName lastName
  username poshmarkUsername userAgent device fileName pauseMessage reasoning reasons recommendations`.split(/\s+/),
);

/** Puts the markup behind each of these texts, at any depth of a reply. */
const plant = (value: unknown, isText = false): unknown => {
  if (typeof value === 'string') return isText ? `${value} ${planted}` : value;
  if (Array.isArray(value)) return value.map((one) => plant(one, isText));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plant(one, texts.has(name))]));
};

const plantInReply = async (route: Route): Promise<void> => {
  const response = await route.fetch();
  const isJson = response.headers()['content-type']?.startsWith('application/json') === true;
  if (!isJson || response.status() !== 200) return route.fulfill({ response });
  await route.fulfill({ response, json: plant(await response.json()) });
};

test.use({ looksAtPrices: true });

test('markup in the texts of strangers is shown as text on every screen, and no part of it is loaded or run', async ({
  page,
  enter,
}) => {
  await enter({ closet: 'practice', path: null });
  // Live updates never end.
  await page.route(/\/api\/(?!events)/, plantInReply);
  const expectNothingMade = async () => {
    expect(await page.evaluate(() => document.querySelectorAll('.planted, [src=x], [onerror]').length)).toBe(0);
    expect(await page.evaluate(() => 'planted' in window)).toBe(false);
  };
  /** The texts are there, and they have made nothing. */
  const expectText = async (part: Locator) => {
    await expect(part.getByText('class=planted onerror=').first()).toBeVisible();
    await expectNothingMade();
  };

  await test.step('the dashboard, with its activity and the search for a listing', async () => {
    await page.goto('/dashboard');
    await expectText(page.getByRole('region', { name: 'Recent activity' }));
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find a command or a listing' }).fill('planted');
    await expectText(page.getByRole('dialog'));
    await page.keyboard.press('Escape');
  });
  await test.step('the profile', async () => {
    await page.getByRole('button', { name: /^Profile of/ }).click();
    const profile = page.getByRole('dialog', { name: 'Your profile' });
    await expectText(profile);
    for (const tab of ['Closet Stats', 'Personal Info', 'Poshmark']) {
      await profile.getByRole('tab', { name: tab }).click();
      await expectNothingMade();
    }
    await page.keyboard.press('Escape');
  });
  await test.step('the closet as a grid and as a table, and the analysis of a listing', async () => {
    await page.goto('/market-analysis');
    await expectText(page.locator('.card').first());
    await page.locator('.card-open').first().click();
    const sheet = page.locator('dialog.sheet');
    await expect(sheet.getByText('Analysis Complete').or(sheet.locator('.demand'))).not.toHaveCount(0);
    await expectText(sheet);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    await expectText(page.locator('table[role=grid]'));
  });
  await test.step('a file of sales, before it is imported and afterward', async () => {
    const cell = planted.replaceAll('"', '""');
    const file = `Order Date,Listing Title,Brand,Order Price\n3/1/2026,"Jeans ${cell}","Oakhand ${cell}",$40\n3/2/2026,"Coat ${cell}",Oakhand,free\n`;
    await page.getByRole('link', { name: 'Import your sales' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import your sales' });
    const buffer = Buffer.from(file);
    await dialog.getByLabel('Choose CSV files').setInputFiles({ name: `${planted}.csv`, mimeType: 'text/csv', buffer });
    await expectText(dialog.getByRole('region', { name: 'Preview' }));
    await dialog.getByRole('button', { name: /^Import 1 sale/ }).click();
    await expect(dialog.getByRole('button', { name: 'Done' })).toBeFocused();
    await expectText(dialog);
  });
});
