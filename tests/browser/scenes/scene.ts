// What a scene is: one state of a screen, and how a seller gets there. A walk goes from one scene to the next.

import type { Locator, Page } from '@playwright/test';
import type { Product, Seller, SellerWish } from '../fixtures/product.ts';

/** What a scene gets: the page of its walk, and a Hangtag that other walks use, too. */
export type Stage = {
  page: Page;
  product: Product;
  /** Signs a new seller in and opens a page of the product; with `path: null` no page is opened yet. */
  enter(wish?: SellerWish & { path?: string | null }): Promise<Seller>;
  /** The seller who signed in last. */
  seller(): Seller;
};

/** A screen in one of its states, reached by using the product. */
export type Scene = {
  name: string;
  /** Starts where the scene before it ended, at 1440 px, with all dialogs closed and nothing intercepted. */
  arrange(stage: Stage): Promise<void>;
  /** The only part of the screen that is new: axe checks the rest in another scene. */
  part?(page: Page): Locator;
  /** A scene before it showed most of this screen, so one look is enough: the next of the four. */
  isVariant?: true;
};

/** Scenes that follow one another on one page. A page and a seller for each scene would take three times as long. */
export type Walk = {
  /** It waits for comparables. */
  looksAtPrices?: true;
  scenes: readonly Scene[];
};

export const dialog = (page: Page): Locator => page.getByRole('dialog').last();
export const firstSteps = (page: Page): Locator => page.getByRole('region', { name: 'Before the first round' });
/** The sentence about the bot, with its button and its day. */
export const band = (page: Page): Locator => page.locator('section.bot');
export const openDashboard = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Update Settings' }).waitFor();

/** Ends what the scene changed around the page, so that the next one can begin. The theme stays: each look chooses its own. */
export async function endScene({ page }: Stage): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.setViewportSize({ width: 1440, height: 900 });
  while ((await page.getByRole('dialog').count()) > 0) {
    const top = await dialog(page).elementHandle();
    await page.keyboard.press('Escape');
    await top?.waitForElementState('hidden');
  }
}
