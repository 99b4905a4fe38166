// Kinds of items: their names on screen, how texts name them, and what a listing is by its place in the catalog and its title.

import { fold } from './fold-text.ts';

/** Kinds of items that each have their own price level, under one name for all sources, with the names on screen. */
// biome-ignore format: a table reads as a table
const names = {
  jeans: 'Jeans', tee: 'T-shirt', top: 'Top', shirt: 'Shirt', sweater: 'Sweater', hoodie: 'Hoodie', dress: 'Dress', gown: 'Gown',
  skirt: 'Skirt', pants: 'Pants', leggings: 'Leggings', shorts: 'Shorts', jacket: 'Jacket', coat: 'Coat', blazer: 'Blazer',
  suit: 'Suit', jumpsuit: 'Jumpsuit', swimwear: 'Swimwear', underwear: 'Underwear', sneakers: 'Sneakers', boots: 'Boots',
  heels: 'Heels', sandals: 'Sandals', flats: 'Flats', shoes: 'Shoes', bag: 'Bag', clutch: 'Clutch', backpack: 'Backpack',
  luggage: 'Luggage', wallet: 'Wallet', jewelry: 'Jewelry', watch: 'Watch', sunglasses: 'Sunglasses', scarf: 'Scarf', belt: 'Belt',
  hat: 'Hat', gloves: 'Gloves', tie: 'Tie', accessory: 'Accessory',
};
export type Garment = keyof typeof names;

export const garments = Object.keys(names)
  .map((name) => name as Garment)
  .sort((one, other) => (names[one] < names[other] ? -1 : 1));

/** The name of a garment as it is shown. `readGarment` reads it back as the same garment. */
export const garmentName = (garment: Garment): string => names[garment];

// Singular phrases of one or two words. The first row that a text matches wins, so a name that can be part of another one comes
// after it ("shirt dress" is a dress, "ankle boots" are boots).
// biome-ignore format: a table reads as a table
const rows: readonly (readonly [Garment, string])[] = [
  ['jacket', 'jean jacket'],
  ['shorts', 'jean short'],
  ['skirt', 'jean skirt'],
  ['jeans', 'jean|denim pant|jegging'],
  ['sunglasses', 'sunglass|eyewear|eyeglass|glass'],
  ['swimwear', 'swim|swimwear|swimsuit|bikini|boardshort|trunk|beachwear'],
  ['underwear', 'bra|bralette|lingerie|underwear|pajama|pyjama|sleepwear|robe|sock|hosiery|tights|boxer|brief'],
  ['jumpsuit', 'jumpsuit|romper|overall|playsuit'],
  ['gown', 'gown|wedding dress|prom dress'],
  ['dress', 'dress|sundress'],
  ['skirt', 'skirt|skort'],
  ['sneakers', 'sneaker|trainer|tennis shoe|running shoe|athletic shoe'],
  ['boots', 'boot|bootie|booty'],
  ['heels', 'heel|pump|stiletto|wedge|platform'],
  ['sandals', 'sandal|flip flop|slide|espadrille|mule|clog'],
  ['flats', 'flat|loafer|moccasin|ballerina|oxford|lace up|boat shoe|slipper'],
  ['shoes', 'shoe|footwear'],
  ['luggage', 'luggage|suitcase|duffel|duffle|travel bag|weekender'],
  ['backpack', 'backpack|rucksack'],
  ['clutch', 'clutch|pouch|wristlet'],
  ['wallet', 'wallet|card holder|cardholder|card case|small leather|key ring|keyring|coin purse'],
  ['bag', 'bag|handbag|tote|crossbody|satchel|hobo|messenger|purse|briefcase'],
  ['watch', 'watch'],
  ['jewelry', 'jewelry|jewellery|necklace|bracelet|earring|ring|brooch|pendant|cufflink|bangle'],
  ['scarf', 'scarf|scarves|shawl|stole|silk square'],
  ['belt', 'belt'],
  ['hat', 'hat|cap|beanie|beret|headwear'],
  ['gloves', 'glove|mitten'],
  ['tie', 'tie|bowtie|pocket square'],
  ['leggings', 'legging|yoga pant|active pant'],
  ['blazer', 'blazer|sport coat|suit jacket'],
  ['suit', 'suit|tuxedo'],
  ['coat', 'coat|trench|parka|peacoat|overcoat|puffer|fur'],
  ['jacket', 'jacket|outerwear|windbreaker|vest|cape|poncho|bomber|raincoat'],
  ['hoodie', 'hoodie|hoody|sweatshirt|fleece|tracksuit'],
  ['sweater', 'sweater|cardigan|pullover|jumper|knitwear|turtleneck|knit'],
  ['shorts', 'short|bermuda|cutoff'],
  ['pants', 'pant|trouser|chino|khaki|jogger|slack|sweatpant|cargo|culotte'],
  ['tee', 't shirt|tee|tshirt|tank|cami|camisole|singlet'],
  ['shirt', 'shirt|button down|button up|polo|flannel'],
  ['top', 'top|blouse|tunic|bodysuit|corset|bustier'],
  ['accessory', 'accessory|accessorie'],
];

/**
 * Kinds that a photo shows by a wider name. The classifier knows no jeans, coats, or sweaters: it was taught to call them pants,
 * outerwear, and long sleeves.
 */
const below: Readonly<Partial<Record<Garment, readonly Garment[]>>> = {
  pants: ['jeans', 'leggings'],
  jacket: ['coat'],
  top: ['sweater'],
  dress: ['gown'],
  shoes: ['sneakers', 'boots', 'heels', 'sandals', 'flats'],
};

export const kindsBelow = (garment: Garment): readonly Garment[] => below[garment] ?? [];

const above = new Map(
  Object.entries(below).flatMap(([wide, kinds]) =>
    kinds.map((kind): [Garment, string] => [kind, wide.replace(/s$/, '')]),
  ),
);

/** Whether words also name the next wider kind: a puffer jacket is a coat that sellers call a jacket. */
export function nameKindAbove(words: readonly string[], garment: Garment): boolean {
  const wide = above.get(garment);
  return wide !== undefined && [wide, `${wide}s`, `${wide}es`].some((name) => words.includes(name));
}

/** The kinds that a name means: jeans and other pants look alike on a photo, and "shoes" names no type of shoe. */
export const kindsMeant = (garment: Garment, isSeen: boolean): readonly Garment[] =>
  isSeen || garment === 'shoes' ? [garment, ...kindsBelow(garment)] : [garment];

/** Whether something of this kind may be what a photo shows, if it shows one of these. */
export const mayBeOneOf = (kinds: readonly Garment[], garment: Garment | undefined): boolean =>
  garment !== undefined && kinds.some((kind) => kind === garment || kindsBelow(kind).includes(garment));

const widest = new Map<Garment, string>(
  Object.entries(below).flatMap(([wide, kinds]) =>
    [...kinds, wide as Garment].map((kind): [Garment, string] => [kind, wide]),
  ),
);

/** The widest kind that this one belongs to: jeans are pants, and sneakers are shoes. None for a kind that stands alone. */
export const widestKind = (garment: Garment): string | undefined => widest.get(garment);

/** Kinds that sellers and buyers see as one group. Within a group, items get about as many likes. */
const groups: readonly (readonly Garment[])[] = [
  ['jeans', 'pants', 'leggings', 'shorts', 'skirt'],
  ['tee', 'top', 'shirt', 'sweater', 'hoodie'],
  ['dress', 'gown', 'jumpsuit'],
  ['jacket', 'coat', 'blazer', 'suit'],
  ['sneakers', 'boots', 'heels', 'sandals', 'flats', 'shoes'],
  ['bag', 'clutch', 'backpack', 'luggage', 'wallet'],
  ['jewelry', 'watch', 'sunglasses'],
  ['scarf', 'belt', 'hat', 'gloves', 'tie', 'accessory'],
  ['swimwear', 'underwear'],
];
const groupOf = new Map(groups.flatMap((group) => group.map((garment) => [garment, group] as const)));

export const kindsLike = (garment: Garment): readonly Garment[] => groupOf.get(garment) ?? [garment];

const rankOf = new Map(
  rows.flatMap(([, phrases], rank) => phrases.split('|').map((phrase) => [phrase, rank] as const)),
);

/** Names that only describe when one of these words follows: a short sleeve is no pair of shorts, and a dress shirt is no dress. */
const describes = new Map<string, ReadonlySet<string>>([
  ['short', new Set(['sleeve', 'sleeves', 'sleeved', 'length'])],
  ['cap', new Set(['sleeve', 'sleeves', 'sleeved', 'toe'])],
  ['flat', new Set(['front'])],
  ['boot', new Set(['cut'])],
  ['dress', new Set(['shirt', 'shirts', 'pant', 'pants', 'slacks', 'trousers', 'shoe', 'shoes', 'coat'])],
  ['tie', new Set(['dye', 'dyed', 'front', 'waist', 'neck', 'back', 'strap', 'straps', 'sleeve', 'sleeves'])],
  ['ring', new Set(['spun'])],
  ['watch', new Set(['plaid'])],
]);

/** The garments that a folded text names, as ranks of `rows` in the order of its words. */
function ranksIn(folded: string): number[] {
  const words = folded.split(' ');
  const ranks: number[] = [];
  words.forEach((word, at) => {
    if (describes.get(word)?.has(words[at + 1] ?? '')) return;
    const before = at === 0 ? '' : `${words[at - 1]} `;
    for (const form of forms(word))
      for (const rank of [rankOf.get(form), rankOf.get(before + form)]) if (rank !== undefined) ranks.push(rank);
  });
  return ranks;
}

/** The garment that a folded text names; undefined if it names none that we know. */
export const readGarment = (folded: string): Garment | undefined =>
  rows[Math.min(...ranksIn(folded), rows.length)]?.[0];

/** All garments that a folded text names, in its order: a category may be called "Pants & Jumpsuits". */
const readGarments = (folded: string): Garment[] => [
  ...new Set(ranksIn(folded).flatMap((rank) => rows[rank]?.[0] ?? [])),
];

/** A word as written, and the singulars that it may be a plural of. */
const forms = (word: string): string[] =>
  word.endsWith('es')
    ? [word, word.slice(0, -1), word.slice(0, -2)]
    : word.endsWith('s')
      ? [word, word.slice(0, -1)]
      : [word];

/** A listing's category and title. `kind`: what it is in plain words. */
export type Placed = {
  category?: string | null | undefined;
  subcategory?: string | null | undefined;
  kind?: string | null | undefined;
  title?: string | null | undefined;
};

/** What a category of this name holds, if that is not simply its group of kinds. */
const holds: Readonly<Partial<Record<Garment, readonly Garment[]>>> = {
  pants: ['pants', 'jeans', 'leggings', 'jumpsuit', 'suit'],
  jeans: ['jeans', 'jumpsuit'],
  leggings: ['leggings'],
  shorts: ['shorts', 'skirt'],
  skirt: ['skirt'],
  jumpsuit: ['jumpsuit'],
};

const canHold = (category: Garment, garment: Garment): boolean =>
  category === 'accessory' || (holds[category] ?? kindsLike(category)).includes(garment);

/**
 * What a listing is. Names of subcategories mislead without their category: "Boot Cut" is under Jeans, "Dress" under Pants,
 * "Cargos" under Shorts, "Tees - Short Sleeve" under Shirts.
 */
export function garmentOf({ category, subcategory, kind, title }: Placed): Garment | undefined {
  const placed = garmentOfPlace(category, subcategory, title);
  if (placed !== undefined && placed !== 'accessory') return placed;
  const named = [kind, title].map((text) => readGarment(fold(text ?? '')));
  return named.find((garment) => garment !== undefined && garment !== 'accessory') ?? placed ?? named.find(Boolean);
}

function garmentOfPlace(
  category: Placed['category'],
  subcategory: Placed['subcategory'],
  title: Placed['title'],
): Garment | undefined {
  const wide = readGarments(fold(category ?? ''));
  const narrow = readGarment(fold(subcategory ?? ''));
  const fits = (garment: Garment | undefined) => garment !== undefined && wide.some((held) => canHold(held, garment));
  if (wide.length === 0 || fits(narrow)) return narrow;
  if (wide.length === 1) return wide[0];
  const named = readGarment(fold(title ?? ''));
  return fits(named) ? named : wide[0];
}
