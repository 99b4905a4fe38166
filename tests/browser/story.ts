import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { type Product, type Seller, type SellerWish, sellerZone, signInto, startProduct } from './product.ts';

/** Opens a page of the product as a seller who is signed in. */
type Enter = (wish?: SellerWish & { path?: string; in?: BrowserContext }) => Promise<Seller>;

type Story = {
  enter: Enter;
  /** What the browser's console may say in this test, beside nothing. */
  allowed: RegExp | null;
  watch: undefined;
};

/**
 * One product a worker: a server, a database and a marketplace, shared by its tests; each test is a seller of its own. Every
 * page is watched: an error in its console, one of the content security policy among them, fails the test.
 */
export const test = base.extend<Story, { product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the first parameter's pattern
    async ({}, use) => {
      const product = await startProduct();
      await use(product);
      await product.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ product }, use) => {
    await use(product.url);
  },
  timezoneId: sellerZone,
  locale: 'en-US',
  colorScheme: 'light',
  // Where nothing is drawn by a graphics card, motion costs more than all else. It has a story of its own.
  contextOptions: { reducedMotion: 'reduce' },
  viewport: { width: 1440, height: 900 },
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the first parameter's pattern
  allowed: async ({}, use) => {
    await use(null);
  },
  watch: [
    async ({ context, allowed }, use) => {
      const complaints: string[] = [];
      const hear = (page: Page) => {
        page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
        page.on('console', (message) => {
          if (message.type() !== 'error' && !/Content Security Policy/i.test(message.text())) return;
          complaints.push(`${message.text()} (${message.location().url})`);
        });
      };
      context.on('page', hear);
      for (const page of context.pages()) hear(page);
      await use(undefined);
      const isExpected = (words: string) => isAnswerOfTheApi.test(words) || allowed?.test(words) === true;
      expect(complaints.filter((words) => !isExpected(words))).toEqual([]);
    },
    { auto: true },
  ],
  enter: async ({ product, page, context }, use) => {
    await use(async ({ path = '/dashboard', in: other, ...wish } = {}) => {
      const seller = await product.newSeller(wish);
      await signInto(other ?? context, product, seller);
      if (other === undefined) await page.goto(path);
      return seller;
    });
  },
});

/** Chromium reports each refusal of the API as an error. That the API may say no is what these stories are about. */
const isAnswerOfTheApi = /^Failed to load resource: the server responded with a status of (4\d\d|502) .*\/api\//;

/** What a browser says while the server is away. */
export const serverAway = /net::ERR_|status of 50[234]/;

/** The toast that is shown. There is never another one. */
export const toast = (page: Page) => page.locator('.toast');

export const expectToast = async (page: Page, title: string, text?: string | RegExp): Promise<void> => {
  await expect(toast(page)).toHaveCount(1);
  await expect(toast(page).locator('.toast-title')).toHaveText(title);
  if (text !== undefined) await expect(toast(page).locator('.toast-text').first()).toHaveText(text);
};

/** The field with a label, and the error beneath it as assistive technology reads it. */
export const expectFieldError = async (page: Page, label: string, words: string): Promise<void> => {
  const field = page.getByLabel(label, { exact: true });
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(words);
  await expect(page.locator('.err').getByText(words, { exact: true }).first()).toBeVisible();
};

/** The bot band's sentence: what happened, and what is next. */
export const sentence = (page: Page) => page.getByRole('region', { name: 'Bot Controls' }).locator('.disp');

/** The one button of that name beside the sentence; on phones a strip has another one. */
export const botButton = (page: Page, name: 'Start Bot' | 'Stop Bot') =>
  page.locator('.acts').getByRole('button', { name });

export { expect, signInto };
