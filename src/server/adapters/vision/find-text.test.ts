import { describe, expect, it } from 'vitest';
import { decodePhoto } from './decode.ts';
import { findText } from './find-text.ts';
import { grayOf } from './level-text.ts';
import { photographTag, type Spoiling, syntheticTags, tiltOf } from './synthetic-tags.fixture.ts';

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
