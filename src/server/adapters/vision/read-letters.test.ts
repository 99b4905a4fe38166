import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { seeded } from '#domain/random/seeded.ts';
import { decodePhoto } from './decode.ts';
import { openLetterReader, readTagPhoto } from './read-letters.ts';
import { photographTag, type Spoiling, syntheticTags } from './synthetic-tags.fixture.ts';

const reader = openLetterReader();
afterAll(() => reader.close());

describe('a photo of a tag', () => {
  it.each<[Spoiling, number]>([
    ['blurred', 9],
    ['upsideDown', 2],
    ['dim', 21],
  ])('is read: %s', async (spoiling, index) => {
    const tag = syntheticTags()[index];
    if (tag === undefined) throw new Error('There are more tags than that.');
    const { reading } = await readTagPhoto(reader, await decodePhoto(await photographTag(tag, spoiling, index)));
    expect(reading).toMatchObject({ brand: tag.label, size: tag.size, retailPrice: tag.cents });
  });

  it.each([
    ['GRÖSSE L', 'L'],
    ['EUR 38 UK 5 US 7.5', 'US 7.5'],
  ])('is read with its system: %s', async (printed, size) => {
    const text = (y: number, height: number, words: string) =>
      `<text x="600" y="${y}" font-size="${height}" text-anchor="middle" font-family="DejaVu Sans">${words}</text>`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900"><rect width="1200" height="900" fill="#f4efe6"/>${text(160, 120, 'MADEWELL')}${text(300, 72, printed)}${text(440, 60, '100% COTTON')}</svg>`;
    const photo = await sharp(Buffer.from(svg)).jpeg().toBuffer();
    expect((await readTagPhoto(reader, await decodePhoto(photo))).reading.size).toBe(size);
  });

  it('is read although the phone was held sideways', async () => {
    const [tag] = syntheticTags();
    if (tag === undefined) throw new Error('There is no tag.');
    const sideways = await sharp(await photographTag(tag, 'none', 0))
      .rotate(90)
      .jpeg()
      .toBuffer();
    const { reading } = await readTagPhoto(reader, await decodePhoto(sideways));
    expect(reading).toMatchObject({ brand: tag.label, size: tag.size, retailPrice: tag.cents });
  });

  it('that shows only noise gives no text', async () => {
    // A fixed seed, because with some random noise the reader sees a number.
    const random = seeded(7);
    const bytes = Buffer.alloc(64 * 64 * 3).map(() => Math.floor(random() * 256));
    const noise = await sharp(bytes, { raw: { width: 64, height: 64, channels: 3 } })
      .jpeg()
      .toBuffer();
    expect((await readTagPhoto(reader, await decodePhoto(noise))).reading).toEqual({});
  });
});
