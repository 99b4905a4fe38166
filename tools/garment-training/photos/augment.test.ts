import { describe, expect, it } from 'vitest';
import { seeded } from '../random.ts';
import { changed, joined, nothing, scaled } from './augment.ts';

const side = 32;
const size = 24;
/** Red on the left, blue on the right. */
const photo = Uint8Array.from({ length: side * side * 3 }, (_, index) => {
  const left = Math.floor(index / 3) % side < side / 2;
  return index % 3 === (left ? 0 : 2) ? 200 : 20;
});
const change = (seed: number): Float32Array => {
  const out = new Float32Array(size * size * 3);
  changed(photo, side, size, seeded(seed), out);
  return out;
};

describe('changed photos', () => {
  it('are the same for the same seed, others for another', () => {
    expect(change(4)).toEqual(change(4));
    expect(change(4)).not.toEqual(change(5));
  });

  it('still show what the photo shows, mirrored in about half of the draws', () => {
    let mirrored = 0;
    for (let seed = 0; seed < 200; seed++) {
      const out = change(seed);
      const redness = (from: number, to: number): number => {
        let sum = 0;
        for (let y = 0; y < size; y++) {
          for (let x = from; x < to; x++) sum += (out[(y * size + x) * 3] ?? 0) - (out[(y * size + x) * 3 + 2] ?? 0);
        }
        return sum;
      };
      if (redness(0, 4) < redness(size - 4, size)) mirrored += 1;
    }
    expect(mirrored).toBeGreaterThan(60);
    expect(mirrored).toBeLessThan(140);
  });
});

it('a joined picture keeps the share of itself that is asked for', () => {
  for (let seed = 0; seed < 50; seed++) {
    const one = new Float32Array(size * size * 3).fill(1);
    const share = joined(one, new Float32Array(one.length), size, seeded(seed));
    expect(one.reduce((sum, value) => sum + value, 0) / one.length).toBeCloseTo(share, 4);
    expect(share).toBeGreaterThanOrEqual(0.5);
  }
});

it('pictures of nothing stay near the range of photos', () => {
  for (let seed = 0; seed < 50; seed++) {
    const out = new Float32Array(size * size * 3);
    nothing(size, seeded(seed), out);
    expect(Math.max(...out.map(Math.abs))).toBeLessThan(2.5 * scaled(255));
  }
});
