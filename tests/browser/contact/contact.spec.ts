import { expect, expectFieldError, expectToast, test } from '../fixtures/story.ts';

test('a message is checked field by field, kept if it could not be sent, and sent once', async ({
  page,
  enter,
  look,
}) => {
  const seller = await enter();
  await page.getByRole('button', { name: 'Contact Us' }).click();
  const dialog = page.getByRole('dialog', { name: 'Contact Us' });
  await expect(dialog.getByLabel('Name')).toHaveValue('Maya Brandt');
  await expect(dialog.getByLabel('Email')).toHaveValue(seller.email);

  await dialog.getByLabel('Name').fill('M');
  await dialog.getByLabel('Email').fill('maya@');
  await dialog.getByLabel('Subject').fill('Hi');
  await dialog.getByLabel('Message').fill('Too short');
  await dialog.getByRole('button', { name: 'Send Message' }).click();
  await expectFieldError(page, 'Name', 'Name must be at least 2 characters');
  await expectFieldError(page, 'Email', 'Please enter a valid email address');
  await expectFieldError(page, 'Subject', 'Subject must be at least 5 characters');
  await expectFieldError(page, 'Message', 'Message must be at least 10 characters');
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await look('contact', { part: dialog });

  await dialog.getByLabel('Name').fill('Maya Brandt');
  await dialog.getByLabel('Email').fill(seller.email);
  await dialog.getByLabel('Subject').fill('A question about slots');
  await dialog.getByLabel('Message').fill('Do slots over midnight belong to the day they start on?');
  await page.route('**/api/contact', (route) => route.fulfill({ status: 429, json: { message: 'Not now.' } }));
  await dialog.getByRole('button', { name: 'Send Message' }).click();
  await expectToast(page, 'Error', 'Failed to send message. Please try again.');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Contact Us' }).click();
  await expect(dialog.getByLabel('Subject')).toHaveValue('A question about slots');

  await page.unroute('**/api/contact');
  await dialog.getByRole('button', { name: 'Send Message' }).click();
  await expectToast(page, 'Message Sent', "Thank you for contacting us! We'll get back to you soon.");
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Contact Us' }).click();
  await expect(dialog.getByLabel('Subject')).toHaveValue('');
  await expect(dialog.getByLabel('Name')).toHaveValue('Maya Brandt');
});
