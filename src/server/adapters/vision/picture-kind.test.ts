import { randomFillSync } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { decodePhoto, shrinkTo } from './decode.ts';
import { textOf } from './level-text.ts';
import { looksLikeTag, showsSomething } from './picture-kind.ts';
import { photographTag, type Spoiling, syntheticTags } from './synthetic-tags.fixture.ts';

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

  it.each<[Spoiling, number]>([
    ['turned', 0],
    ['tilted', 0],
    ['dim', 1],
  ])('of a tag looks like one: %s', async (spoiling, most) => {
    const tags = syntheticTags().slice(0, 6);
    const seen = await Promise.all(tags.map(async (tag, index) => isTag(await photographTag(tag, spoiling, index))));
    expect(seen.filter((is) => !is).length).toBeLessThanOrEqual(most);
  });

  it.each([
    ['#2c3a52', '#ddd'],
    ['#ffffff', '#333'],
    ['#b02030', '#c8b090'],
  ] as const)('of a plain garment (%s on %s) does not look like a tag', async (color, wall) => {
    expect(await isTag(await draw(shirt(color), wall))).toBe(false);
  });
});
