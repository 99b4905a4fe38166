// Signs in at the practice marketplace as a person does.

import type { Page } from '@playwright/test';

/** Does nothing if the browser is signed in already. */
export async function signInAt(
  tab: Page,
  origin: string,
  { username, password }: { username: string; password: string },
): Promise<void> {
  await tab.goto(`${origin}/login`);
  if (!tab.url().includes('/login')) return;
  await tab.locator('#login_form_username_email').fill(username);
  await tab.locator('#login_form_password').fill(password);
  await tab.locator('#login_form_password').press('Enter');
  await tab.waitForURL(/\/(feed|closet)/);
}
