import type { Page, Route } from '@playwright/test';
import { pricedPhoto } from '../fixtures/canned-prices.ts';
import { choosePhoto, reachPricing, takePhoto } from '../fixtures/pricing-situations.ts';
import { expect, expectToast, test, toast } from '../fixtures/story.ts';

// Two photos in quick succession: a price must show only with the photo that it belongs to.

const photoCard = (page: Page) => page.getByRole('region', { name: 'Price from a photo' });
const analyze = (page: Page) => photoCard(page).getByRole('button', { name: 'Analyze Photo' }).click();

/** Pastes a photo. This works even while another photo is being analyzed. */
const paste = async (page: Page, name: string): Promise<void> => {
  const photo = (await takePhoto()).toString('base64');
  await page.evaluate(
    ({ photo, name }) => {
      const bytes = Uint8Array.from(atob(photo), (letter) => letter.charCodeAt(0));
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([bytes], name, { type: 'image/jpeg' }));
      document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    { photo, name },
  );
};

test('a photo’s price is shown with that photo only', async ({ page, enter }) => {
  await test.step('a price that arrives after another photo was chosen is not shown with that photo', async () => {
    const held: Route[] = [];
    await page.route('**/api/price/analyze-image', (route) => void held.push(route));
    await enter({ closet: 'practice' });
    await reachPricing(page);
    await choosePhoto(page, await takePhoto());
    await analyze(page);
    await expect.poll(() => held.length).toBe(1);

    await paste(page, 'second.jpg');
    await expect(photoCard(page).getByText('second.jpg')).toBeVisible();
    await analyze(page);
    await expect.poll(() => held.length).toBe(2);
    // The page may already have canceled the first request.
    await held[0]?.fulfill({ json: { ...pricedPhoto, suggestedPrice: 999 } }).catch(() => {});
    await held[1]?.fulfill({ json: pricedPhoto });
    await expect(photoCard(page).locator('.shot .tag')).toHaveText('$84.00');
    await expectToast(page, 'Analysis Complete', /\$84/);
    await expect(toast(page).filter({ hasText: '$999' })).toHaveCount(0);
  });
  await test.step('of two photos the one chosen last is analyzed, even if the first takes longer to prepare', async () => {
    await page.addInitScript(() => {
      const decode = window.createImageBitmap.bind(window);
      let calls = 0;
      const release = Promise.withResolvers<void>();
      const read = FileReader.prototype.readAsDataURL;
      FileReader.prototype.readAsDataURL = function (blob) {
        this.addEventListener('loadend', () => setTimeout(() => Object.assign(window, { prepared: ++prepared }), 0));
        read.call(this, blob);
      };
      let prepared = 0;
      Object.assign(window, {
        releaseFirstPhoto: release.resolve,
        createImageBitmap: async (photo: Blob) => {
          calls += 1;
          if (calls === 1) await release.promise;
          return decode(photo);
        },
      });
    });
    await page.unroute('**/api/price/analyze-image');
    await page.reload();
    await reachPricing(page);
    await paste(page, 'first.jpg');
    await paste(page, 'second.jpg');
    await expect(photoCard(page).getByText('second.jpg')).toBeVisible();
    await expect(photoCard(page).getByRole('button', { name: 'Analyze Photo' })).toBeEnabled();
    await page.evaluate('releaseFirstPhoto()');
    await expect.poll(() => page.evaluate('window.prepared')).toBe(2);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await expect(photoCard(page).getByText('second.jpg')).toBeVisible();
  });
});
