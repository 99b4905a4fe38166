import { describe, expect, it } from 'vitest';
import { pictureSide, shippedGarmentClassifier } from './classifier.ts';

const classify = shippedGarmentClassifier();

/** A picture from a function that gives the color at x and y, both from 0 to 1. */
const picture = (color: (x: number, y: number) => readonly [number, number, number]): Uint8Array =>
  Uint8Array.from({ length: pictureSide ** 2 * 3 }, (_, index) => {
    const pixel = Math.floor(index / 3);
    return color((pixel % pictureSide) / pictureSide, Math.floor(pixel / pictureSide) / pictureSide)[index % 3] ?? 0;
  });

const trousers = picture((x, y) => {
  const leg = y > 0.12 && y < 0.92 && Math.abs(x - 0.5) < 0.18 + 0.06 * y;
  const gap = y > 0.38 && Math.abs(x - 0.5) < 0.02 + 0.09 * (y - 0.38);
  return leg && !gap ? [38, 52, 92] : [214, 206, 196];
});

describe('the classifier that comes with Hangtag', () => {
  it('gives labels sorted probabilities that add up to 1, and garments at most 1', () => {
    const { garments, labels, kids } = classify(trousers);
    const sum = (of: readonly { probability: number }[]) => of.reduce((all, { probability }) => all + probability, 0);
    expect(sum(labels)).toBeCloseTo(1, 6);
    const other = labels.find(({ name }) => name === 'Other')?.probability ?? 0;
    expect(sum(garments)).toBeCloseTo(1 - other, 6);
    expect(labels).toEqual(labels.toSorted((a, b) => b.probability - a.probability));
    expect(kids).toBeGreaterThan(0);
    expect(kids).toBeLessThan(1);
  });

  it('recognizes drawn trousers as pants', () => {
    expect(classify(trousers).garments[0]?.name).toBe('pants');
  });

  it('gives the same answer for a picture and its mirror image', () => {
    const mirror = Uint8Array.from(trousers, (_, index) => {
      const [row, x, c] = [Math.floor(index / 3 / pictureSide), Math.floor(index / 3) % pictureSide, index % 3];
      return trousers[(row * pictureSide + pictureSide - 1 - x) * 3 + c] ?? 0;
    });
    const [one, other] = [classify(trousers), classify(mirror)];
    one.garments.forEach(({ name, probability }) => {
      expect(other.garments.find((also) => also.name === name)?.probability).toBeCloseTo(probability, 5);
    });
  });

  it.each([
    ['a gray wall', picture(() => [128, 128, 128])],
    ['darkness', picture(() => [4, 4, 4])],
    ['a sky', picture((_, y) => [120 + 80 * y, 170 + 50 * y, 235])],
    [
      'noise',
      picture((x, y) => [0, 1, 2].map((c) => (Math.sin(1e5 * (x + 3 * y + c)) + 1) * 127) as [number, number, number]),
    ],
  ])('finds nothing probable in %s', (_, rgb) => {
    expect(classify(rgb).garments[0]?.probability).toBeLessThan(0.5);
  });

  it('refuses a picture of another size', () => {
    expect(() => classify(new Uint8Array(64 * 64 * 3))).toThrow('96 x 96');
  });
});
