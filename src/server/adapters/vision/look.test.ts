import { randomFillSync } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { decodePhoto, shrinkTo } from './decode.ts';
import { findText, grayOf, textOf } from './find-text.ts';
import { looksLikeTag, showsSomething } from './look.ts';
import { photographTag, type Spoiling, syntheticTags, tiltOf } from './synthetic-tags.fixture.ts';

const small = async (bytes: Uint8Array) => shrinkTo(await decodePhoto(bytes), 96);
const isTag = async (bytes: Uint8Array) => {
  const text = await textOf(await decodePhoto(bytes));
  return text !== null && looksLikeTag(text);
};
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

  it('of a tag looks like one', async () => {
    const tags = syntheticTags().slice(0, 6);
    const seen = await Promise.all(tags.map(async (tag, index) => isTag(await photographTag(tag, 'dim', index))));
    expect(seen.filter((is) => !is).length).toBeLessThanOrEqual(1);
  });

  it.each([
    ['#2c3a52', '#ddd'],
    ['#ffffff', '#333'],
    ['#b02030', '#c8b090'],
  ] as const)('of a plain garment (%s on %s) does not look like a tag', async (color, wall) => {
    expect(await isTag(await draw(shirt(color), wall))).toBe(false);
  });
});

/** Tilted by -25, -2, 21, -17, 6, and 29 degrees; every second one is light on dark. */
const indexes = [0, 1, 2, 3, 4, 5];

const look = async (spoiling: Spoiling, index: number) => {
  const tag = syntheticTags()[index];
  if (tag === undefined) throw new Error('There are more tags than that.');
  return findText(await grayOf(await decodePhoto(await photographTag(tag, spoiling, index))));
};
const known = new Map<string, ReturnType<typeof look>>();
/** What is found on a photo of this tag, which two tests may ask for. */
const found = (spoiling: Spoiling, index: number) => {
  const key = `${spoiling} ${index}`;
  const seen = known.get(key) ?? look(spoiling, index);
  known.set(key, seen);
  return seen;
};

describe('the text on a photo of a tag', () => {
  it.each(['tilted', 'upsideDown', 'dim'] as const)('is found at its angle, to one degree: %s', async (spoiling) => {
    for (const index of indexes) {
      const text = await found(spoiling, index);
      expect(Math.abs((text?.angle ?? 99) - tiltOf(index))).toBeLessThanOrEqual(1);
    }
  });

  it('is known to be light on dark or dark on light', async () => {
    for (const index of indexes) expect((await found('dim', index))?.isLightOnDark).toBe(index % 2 === 1);
  });

  it('is in a box that contains every line', async () => {
    // Of a tag of 640 x 420 whose lines reach from about y = 60 to y = 375 of it.
    const text = await found('tilted', 17);
    expect(text?.down.from).toBeLessThanOrEqual(-130);
    expect(text?.down.to).toBeGreaterThanOrEqual(130);
  });
});

it('a bare wall has no text', () => {
  expect(findText({ width: 300, height: 200, light: new Uint8Array(60_000).fill(180) })).toBeNull();
});
