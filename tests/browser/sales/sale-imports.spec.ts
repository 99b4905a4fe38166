import { expect, expectToast, test } from '../fixtures/story.ts';

test.use({ looksAtPrices: true });

const report = [
  'Sales report,,,,,',
  'Order Date,Listing Title,Brand,Size,Order Price,Buyer Name',
  ...Array.from({ length: 12 }, (_, at) => `3/${at + 1}/2026,Oakhand jeans no ${at},Oakhand,28,$${40 + at}.00,Ann Lee`),
  '3/20/2026,Oakhand belt,Oakhand,,free,Bo Chan',
  ',Oakhand scarf,Oakhand,,$12,Bo Chan',
].join('\n');

test('a seller imports their own sales: columns, preview, errors by row, and undo', async ({ page, enter }) => {
  const seller = await enter({ closet: 'practice', path: '/market-analysis' });
  const dialog = page.getByRole('dialog', { name: 'Import your sales' });
  const choose = (name: string, text: string) =>
    dialog.getByLabel('Choose a CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

  await page.getByRole('link', { name: 'Import your sales' }).click();
  await test.step('a file that is no table is refused with what to do', async () => {
    await choose('sales.xlsx', 'PK\u0003\u0004\u0000');
    await expect(dialog.getByRole('alert')).toHaveText(/^sales\.xlsx isn’t a CSV file\./);
  });
  await test.step('the columns are guessed below the summary and can be changed, and the preview follows', async () => {
    await choose('sales.csv', report);
    await expect(dialog.getByLabel('Title')).toHaveValue('1');
    await expect(dialog.getByLabel('Sold price')).toHaveValue('4');
    await expect(dialog.getByText('The first 5 of 13 sales')).toBeVisible();
    await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('$40.00');
    await expect(dialog.getByText('1 row left out')).toBeVisible();
    await expect(dialog.getByRole('region', { name: 'Rows left out' })).toContainText(
      'Row 15Sold price isn’t a price. Write it like 45 or $45.00.',
    );
    await dialog.getByLabel('Sold price').selectOption('Not in this file');
    await expect(dialog.getByText('Choose the columns for title and sold price.')).toBeVisible();
    await expect(dialog.getByRole('button', { name: /^Import/ })).toBeDisabled();
    await dialog.getByLabel('Sold price').selectOption('Order Price');
  });
  await test.step('what the file leaves open is asked, and rows that are no sales are called so', async () => {
    const open = ['Title,Price,Date', 'Coat,80,05/06/2026', 'Coat,(80.00),07/06/2026', 'Scarf,€12,soon', 'Hat,9,soon'];
    await dialog.getByRole('button', { name: 'Choose another file' }).click();
    await choose('open.csv', open.join('\n'));
    const preview = dialog.getByRole('region', { name: 'Preview' });
    await expect(preview).toContainText('May 6, 2026');
    await dialog.getByLabel('05/06/2026 is').selectOption('Jun 5, 2026');
    await expect(preview).toContainText('Jun 5, 2026');
    await expect(dialog.getByRole('region', { name: 'Rows that aren’t sales' })).toContainText('Row 3Refund.');
    await expect(dialog.getByRole('region', { name: 'Rows left out' })).toContainText('Sold price is not US dollars.');
    await expect(dialog.getByRole('region', { name: 'Cells left out' })).toContainText('Row 5Date sold isn’t a date.');
    await dialog.getByRole('button', { name: 'Choose another file' }).click();
    await choose('sales.csv', report);
  });
  await test.step('nothing but the chosen columns is sent, and the sales count at once', async () => {
    const before = await seller.api.pricing.state();
    const sent = page.waitForRequest('**/api/price/imports');
    await dialog.getByRole('button', { name: 'Import 13 sales' }).click();
    expect((await sent).postData()).not.toMatch(/Ann|Bo Chan/);
    await expect(dialog.getByText('13 sales imported')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Done' })).toBeFocused();
    expect((await seller.api.pricing.state()).imported).toBe(before.imported + 13);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Where these prices come from' })).toContainText(
      '13 imported by you',
    );
  });
  await test.step('it is reached from the profile, and undone there', async () => {
    await page.getByRole('button', { name: /profile/i }).click();
    await page.getByRole('tab', { name: 'Closet Stats' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Import your sales' }).click();
    await dialog.getByRole('button', { name: 'Undo import' }).click();
    await expectToast(page, 'Import undone', '13 sales no longer count.');
    await expect(dialog.getByText('sales.csv')).toHaveCount(0);
    expect((await seller.api.pricing.state()).imported).toBe(0);
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/\/market-analysis$/);
  });
});
