import type { Page, Route } from '@playwright/test';
import sharp from 'sharp';
import type { Listing } from '#contract/listings/listings.ts';
import { type Garment, garmentOf } from '#domain/pricing/facts/garments.ts';
import { leastForBand } from '#web/ui/figures/price-axis.ts';
import { pricedPhoto, refuse, stateWithModel, unknownPhoto } from '../fixtures/canned-prices.ts';
import { choosePhoto, reachPricing, takePhoto } from '../fixtures/pricing-situations.ts';
import { expect, expectToast, test, toast } from '../fixtures/story.ts';

test.use({ looksAtPrices: true });

const photoCard = (page: Page) => page.getByRole('region', { name: 'Price from a photo' });
const offer = (page: Page, file: { name: string; mimeType: string; buffer: Buffer }) =>
  photoCard(page).getByLabel('Choose a photo').setInputFiles(file);

type Offer = { brand: string; kind: Garment };

/** The first of the ten most frequent brands and types of a closet that is accepted. */
const mostFrequent = async (listings: readonly Listing[], isAccepted: (offer: Offer) => Promise<boolean>) => {
  const offers = listings.flatMap(({ brand, category, title }): Offer[] => {
    const kind = garmentOf({ category, title });
    return brand === null || kind === undefined ? [] : [{ brand, kind }];
  });
  const grouped = [...Map.groupBy(offers, ({ brand, kind }) => `${brand} ${kind}`).values()];
  const sorted = grouped.sort((one, other) => other.length - one.length).flatMap(([first]) => first ?? []);
  for (const offer of sorted.slice(0, 10)) if (await isAccepted(offer)) return offer;
  return undefined;
};

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

test.describe('a photo', () => {
  const kilobytes = (count: number, head: readonly number[]) =>
    Buffer.concat([Buffer.from(head), Buffer.alloc(count * 1024 - head.length, 7)]);
  const jpeg = [0xff, 0xd8, 0xff, 0xe0];

  test('is checked, priced or left without a price, and shown to a model only when asked', async ({
    page,
    enter,
    look,
  }) => {
    await page.route('**/api/price/state', (route) => route.fulfill({ json: stateWithModel }));
    await enter({ closet: 'practice' });
    await reachPricing(page);
    await test.step('that cannot be used is refused with the exact message, before anything is sent', async () => {
      let asked = 0;
      await page.route('**/api/price/analyze-image', (route) => {
        asked += 1;
        return route.abort();
      });
      const alert = photoCard(page).getByRole('alert');
      const refused: [string, string, Buffer, string][] = [
        [
          'notes.pdf',
          'application/pdf',
          Buffer.alloc(5000),
          'Please select a JPEG, PNG, or WebP image file. Current file: notes.pdf',
        ],
        [
          'renamed.jpg',
          'image/jpeg',
          Buffer.from(`%PDF-1.7${' '.repeat(5000)}`),
          'Please select a JPEG, PNG, or WebP image file. Current file: renamed.jpg',
        ],
        [
          'small.jpg',
          'image/jpeg',
          Buffer.concat([Buffer.from(jpeg), Buffer.alloc(896)]),
          'Image file appears to be corrupted or too small',
        ],
        ['broken.jpg', 'image/jpeg', kilobytes(20, jpeg), 'Failed to process the image. Please try a different file.'],
      ];
      for (const [name, mimeType, buffer, words] of refused) {
        await offer(page, { name, mimeType, buffer });
        await expect(alert).toHaveText(words);
      }
      // Nine megabytes take long on their way into the browser, so they are made there.
      await photoCard(page)
        .getByLabel('Choose a photo')
        .evaluate((input: HTMLInputElement) => {
          const files = new DataTransfer();
          const head = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0);
          files.items.add(new File([head, new Uint8Array(9 << 20)], 'large.jpg', { type: 'image/jpeg' }));
          input.files = files.files;
          input.dispatchEvent(new Event('change', { bubbles: true }));
        });
      await expect(alert).toHaveText('Please select an image smaller than 8MB');
      expect(asked).toBe(0);
      await look('photo-refused', { part: photoCard(page) });
      await choosePhoto(page, await takePhoto());
      await expect(alert).toHaveCount(0);
      await expect(photoCard(page).getByRole('img', { name: 'The photo you chose' })).toBeVisible();
      await page.unroute('**/api/price/analyze-image');
    });
    await test.step('that the browser can show is taken, whatever its name and even if its end is missing', async () => {
      // Each has a height of its own, by which the test knows it again.
      let height = 300;
      const drawn = () =>
        sharp({
          create: {
            width: 400,
            height: ++height,
            channels: 3,
            background: 'gray',
            noise: { type: 'gaussian', mean: 128, sigma: 30 },
          },
        });
      const part = (bytes: Buffer, share: number) => bytes.subarray(0, bytes.length * share);
      const taken: [string, string, Buffer][] = [
        ['half.jpg', 'image/jpeg', part(await drawn().jpeg().toBuffer(), 0.5)],
        ['half-progressive.jpg', 'image/jpeg', part(await drawn().jpeg({ progressive: true }).toBuffer(), 0.5)],
        ['cmyk.jpg', 'image/jpeg', await drawn().toColourspace('cmyk').jpeg().toBuffer()],
        ['photo.heic', 'image/heic', await drawn().jpeg().toBuffer()],
        ['download', '', await drawn().webp().toBuffer()],
        ['photo.txt', 'text/plain', await drawn().png().toBuffer()],
        ['half-interlaced.png', 'image/png', part(await drawn().png({ progressive: true }).toBuffer(), 0.5)],
        ['without-end.webp', 'image/webp', (await drawn().webp().toBuffer()).subarray(0, -20)],
      ];
      const another = photoCard(page).getByLabel('Another photo');
      const chosen = photoCard(page).getByRole('img', { name: 'The photo you chose' });
      const size = () =>
        chosen.evaluate(({ naturalWidth, naturalHeight }: HTMLImageElement) => [naturalWidth, naturalHeight]);
      for (const [at, [name, mimeType, buffer]] of taken.entries()) {
        await another.setInputFiles({ name, mimeType, buffer });
        await expect.poll(size, { message: name }).toEqual([400, 301 + at]);
      }
      const turned = await drawn().withMetadata({ orientation: 6 }).jpeg().toBuffer();
      await another.setInputFiles({ name: 'turned.jpg', mimeType: 'image/jpeg', buffer: turned });
      await expect.poll(size).toEqual([height, 400]);
    });
    await test.step('about which too little is known gets no price, but says what would help, and low confidence shows a warning', async () => {
      await page.route('**/api/price/analyze-image', (route) => route.fulfill({ json: unknownPhoto }));
      const card = photoCard(page);
      await card.getByRole('button', { name: 'Analyze Photo' }).click();
      await expect(card.getByRole('heading', { name: 'No price yet' })).toBeVisible();
      await expect(card.getByText('Tell the brand: prices depend on it most.')).toBeVisible();
      await expect(card.locator('.tag')).toHaveCount(0);
      await expect(card.getByLabel('Brand')).toBeVisible();
      await look('photo-unknown', { part: card });

      await page.unroute('**/api/price/analyze-image');
      await page.route('**/api/price/analyze-image', (route) => route.fulfill({ json: pricedPhoto }));
      await card.getByRole('button', { name: 'Analyze Again' }).click();
      await expect(card.locator('.shot .tag')).toHaveText('$84.00');
      await expect(card.getByText('44% low')).toBeVisible();
      await expect(card.getByText(/^Below 50%\. Treat it as a starting point\./)).toBeVisible();
      await expect(card.getByText('11 comps, average $81.00, range $58.00 to $112.00.')).toBeVisible();
      await card.getByText('See 8 comps, 4 from your closet').click();
      await look('photo-priced', { part: card });
    });
    await test.step('is confirmed or corrected in one tap, and the price follows without a second upload', async () => {
      const card = photoCard(page);
      const asked: unknown[] = [];
      const answer = (corrected: Partial<typeof pricedPhoto>) =>
        page.route('**/api/price/correct-photo', (route, request) => {
          asked.push(request.postDataJSON());
          return route.fulfill({ json: { ...pricedPhoto, ...corrected } });
        });
      await answer({ suggestedPrice: 90, sources: { ...pricedPhoto.sources, itemCategory: 'hint' } });
      await expect(card.getByLabel('Category')).toHaveValue('');
      await expect(card.getByLabel('Category').locator('option:checked')).toHaveText('Jacket');
      await expect(card.getByRole('radio', { checked: true })).toHaveCount(0);
      await expect(card.getByLabel('Size')).toHaveValue('M');
      await card.getByRole('radio', { name: 'Jacket' }).check();
      await expect(card.locator('.shot .tag')).toHaveText('$90.00');
      await expect(card.getByLabel('Category')).toHaveValue('jacket');
      expect(asked.splice(0)).toEqual([{ kindHint: 'jacket', seen: pricedPhoto.seen }]);
      await answer({
        suggestedPrice: 96,
        itemCategory: 'Coat',
        sources: { ...pricedPhoto.sources, itemCategory: 'hint' },
      });
      await card.getByRole('radio', { name: 'Coat' }).check();
      await expect(card.locator('.shot .tag')).toHaveText('$96.00');
      await expect(card.getByLabel('Category')).toHaveValue('coat');
      expect(asked).toEqual([{ kindHint: 'coat', seen: pricedPhoto.seen }]);
      await card.getByLabel('Size').fill('L');
      await card.getByLabel('Size').press('Enter');
      await expect.poll(() => asked.at(-1)).toEqual({ kindHint: 'coat', sizeHint: 'L', seen: pricedPhoto.seen });
      await expect(card.getByLabel('Size')).toBeFocused();
      await card.getByLabel('Size').fill('');
      await card.getByLabel('Size').press('Enter');
      await expect(card.getByLabel('Size')).toHaveValue('M');
      await expect.poll(() => asked.at(-1)).toEqual({ kindHint: 'coat', seen: pricedPhoto.seen });
      await card.getByLabel('Made for').selectOption('Kids');
      await expect.poll(() => asked.at(-1)).toEqual({ kindHint: 'coat', madeForHint: 'kids', seen: pricedPhoto.seen });
      await expect(card.locator('.facts div', { hasText: 'Made for' })).toContainText('entered by you');

      await page.unroute('**/api/price/correct-photo');
      await page.route('**/api/price/correct-photo', refuse(502, 'marketplace_unavailable', 'Not now.'));
      await card.getByLabel('Condition').selectOption('Fair');
      await expect(card.getByRole('alert')).toContainText('This one is for the earlier details.');
      await expect(card.locator('.shot .tag')).toHaveText('$96.00');
      await page.unroute('**/api/price/correct-photo');
      await answer({ suggestedPrice: 41 });
      await card.getByRole('button', { name: 'Try again' }).click();
      await expect(card.locator('.shot .tag')).toHaveText('$41.00');
      await expect(card.getByRole('alert')).toHaveCount(0);
      await page.unroute('**/api/price/correct-photo');
    });
    await test.step('is sent to a model only if the seller agrees, can be canceled, and is kept after a failure', async () => {
      let held: (() => Promise<void>) | null = null;
      await page.route('**/api/price/analyze-image', (route) => {
        held = () => route.abort();
      });
      const card = photoCard(page);
      await card.getByRole('button', { name: 'Clear' }).click();
      await choosePhoto(page, await takePhoto());
      const word = card.getByRole('switch', { name: 'Show the photo to app-model' });
      await expect(word).not.toBeChecked();
      const first = page.waitForRequest('**/api/price/analyze-image');
      await card.getByRole('button', { name: 'Analyze Photo' }).click();
      expect((await first).postDataJSON()).not.toHaveProperty('useModel');
      await card.getByRole('button', { name: 'Cancel' }).click();
      await expect(card.getByRole('button', { name: 'Analyze Photo' })).toBeVisible();
      await expect(toast(page)).toHaveCount(0);

      await word.click();
      const second = page.waitForRequest('**/api/price/analyze-image');
      await page.unroute('**/api/price/analyze-image');
      await page.route(
        '**/api/price/analyze-image',
        refuse(429, 'too_many_requests', 'Too many photos at once. Please wait a moment.'),
      );
      await card.getByRole('button', { name: 'Analyze Photo' }).click();
      expect((await second).postDataJSON()).toMatchObject({ useModel: true });
      await expectToast(page, 'Analysis Failed', 'Too many photos at once. Please wait a moment.');
      await expect(card.getByRole('alert')).toContainText('Too many photos at once.');
      await expect(card.getByRole('button', { name: 'Analyze Again' })).toBeVisible();
      expect(held).not.toBeNull();
      await card.getByRole('button', { name: 'Clear' }).click();
      await page.unroute('**/api/price/analyze-image');
    });
    await test.step('whose price arrives after another photo was chosen does not show it with that one', async () => {
      const held: Route[] = [];
      await page.route('**/api/price/analyze-image', (route) => void held.push(route));
      const card = photoCard(page);
      await choosePhoto(page, await takePhoto());
      await card.getByRole('button', { name: 'Analyze Photo' }).click();
      await expect.poll(() => held.length).toBe(1);
      await paste(page, 'second.jpg');
      await expect(card.getByText('second.jpg')).toBeVisible();
      await card.getByRole('button', { name: 'Analyze Photo' }).click();
      await expect.poll(() => held.length).toBe(2);
      // The page may already have canceled the first request.
      await held[0]?.fulfill({ json: { ...pricedPhoto, suggestedPrice: 999 } }).catch(() => {});
      await held[1]?.fulfill({ json: pricedPhoto });
      await expect(card.locator('.shot .tag')).toHaveText('$84.00');
      await expectToast(page, 'Analysis Complete', /\$84/);
      await page.unroute('**/api/price/analyze-image');
    });
    await test.step('that was chosen last is analyzed, even if an earlier one takes longer to prepare', async () => {
      await page.addInitScript(() => {
        const first = Promise.withResolvers<void>();
        const read = FileReader.prototype.readAsDataURL;
        let [begun, prepared] = [0, 0];
        FileReader.prototype.readAsDataURL = function (blob) {
          begun += 1;
          this.addEventListener('loadend', () => setTimeout(() => Object.assign(window, { prepared: ++prepared }), 0));
          void (begun === 1 ? first.promise : Promise.resolve()).then(() => read.call(this, blob));
        };
        Object.assign(window, { releaseFirstPhoto: first.resolve });
      });
      await page.reload();
      await reachPricing(page);
      const card = photoCard(page);
      await paste(page, 'first.jpg');
      await paste(page, 'second.jpg');
      await expect(card.getByText('second.jpg')).toBeVisible();
      await expect(card.getByRole('button', { name: 'Analyze Photo' })).toBeEnabled();
      await page.evaluate('releaseFirstPhoto()');
      await expect.poll(() => page.evaluate('window.prepared')).toBe(2);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      await expect(card.getByText('second.jpg')).toBeVisible();
    });
  });

  test('gets a price with its range, its evidence, and the source of each fact', async ({ page, enter }) => {
    const seller = await enter({ closet: 'real', listings: 30, sold: 300 });
    const taken = await takePhoto('MARKED-PLACE');
    expect(taken.includes('MARKED-PLACE')).toBe(true);
    const image = `data:image/jpeg;base64,${taken.toString('base64')}`;
    const { seen } = await seller.api.pricing.analyzeImage({ body: { image } });
    // A range needs enough comparables of one brand and type. Closets differ in what they sell.
    const isEnough = async ({ brand, kind }: Offer) => {
      const hints = { brandHint: brand, kindHint: kind, conditionHint: 'excellent' as const };
      const { marketData } = await seller.api.pricing.correctPhoto({ body: { seen, ...hints } });
      return marketData.evidence.sameBrandAndKind.all >= leastForBand;
    };
    const offer = await mostFrequent(await seller.api.listings.list(), isEnough);
    if (offer === undefined) throw new Error('No brand and type has enough comparables.');
    const { brand, kind } = offer;
    await reachPricing(page);
    await choosePhoto(page, taken);
    const card = photoCard(page);
    await card.getByLabel('Brand').fill(brand);
    await card.getByLabel('Category').selectOption(kind);
    await card.getByLabel('Condition').selectOption('Excellent');
    const sent = page.waitForRequest('**/api/price/analyze-image');
    await card.getByRole('button', { name: 'Analyze Photo' }).click();
    const body = (await sent).postDataJSON();
    expect(body).toMatchObject({ brandHint: brand, kindHint: kind, conditionHint: 'excellent' });
    expect(Buffer.from(String(body.image).split(',')[1] ?? '', 'base64').includes('MARKED-PLACE')).toBe(false);

    await expectToast(page, 'Analysis Complete');
    await expect(card.locator('.shot .tag')).toHaveText(/^\$\d+\.\d\d$/);
    await expect(card.getByText(/^Shaded: 8 in 10 similar items sell for \$\d+ to \$\d+\.$/)).toBeVisible();
    await expect(card.getByText(/^You receive \$\d+\.\d\d after fees\.$/)).toBeVisible();
    await expect(card.locator('.facts div', { hasText: 'Brand' })).toContainText('entered by you');
    await expect(card.locator('.facts div', { hasText: 'Confidence' })).toContainText(/\d+% (high|fair|low|very low)/);
    await card.getByText(/^See \d+ comps?(, \d+ from your closet)?$/).click();
    await expect(card.locator('.comp-list li').first()).toContainText(/\$\d+\.\d\d/);
    await card.getByRole('button', { name: 'Clear' }).click();
    await expect(card.getByText('Choose a photo')).toBeVisible();
  });
});
