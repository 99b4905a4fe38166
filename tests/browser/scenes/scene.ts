import type { Page } from '@playwright/test';
import type { Product, Seller, SellerWish } from '../fixtures/product.ts';

/** What a scene starts with: an unopened page in a new browser, and a Hangtag that other scenes share. */
export type Stage = {
  page: Page;
  product: Product;
  /** Signs in a new seller and opens a page. With `path: null` no page is opened yet. */
  enter(wish?: SellerWish & { path?: string | null }): Promise<Seller>;
};

/** A screen in one of its states, reached by real actions. */
export type Scene = {
  name: string;
  /** It waits for comparables. */
  looksAtPrices?: true;
  arrange(stage: Stage): Promise<void>;
};
