import type { Page } from '@playwright/test';
import type { Product, Seller, SellerWish } from '../fixtures/product.ts';

/** What a scene is arranged with: a page of a fresh browser, not yet opened, and a product that other scenes use too. */
export type Stage = {
  page: Page;
  product: Product;
  /** Signs a new seller in and opens a page of the product; with `path: null` no page is opened yet. */
  enter(wish?: SellerWish & { path?: string | null }): Promise<Seller>;
};

/** A screen in one of its states, arranged by really getting there. */
export type Scene = {
  name: string;
  /** It waits for comparables. */
  looksAtPrices?: true;
  arrange(stage: Stage): Promise<void>;
};
