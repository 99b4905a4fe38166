// Seeded random numbers.

/**
 * Scrambles 32 bits reversibly (`unmix32` undoes it). Ids look random but still encode their listing, so no table of a million
 * ids is needed.
 */
export function mix32(value: number): number {
  let h = value | 0;
  h ^= h >>> 16;
  h = Math.imul(h, 0x7feb352d);
  h ^= h >>> 15;
  h = Math.imul(h, 0x846ca68b);
  h ^= h >>> 16;
  return h >>> 0;
}

export function unmix32(value: number): number {
  let h = value | 0;
  h ^= h >>> 16;
  h = Math.imul(h, 0x43021123);
  h ^= (h >>> 15) ^ (h >>> 30);
  h = Math.imul(h, 0x1d69e2a5);
  h ^= h >>> 16;
  return h >>> 0;
}

/** A small random number generator (sfc32). The same seeds always give the same sequence. */
export type Dice = {
  /** A number in [0, 1). */
  next(): number;
  /** An integer between both bounds, inclusive. */
  int(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Picks by weight. If all weights are zero, picks the first item. */
  weighted<T>(list: readonly T[], weight: (item: T) => number): T;
  /** A standard normal number. */
  normal(): number;
};

export function dice(...seeds: number[]): Dice {
  let a = 0x9e3779b9;
  let b = 0x243f6a88;
  let c = 0xb7e15162;
  let counter = 1;
  for (const seed of seeds) {
    a = mix32(a ^ seed);
    b = mix32((b + seed) | 0);
    c = mix32((c ^ Math.imul(seed, 0x85ebca6b)) | 0);
  }
  const bits = () => {
    const t = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    return t >>> 0;
  };
  for (let warm = 0; warm < 6; warm += 1) bits();
  const next = () => bits() / 4294967296;
  const pick = <T>(list: readonly T[]): T => {
    const item = list[Math.floor(next() * list.length)];
    if (item === undefined) throw new Error('Nothing to pick from: the list is empty.');
    return item;
  };
  return {
    next,
    int: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (probability) => next() < probability,
    pick,
    weighted: (list, weight) => {
      let total = 0;
      for (const item of list) total += weight(item);
      let left = next() * total;
      for (const item of list) {
        left -= weight(item);
        if (left < 0) return item;
      }
      return pick(list.slice(0, 1));
    },
    normal: () => {
      const u = 1 - next();
      return Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * next());
    },
  };
}
