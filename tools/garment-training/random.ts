// Random numbers for the training, the same in every run with the same seed.

/** Uniform in [0, 1). */
export type Random = () => number;

export { seeded } from '../../src/domain/random/seeded.ts';

/** A different seed for each place in a run. */
export const mixSeed = (...parts: number[]): number =>
  parts.reduce(
    (seed, part) => Math.imul(seed ^ (part + 0x9e3779b9 + (seed << 6) + (seed >>> 2)), 0x85ebca6b) >>> 0,
    17,
  );

/** A standard normal number (Box and Muller). */
export const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

export const between = (random: Random, low: number, high: number): number => low + (high - low) * random();

/** Returns a shuffled copy (Fisher and Yates). */
export function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const out = [...items];
  for (let i = out.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [out[i], out[j]] = [out[j] as Item, out[i] as Item];
  }
  return out;
}
