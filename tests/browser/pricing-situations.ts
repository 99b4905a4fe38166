import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import type { Listing } from '#contract/schemas/listings.ts';
import type { Product, Seller } from './product.ts';

/** Comparables are searched for one after the other, three seconds apart: no screen promises them sooner. */
export const searchedWithinMs = 30_000;

/** Scrolls to the pricing cards, which are loaded when they come near. */
export const reachPricing = async (page: Page): Promise<void> => {
  await page.locator('.pricing-row').scrollIntoViewIfNeeded();
  await page.getByLabel('Strategy').waitFor();
};

/** A jacket on a table, drawn by the test itself, with a line of metadata. */
export const takePhoto = (mark = 'drawn'): Promise<Buffer> => {
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><rect width="900" height="900" fill="#ded6c8"/>' +
    '<path d="M330 190h240l140 80 45 370-90 12-45-220v310H280V432l-45 220-90-12 45-370z" fill="#2c4c8c" stroke="#1b2f57" stroke-width="8"/></svg>';
  return sharp(Buffer.from(drawing))
    .withExif({ IFD0: { Copyright: mark } })
    .jpeg({ quality: 92 })
    .toBuffer();
};

export const choosePhoto = async (page: Page, buffer: Buffer): Promise<void> => {
  const card = page.getByRole('region', { name: 'Price from a photo' });
  await card.getByLabel('Choose a photo').setInputFiles({ name: 'coat.jpg', mimeType: 'image/jpeg', buffer });
  await card.getByRole('button', { name: 'Analyze Photo' }).waitFor();
};

/**
 * Ten listings come to cost four times what they did, so that there is advice to follow. Returns one that is advised to cost
 * less, once the searches for comparables have brought enough: of what few similar things are known the engine says nothing,
 * whatever it costs.
 */
export const makeDear = async (product: Product, seller: Seller): Promise<Listing> => {
  const listings = await seller.api.listings.list();
  const some = listings.filter(({ isActive, price }) => isActive && price !== null).slice(0, 10);
  for (const { poshmarkId, price } of some)
    await product.market.control('POST', `listings/${poshmarkId}`, { price: (price ?? 20) * 4 });
  await seller.api.listings.sync();
  const isChosen = ({ id }: Listing) => some.some((listing) => listing.id === id);
  const isAlone = ({ title }: Listing) => listings.filter((other) => other.title.includes(title)).length === 1;
  const dear = (await seller.api.listings.list()).filter((listing) => isChosen(listing) && isAlone(listing));
  const found: Listing[] = [];
  await expect
    .poll(
      async () => {
        for (const listing of dear) {
          const { priceAdjustment } = await seller.api.pricing.analyzeListing({ id: listing.id });
          if (priceAdjustment.direction === 'decrease') return found.push(listing);
        }
        return 0;
      },
      { message: 'a listing is advised to cost less', timeout: searchedWithinMs },
    )
    .toBeGreaterThan(0);
  return found[0] as Listing;
};
