// A market whose prices follow a known rule, for tests of the engine.

import type { Comparable, PriceState } from './facts/comparable.ts';

/** Numbers from 0 to below 1, the same for the same seed (a linear congruential generator). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return ((state ^ (state >>> 15)) >>> 0) / 2 ** 32;
  };
}

const labels = { Northfell: 1, Oakhand: 1.8, Mirella: 3, Tidewick: 0.6 };
const kinds = { Jeans: 3000, Sweaters: 3500, Dresses: 4200, Sneakers: 5200 };
const levels = { 'new-with-tags': 1.35, 'very-good': 1, good: 0.74, fair: 0.5 };

const pick = <T>(from: Record<string, T>, roll: number): [string, T] => {
  const entries = Object.entries(from);
  const entry = entries[Math.floor(roll * entries.length)];
  if (entry === undefined) throw new RangeError('A roll lies from 0 to below 1.');
  return entry;
};

/** Prices by a known rule: brand x category x condition, asks a third higher, noise of about a quarter. Rows are exchangeable. */
export function syntheticMarket({
  rows,
  seed,
  soldShare = 0.5,
  noise = 0.25,
}: {
  rows: number;
  seed: number;
  soldShare?: number;
  noise?: number;
}): Comparable[] {
  const roll = seededRandom(seed);
  return Array.from({ length: rows }, (_, at) => {
    const [brand, level] = pick(labels, roll());
    const [category, base] = pick(kinds, roll());
    const [condition, wear] = pick(levels, roll());
    const state: PriceState = roll() < soldShare ? 'sold' : 'ask';
    const bell = roll() + roll() + roll() + roll() + roll() + roll() - 3;
    const price = base * level * wear * (state === 'ask' ? 1.33 : 1) * Math.exp(noise * Math.SQRT2 * bell);
    return {
      id: `m${seed}-${at}`,
      title: `${brand} ${category} no ${at % 7}`,
      brand,
      category,
      condition,
      price: Math.round(price),
      state,
      source: 'market',
    };
  });
}
