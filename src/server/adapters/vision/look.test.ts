import { randomFillSync } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { decodePhoto, shrinkTo } from './decode.ts';
import { findText, grayOf, textOf } from './find-text.ts';
import { looksLikeTag, showsSomething } from './look.ts';
import { photographTag, type Spoiling, syntheticTags, tiltOf } from './synthetic-tags.fixture.ts';

const small = async (bytes: Uint8Array) => shrinkTo(await decodePhoto(bytes), 96);
const padded = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(1024)]);
const draw = (shape: string, wall: string) =>
  sharp(Buffer.from(`<svg width="800" height="600"><rect width="800" height="600" fill="${wall}"/>${shape}</svg>`))
    .jpeg()
    .toBuffer();
const shirt = (fill: string) =>
  `<path d="M300 150h60l40 30 40-30h60l100 90-60 60-40-30v220H300V270l-40 30-60-60z" fill="${fill}"/>`;
const checks = Array.from(
  { length: 300 },
  (_, at) =>
    `<rect x="${250 + (at % 20) * 15}" y="${120 + Math.floor(at / 20) * 25}" width="8" height="13" fill="#111"/>`,
).join('');
const noise = (side: number) =>
  sharp(randomFillSync(Buffer.alloc(side * side * 3)), { raw: { width: side, height: side, channels: 3 } })
    .jpeg()
    .toBuffer();

describe('a picture', () => {
  it.each<[string, boolean, () => Promise<Buffer>]>([
    ['of a shirt on a wall shows something', true, () => draw(shirt('#2c3a52'), '#ddd')],
    ['of a white shirt on a white sheet shows something', true, () => draw(shirt('#ffffff'), '#ecebe8')],
    ['of small checks shows something', true, () => draw(checks, '#eee')],
    ['of a wall shows nothing', false, async () => padded(await draw('', '#9a9a9a'))],
    ['of noise shows nothing', false, () => noise(400)],
    ['of coarse noise shows nothing', false, () => noise(64)],
  ])('%s', async (_, shows, make) => {
    expect(showsSomething(await small(await make()))).toBe(shows);
  });

  it.each([
    ['#2c3a52', '#ddd'],
    ['#ffffff', '#333'],
    ['#b02030', '#c8b090'],
  ] as const)('of a plain garment (%s on %s) does not look like a tag', async (color, wall) => {
    const text = await textOf(await decodePhoto(await draw(shirt(color), wall)));
    expect(text !== null && looksLikeTag(text)).toBe(false);
  });
});

/** What is found on the photo of a tag, at an angle from -30 to 30 degrees. Every second tag is light on dark. */
const textOn = async (spoiling: Spoiling, index: number) => {
  const tag = syntheticTags()[index];
  if (tag === undefined) throw new Error('There are more tags than that.');
  return findText(await grayOf(await decodePhoto(await photographTag(tag, spoiling, index))));
};

describe('the text on a photo of a tag', () => {
  it('is found at its angle, to one degree, and known to be light on dark or dark on light', async () => {
    for (const index of [0, 1, 2, 3, 4, 5]) {
      const text = await textOn('dim', index);
      expect(Math.abs((text?.angle ?? 99) - tiltOf(index))).toBeLessThanOrEqual(1);
      expect(text?.isLightOnDark).toBe(index % 2 === 1);
    }
  });

  it('is in a box that contains every line', async () => {
    // Of a tag of 640 x 420 whose lines reach from about y = 60 to y = 375 of it.
    const text = await textOn('tilted', 17);
    expect(text?.down.from).toBeLessThanOrEqual(-130);
    expect(text?.down.to).toBeGreaterThanOrEqual(130);
  });
});

it('a bare wall has no text', () => {
  expect(findText({ width: 300, height: 200, light: new Uint8Array(60_000).fill(180) })).toBeNull();
});
