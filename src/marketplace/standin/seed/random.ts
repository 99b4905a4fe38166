// Seeded random numbers, and the ids and names that are made of them: ids have the marketplace's format, and can be decoded again.

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

function unmix32(value: number): number {
  let h = value | 0;
  h ^= h >>> 16;
  h = Math.imul(h, 0x43021123);
  h ^= (h >>> 15) ^ (h >>> 30);
  h = Math.imul(h, 0x1d69e2a5);
  h ^= h >>> 16;
  return h >>> 0;
}

export type Dice = ReturnType<typeof dice>;

/** A small random number generator (sfc32). The same seeds always give the same sequence. */
export function dice(...seeds: number[]) {
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
  /** A number in [0, 1). */
  const next = (): number => bits() / 4294967296;
  const pick = <T>(list: readonly T[]): T => {
    const item = list[Math.floor(next() * list.length)];
    if (item === undefined) throw new Error('Nothing to pick from: the list is empty.');
    return item;
  };
  return {
    next,
    /** An integer between both bounds, inclusive. */
    int: (low: number, high: number): number => low + Math.floor(next() * (high - low + 1)),
    chance: (probability: number): boolean => next() < probability,
    pick,
    /** Picks by weight. If all weights are zero, picks the first item. */
    weighted<T>(list: readonly T[], weight: (item: T) => number): T {
      let total = 0;
      for (const item of list) total += weight(item);
      let left = next() * total;
      for (const item of list) {
        left -= weight(item);
        if (left < 0) return item;
      }
      return pick(list.slice(0, 1));
    },
    /** A standard normal number. */
    normal(): number {
      const u = 1 - next();
      return Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * next());
    },
  };
}

/** Index reserved for the account itself. */
const selfIndex = 0xffff;

export const hex8 = (value: number) => (value >>> 0).toString(16).padStart(8, '0');

/**
 * Ids in the marketplace's format: 24 hex digits, of which the first 8 are the time of creation in Unix seconds. The other 16
 * encode account, listing, and picture, scrambled reversibly.
 */
export type IdKey = number;

type Position = { serial: number; index: number; picture: number };

export function idKey(seed: number): IdKey {
  return mix32(seed ^ 0x5eed5eed);
}

/** The id of a listing (picture 0) or of one of its pictures (1 and up). */
export function listingId(key: IdKey, bornMs: number, position: Position): string {
  const account = mix32(position.serial ^ key);
  return (
    hex8(Math.floor(bornMs / 1000)) + hex8(account) + hex8(mix32(position.index | (position.picture << 16)) ^ account)
  );
}

export function accountId(key: IdKey, bornMs: number, serial: number): string {
  return listingId(key, bornMs, { serial, index: selfIndex, picture: 0 });
}

/** Decodes an id, or returns null if the text is not an id. What it points to may not exist. */
export function positionOf(key: IdKey, id: string): Position | null {
  if (id.length !== 24) return null;
  const account = Number.parseInt(id.slice(8, 16), 16);
  const rest = Number.parseInt(id.slice(16), 16);
  if (Number.isNaN(account) || Number.isNaN(rest)) return null;
  const inner = unmix32((rest ^ account) >>> 0);
  return { serial: (unmix32(account) ^ key) >>> 0, index: inner & 0xffff, picture: inner >>> 16 };
}

/** Ids of the fixed catalog (departments, categories, subcategories). */
export function catalogId(number: number): string {
  return `${number.toString(16).padStart(4, '0')}8975d97b4e80ef00a955`;
}

const firstNames =
  `Maya Jo Rosa Ines Tess Noor Beth Kim Ana Ruth Lena Cora Dana Faye Gwen Hana Isla June Kaia Lucy Mina Nell Opal
  Pia Quinn Rae Sam Theo Uma Vera Wes Yara`.split(/\s+/);
const lastNames =
  `Alder Brook Calder Dale Ellis Frost Grove Hollis Ivers Jarvis Keene Lowe Marsh Nash Orr Pace Quill Reed Shaw
  Tate Usher Vance Wilde Yates`.split(/\s+/);
const adjectives =
  `amber birch cedar clover coral dusty ember fern golden hazel indigo juniper linen maple meadow misty olive opal
  paper pepper quiet river rosy sage silver sunny thrifty velvet willow winter`.split(/\s+/);
const nouns =
  'closet threads attic hanger rack wardrobe finds stitch seam loft trunk drawer button pocket cuff hem'.split(' ');

/** A seller's name. The serial number makes the handle unique. */
export function personOf(seed: number, serial: number) {
  const roll = dice(seed, serial, 0x9e0917);
  return {
    handle: `${roll.pick(adjectives)}_${roll.pick(nouns)}_${serial}`,
    fullName: `${roll.pick(firstNames)} ${roll.pick(lastNames)}`,
  };
}
