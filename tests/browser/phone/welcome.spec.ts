import { expect, test } from '../fixtures/story.ts';

test('the first start leads from an account to the closet’s companion, and afterward the welcome is over', async ({
  page,
  ownProduct,
}) => {
  const at = (path: string) => ownProduct.url + path;
  await page.goto(at('/welcome'));
  await expect(page.getByRole('button', { name: 'Watch Demo' })).toBeVisible();
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Seller');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Password', { exact: true }).fill('linen-and-wool');
  await page.getByLabel('Time zone').selectOption('America/Denver');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create account' }).press('Enter');
  await expect(page).toHaveURL(at('/dashboard#marketplace'));
  await expect(page.getByRole('tab', { name: /^Your browser/ })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('Your computer has to be awake')).toBeVisible();
  await test.step('the operator saves a backup, and what was set up or put off is not asked again', async () => {
    const setup = page.getByRole('region', { name: 'When you’re ready' });
    const download = page.waitForEvent('download');
    await setup.getByRole('button', { name: 'Save a backup', exact: true }).click();
    expect((await download).suggestedFilename()).toMatch(/^hangtag-.*\.backup$/);
    const dialog = page.getByRole('dialog', { name: 'Your backup is saved' });
    await expect(dialog).toContainText('secret.key');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(setup).toContainText('1 of 3 done');
    await setup.getByRole('button', { name: 'Not now: Use it on your phone' }).click();
    await expect(setup).toContainText('1 of 2 done');
    await setup.getByRole('button', { name: /^Not now: Hear/ }).click();
    await expect(setup).toBeHidden();
  });
  const me = await page.evaluate(async () => (await fetch('/api/user')).json());
  expect(me.timezone).toBe('America/Denver');
  await page.goto(at('/welcome'));
  await expect(page).toHaveURL(at('/dashboard'));
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(at('/auth'));
  await page.goto(at('/welcome'));
  await expect(page).toHaveURL(at('/'));
  // Hangtag ends before the page does, and a font may still be on its way.
  await page.waitForLoadState('networkidle');
});
