import { Agent, request } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiFailure } from '#contract/failure.ts';
import type { Listing } from '#contract/listings/listings.ts';
import { photographTag, syntheticTags } from '#server/adapters/vision/synthetic-tags.fixture.ts';
import { dataUrl, drawPhoto, noise, openPhotoWorld, type PhotoWorld } from './photo-world.ts';

type Seller = Awaited<ReturnType<PhotoWorld['arrive']>>;
let world: PhotoWorld;
beforeAll(async () => {
  world = await openPhotoWorld();
});
afterAll(() => world?.close());

const mostCommon = (listings: readonly Listing[]): string => {
  const counts = new Map<string, number>();
  for (const { brand } of listings) if (brand) counts.set(brand, (counts.get(brand) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? '';
};

describe('a photo of an item like those in the closet', () => {
  let api: Seller['api'];
  let analyze: Seller['analyze'];
  let listings: Listing[];
  let usual: string;
  beforeAll(async () => {
    ({ api, analyze } = await world.arrive());
    await api.closet.linkPractice();
    await api.listings.sync();
    listings = await api.listings.list();
    usual = mostCommon(listings);
  });

  it('gets a price with its evidence, from hint, tag, and photo', async () => {
    const [, , tag] = syntheticTags();
    if (tag === undefined) throw new Error('There is no such tag.');

    const analysis = await analyze({
      image: dataUrl(await drawPhoto()),
      tagImage: dataUrl(await photographTag(tag, 'none', 2)),
      brandHint: usual,
      conditionHint: 'very-good',
    });
    expect(analysis.sources).toMatchObject({ brand: 'hint', condition: 'hint', size: 'tag', colorAndStyle: 'photo' });
    expect(analysis).toMatchObject({
      condition: 'very-good',
      size: tag.size,
      colorAndStyle: 'Blue',
      engine: 'embedded',
    });
    expect(analysis.note).toBeUndefined();

    const { suggestedPrice, priceInterval, earnings, confidence, marketData } = analysis;
    if (suggestedPrice === null || priceInterval === null) throw new Error('The engine abstained.');
    expect(priceInterval.coverage).toBe(0.8);
    expect(priceInterval.low).toBeLessThanOrEqual(suggestedPrice);
    expect(priceInterval.high).toBeGreaterThanOrEqual(suggestedPrice);
    expect(earnings).toBe(suggestedPrice < 15 ? suggestedPrice - 2.95 : Math.round(suggestedPrice * 80) / 100);
    expect(confidence).toBeGreaterThan(0);
    expect(confidence).toBeLessThan(1);

    // In cents. A comparable from this closet is one of its listings, in the state it has there.
    const { comparableListings } = marketData;
    expect(comparableListings.length).toBeGreaterThan(0);
    expect(marketData.totalComparables).toBe(comparableListings.length);
    expect(['closet', 'market']).toEqual(expect.arrayContaining(comparableListings.map(({ source }) => source)));
    for (const { title, price, source, state } of comparableListings) {
      if (source !== 'closet') continue;
      const own = listings.filter((listing) => listing.title === title && listing.price === price / 100);
      expect([title, own.some(({ isActive }) => isActive === (state === 'ask'))]).toEqual([title, true]);
    }
    const prices = comparableListings.map(({ price }) => price);
    expect(marketData.priceRange).toEqual({ min: Math.min(...prices), max: Math.max(...prices) });
    // The numbers are counted one by one, and each contains the next.
    const { evidence, agreement } = marketData;
    // Of the best agreement that any comparable has.
    const { sameBrandAndKind } = evidence;
    expect(agreement).toBe(sameBrandAndKind.all > 0 ? 'brand_and_kind' : 'brand_and_related_kind');
    expect(evidence.sameKind.all).toBeGreaterThanOrEqual(evidence.sameBrandAndKind.all);
    expect(evidence.comparables).toBeGreaterThanOrEqual(evidence.sameKind.all);
    expect(world.model.asked).toHaveLength(0);
  });

  it('gets, once corrected, the price that the same hints would have given at first, without a second upload', async () => {
    const image = dataUrl(await drawPhoto());
    const { seen, brand, itemCategory, sources } = await analyze({ image });
    expect(seen.kindGuesses.length).toBeGreaterThanOrEqual(3);
    expect(JSON.stringify(seen)).not.toContain('base64');

    const hints = { brandHint: usual, conditionHint: 'good', kindHint: 'jeans', sizeHint: '28' } as const;
    const corrected = await api.pricing.correctPhoto({ body: { seen, ...hints } });
    expect(corrected).toMatchObject({
      itemCategory: 'Jeans',
      size: '28',
      condition: 'good',
      sources: { itemCategory: 'hint', brand: 'hint', condition: 'hint', size: 'hint', colorAndStyle: 'photo' },
    });
    expect(corrected.suggestedPrice).toBeGreaterThan(0);
    // Searches for comparables may end between two answers.
    const isSame = async (hinted: object) => {
      const answers = [
        await api.pricing.correctPhoto({ body: { seen, ...hinted } }),
        await analyze({ image, ...hinted }),
      ];
      return isDeepStrictEqual(answers[0], answers[1]);
    };
    await expect.poll(() => isSame(hints), { timeout: 20_000 }).toBe(true);

    const dress = await api.pricing.correctPhoto({ body: { seen: corrected.seen, ...hints, kindHint: 'dress' } });
    expect(dress.itemCategory).toBe('Dress');
    expect(dress.marketData).not.toEqual(corrected.marketData);
    for (const { title } of dress.marketData.comparableListings) expect(title).not.toMatch(/jeans/i);
    const madeFor = (madeForHint: 'men' | 'kids') =>
      api.pricing.correctPhoto({ body: { seen: corrected.seen, ...hints, madeForHint } });
    const [ofMan, ofChild] = [await madeFor('men'), await madeFor('kids')];
    expect(ofChild.itemDescription).toContain('made for a child');
    expect(ofChild.suggestedPrice).toBeLessThan(ofMan.suggestedPrice ?? 0);
    // Hints that are taken back leave what was seen.
    const again = await api.pricing.correctPhoto({ body: { seen: corrected.seen, brandHint: '', kindHint: '' } });
    expect(again).toMatchObject({ seen, brand, itemCategory, sources });

    // When shipping and the fee come to more than the item, its price says so.
    const worth = (hinted: object) => api.pricing.correctPhoto({ body: { seen, ...hinted } });
    const cheap = await worth({ brandHint: 'Old Navy', conditionHint: 'poor' });
    const dear = await worth({ brandHint: 'Gucci', conditionHint: 'very-good' });
    expect(cheap.suggestedPrice).toBeLessThan(9.44);
    expect(cheap.recommendations[0]).toBe(
      `At $${cheap.suggestedPrice}, shipping ($6.49) and the fee ($2.95) come to more than the item, and you’d receive $${cheap.earnings?.toFixed(2)}. Buyers pay for shipping once when they bundle.`,
    );
    expect(dear.recommendations.join(' ')).not.toContain('come to more than the item');

    // What isn't from an analysis is refused.
    const wrong = [
      { ...seen, brand: { value: 'x'.repeat(600), source: 'tag' as const } },
      { ...seen, brand: { value: null, source: 'tag' as const } },
      { ...seen, image: 'data:image/jpeg;base64,AAAA' },
    ];
    for (const one of wrong)
      await expect(api.pricing.correctPhoto({ body: { seen: one as typeof seen } })).rejects.toMatchObject({
        status: 400,
      });
  });
});

describe('a photo about which nothing is known', () => {
  it('gets no price, and advice on what would help', async () => {
    const { analyze } = await world.arrive();
    // Hints that are empty or null are none.
    const hints = { brandHint: '', conditionHint: '', kindHint: null, sizeHint: null } as const;
    const analysis = await analyze({ image: dataUrl(await noise()), ...hints });
    expect(analysis).toMatchObject({
      suggestedPrice: null,
      priceInterval: null,
      earnings: null,
      confidence: 0,
      marketDemand: 'unknown',
      brand: 'Unknown',
      condition: 'Unknown',
      size: 'Unknown',
      engine: 'embedded',
      marketData: {
        totalComparables: 0,
        averageMarketPrice: 0,
        priceRange: { min: 0, max: 0 },
        comparableListings: [],
      },
    });
    expect(analysis.sources).toMatchObject({ brand: 'unknown', condition: 'unknown', size: 'unknown' });
    expect(analysis.recommendations[0]).toMatch(/^Add the brand\./);
    expect(analysis.recommendations.join(' ')).toContain('Photograph the tag');
  });
});

describe('a configured AI model', () => {
  it('gets a photo only if the seller agrees, without its metadata, and never sets the price', async () => {
    const { analyze } = await world.arrive();
    const image = await drawPhoto();
    expect(image.includes('SecretCamera')).toBe(true);
    // After all the photos before this one.
    expect(world.model.asked).toHaveLength(0);

    const analysis = await analyze({ image: dataUrl(image), conditionHint: 'fair', useModel: true });
    expect(analysis).toMatchObject({
      brand: 'Levi’s',
      itemCategory: 'Denim jacket',
      size: 'L',
      condition: 'fair',
      engine: 'eyes-1',
    });
    expect(analysis.sources).toMatchObject({ brand: 'model', itemCategory: 'model', condition: 'hint' });
    expect(analysis.itemDescription).toBe('A washed blue trucker jacket.');
    // The model's comparable is listed as such and counts in no number.
    const { comparableListings, totalComparables, priceRange } = analysis.marketData;
    expect(comparableListings.at(-1)).toEqual({
      title: 'Trucker jacket seen somewhere',
      condition: 'good',
      price: 4500,
      source: 'model',
      state: null,
    });
    const seen = comparableListings.slice(0, -1);
    expect(seen.map(({ source }) => source)).not.toContain('model');
    expect(totalComparables).toBe(seen.length);
    expect(priceRange.max).toBe(Math.max(0, ...seen.map(({ price }) => price)));

    const [asked] = world.model.asked;
    const sent = JSON.stringify(asked?.body);
    const [, base64 = ''] = sent.match(/data:image\/jpeg;base64,([\w+/=]+)/) ?? [];
    const picture = Buffer.from(base64, 'base64');
    const { width, exif } = await sharp(picture).metadata();
    expect([width, exif]).toEqual([900, undefined]);
    for (const secret of ['SecretCamera', 'Elm Street', 'GPS', 'Exif']) expect(picture.includes(secret)).toBe(false);

    // One that refuses leaves Hangtag's own answer, with a note.
    const refused = await analyze({ image: dataUrl(image), brandHint: 'Levi’s', useModel: true });
    expect(refused).toMatchObject({ engine: 'embedded', sources: { brand: 'hint' } });
    expect(refused.note).toMatch(/^The AI model .*, so this answer is Hangtag’s own\.$/);
  });
});

describe('a picture that cannot be used', () => {
  it('is refused with the message of the upload form, whatever its type claims', async () => {
    const { analyze } = await world.arrive();
    const jpeg = await drawPhoto();
    const unreadable = 'Failed to process the image. Please try a different file.';
    const type = 'Please select a JPEG, PNG, or WebP image file.';
    const cases: [string, string, string, string][] = [
      ['a renamed PDF', dataUrl(Buffer.from(`%PDF-1.7${' '.repeat(4_000)}`)), 'invalid_image', type],
      [
        '9 MB',
        dataUrl(Buffer.concat([jpeg, Buffer.alloc(9_000_000)])),
        'invalid_image',
        'Please select an image smaller than 8MB',
      ],
      ['no base64', 'data:image/jpeg;base64,****', 'invalid_image', unreadable],
      ['a data URL without base64', 'data:image/svg+xml,<svg/>', 'invalid_image', unreadable],
      ['a data URL of a text', dataUrl(jpeg, 'text/plain'), 'invalid_image', unreadable],
      ['an address', 'http://169.254.169.254/latest', 'invalid_image', unreadable],
      ['a file', 'file:///etc/passwd', 'invalid_image', unreadable],
    ];
    for (const [name, image, code, message] of cases) {
      const failure: unknown = await analyze({ image }).catch((error: unknown) => error);
      if (!(failure instanceof ApiFailure)) throw new Error(`${name} was taken.`);
      expect([name, failure.status, failure.code, failure.message]).toEqual([name, 400, code, message]);
    }
    const image = dataUrl(jpeg);
    for (const tagImage of ['data:image/svg+xml,<svg/>', dataUrl(Buffer.from(`GIF89a${' '.repeat(4_000)}`))])
      await expect(analyze({ image, tagImage })).rejects.toMatchObject({ status: 400, code: 'invalid_image' });
  });
});

it('a client that is refused during a large upload gets the reason, and the connection closes if data was left unread', async () => {
  const { port } = await world.app.server.listen(0, '127.0.0.1');
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const refusalOf = (bytes: number) =>
    new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' };
      const call = request({
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/api/price/analyze-image',
        agent,
        headers,
      });
      call.on('error', reject).on('response', (reply) => {
        reply.resume().on('end', () => resolve([reply.statusCode, reply.headers.connection]));
      });
      call.end(JSON.stringify({ image: `data:image/jpeg;base64,${'A'.repeat(bytes)}` }));
    });
  expect(await refusalOf(11e6)).toEqual([401, 'keep-alive']);
  expect(await refusalOf(14e6)).toEqual([401, 'close']);
  expect(await refusalOf(100)).toEqual([401, 'keep-alive']);
  agent.destroy();
});

it('nothing of a photo is stored: not in the database, not in the log', async () => {
  const { rows } = await world.database.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
  );
  const dumps = await Promise.all(
    rows.map(async ({ name }) => {
      const found = await world.database.query<{ dump: string }>(
        `select coalesce(string_agg(t::text, ' '), '') as dump from ${name} t`,
      );
      return found.rows[0]?.dump ?? '';
    }),
  );
  expect(world.lines.length).toBeGreaterThan(0);
  for (const text of [...dumps, ...world.lines])
    for (const trace of ['base64', 'data:image', 'SecretCamera', 'JFIF', '/9j/'])
      expect(text.includes(trace)).toBe(false);
});
