// Brand table for seeded listings: which garments each brand makes and at what price level.

import type { DepartmentName, Kind } from './catalog.ts';

/** A real brand and what it makes. `level` multiplies an average price (0.4 budget, 20 couture). */
export type Brand = {
  id: string;
  name: string;
  slug: string;
  level: number;
  /** How common it is in closets. */
  weight: number;
  departments: readonly DepartmentName[];
  kinds: readonly Kind[];
  /** Names of lines and cuts used in titles, by kind. After a bar comes the only drawing that fits the line. */
  lines: Partial<Record<Kind, readonly string[]>>;
};

const W = ['Women'] as const;
const M = ['Men'] as const;
const K = ['Kids'] as const;
const WM = ['Women', 'Men'] as const;
const WMK = ['Women', 'Men', 'Kids'] as const;

const clothes = ['top', 'knit', 'dress', 'skirt', 'pants', 'shorts', 'outer', 'denim'] as const;
const sport = ['top', 'shorts', 'pants', 'outer', 'active'] as const;

type Row = [
  name: string,
  level: number,
  weight: number,
  departments: readonly DepartmentName[],
  kinds: readonly Kind[],
  lines?: Brand['lines'],
];

// biome-ignore format: a table reads as a table
const rows: readonly Row[] = [
  ["Levi's", 1.1, 30, WMK, ['denim', 'shorts', 'outer', 'skirt'], { denim: ['501', '501', '501', '501', 'Ribcage', 'Wedgie', '505', '721 High Rise', '550'], outer: ['Trucker|jacket', 'Sherpa Trucker|jacket'], shorts: ['501|shorts'] }],
  ['Madewell', 1.35, 10, W, [...clothes, 'shoes', 'bag'], { denim: ['Perfect Vintage', 'Roadtripper', 'Cali Demi-Boot'], bag: ['Transport|tote', 'Abroad|crossbody'] }],
  ['J. Crew', 0.95, 10, WM, [...clothes, 'shoes', 'suit'], { suit: ['Ludlow'], outer: ['Icon|coat', 'Schoolboy|blazer'], pants: ['Cameron|pants'], knit: ['Tippi|sweater', 'Jackie|cardigan'] }],
  ['Free People', 1.35, 9, W, ['top', 'knit', 'dress', 'skirt', 'pants', 'denim'], { dress: ['Adella', 'Intimately'], knit: ['Ottoman|sweater'], top: ['We The Free|tee', 'We The Free|blouse'] }],
  ['Anthropologie', 1.4, 8, W, ['top', 'knit', 'dress', 'skirt', 'outer'], { dress: ['Somerset', 'Maeve'], top: ['Pilcro|shirt', 'Maeve|blouse'] }],
  ['lululemon athletica', 1.7, 10, WM, sport, { pants: ['Align|leggings', 'Wunder Under|leggings', 'ABC|joggers'], shorts: ['Hotty Hot|gymshorts', 'Speed Up|gymshorts'], top: ['Scuba|hoodie', 'Swiftly Tech|tee'], outer: ['Pack It|puffer'] }],
  ['Nike', 1, 10, WMK, [...sport, 'shoes'], { shoes: ['Air Max 90|sneakers', 'Air Force 1|sneakers', 'Pegasus|sneakers', 'Dunk Low|sneakers'], top: ['Dri-FIT|tee', 'Tech Fleece|hoodie'], outer: ['Windrunner|windbreaker'] }],
  ['adidas', 0.9, 7, WMK, [...sport, 'shoes'], { shoes: ['Samba|sneakers', 'Gazelle|sneakers', 'Ultraboost|sneakers', 'Stan Smith|sneakers'], outer: ['Firebird|windbreaker'] }],
  ['Patagonia', 1.8, 6, WMK, ['top', 'knit', 'outer', 'shorts', 'pants', 'active'], { outer: ['Nano Puff|puffer', 'Down Sweater|puffer', 'Torrentshell|windbreaker', 'Houdini|windbreaker'], knit: ['Better Sweater|sweater'], shorts: ['Baggies|gymshorts'], top: ['P-6 Logo|tee', 'Capilene|tee'] }],
  ['The North Face', 1.6, 6, WMK, ['top', 'outer', 'active'], { outer: ['Nuptse|puffer', 'ThermoBall|puffer', 'Apex Bionic|windbreaker'] }],
  ['Ralph Lauren', 1.15, 8, WMK, ['top', 'knit', 'dress', 'pants', 'outer', 'suit'], { top: ['Oxford|shirt', 'Big Pony|polo'], knit: ['Cable Knit|sweater'] }],
  ['Gap', 0.6, 8, WMK, clothes, { denim: ['Cheeky'], outer: ['Icon|jacket'] }],
  ['Old Navy', 0.4, 7, WMK, clothes, { denim: ['OG Loose'], pants: ['Pixie|pants'] }],
  ['Banana Republic', 0.75, 7, WM, [...clothes, 'suit'], { pants: ['Sloan|pants'] }],
  ['Zara', 0.75, 9, WMK, [...clothes, 'shoes', 'bag'], {}],
  ['H&M', 0.45, 7, WMK, clothes, {}],
  ['American Eagle', 0.55, 6, WM, ['denim', 'top', 'knit', 'shorts'], { denim: ['Mom Jean', 'AirFlex'] }],
  ['Abercrombie & Fitch', 1, 5, WM, ['denim', 'top', 'knit', 'outer', 'dress', 'shorts'], { denim: ['90s Straight', 'Curve Love'] }],
  ['Everlane', 1, 5, WM, ['denim', 'top', 'knit', 'dress', 'pants', 'outer', 'shoes'], { denim: ['Way-High'], shoes: ['Day Glove|loafers'] }],
  ['Reformation', 2.4, 3, W, ['dress', 'top', 'skirt', 'denim'], { dress: ['Juliette', 'Kastoria'] }],
  ['Theory', 1.9, 4, WM, ['top', 'knit', 'dress', 'pants', 'outer', 'suit'], { outer: ['Etiennette|blazer'], pants: ['Treeca|pants'] }],
  ['Vince', 1.8, 3, WM, ['top', 'knit', 'dress', 'pants', 'shoes'], { knit: ['Boiled Cashmere|sweater'], shoes: ['Warren|sneakers'] }],
  ['Eileen Fisher', 1.5, 4, W, ['top', 'knit', 'dress', 'pants', 'skirt'], { top: ['System|blouse'] }],
  ['Ann Taylor', 0.7, 6, W, ['top', 'knit', 'dress', 'pants', 'skirt', 'outer'], {}],
  ['LOFT', 0.55, 6, W, ['top', 'knit', 'dress', 'pants', 'skirt', 'shorts'], {}],
  ['Lilly Pulitzer', 1.45, 3, ['Women', 'Kids'], ['dress', 'top', 'skirt', 'shorts'], { dress: ['Shift'] }],
  ['AG Adriano Goldschmied', 1.3, 3, WM, ['denim', 'pants'], { denim: ['Farrah', 'Prima', 'Graduate'] }],
  ['7 For All Mankind', 1, 4, WM, ['denim'], { denim: ['Josefina', 'Dojo'] }],
  ['Citizens of Humanity', 1.3, 3, W, ['denim'], { denim: ['Rocket', 'Emerson'] }],
  ['AGOLDE', 2.2, 2, W, ['denim', 'shorts'], { denim: ["90's Pinch Waist", 'Riley'], shorts: ['Parker|shorts'] }],
  ['Mother', 2, 2, W, ['denim'], { denim: ['The Looker', 'The Rambler'] }],
  ['Carhartt', 1.1, 4, WM, ['outer', 'top', 'pants', 'denim', 'active'], { outer: ['Detroit|jacket'], top: ['Pocket|tee'], pants: ['Double Knee|pants'] }],
  ['Pendleton', 1.3, 2, WM, ['top', 'knit', 'outer', 'accessory'], { top: ['Board|shirt'], outer: ['49er|jacket'] }],
  ['Columbia', 0.7, 4, WMK, ['outer', 'top', 'shorts', 'active'], { outer: ['Powder Lite|puffer', 'Flash Forward|windbreaker'] }],
  ['Burberry', 5.5, 1.5, WM, ['outer', 'accessory', 'top', 'bag', 'knit'], { outer: ['Kensington|coat', 'Brit|coat'], accessory: ['Nova Check|scarf'] }],
  ['Coach', 1.9, 7, W, ['bag', 'accessory', 'shoes'], { bag: ['Willow', 'Tabby|crossbody', 'Rogue|tote', 'Court|crossbody'] }],
  ['Kate Spade', 1.5, 6, W, ['bag', 'dress', 'accessory', 'jewelry'], { bag: ['Cameron Street', 'Knott'] }],
  ['Michael Kors', 1.1, 6, W, ['bag', 'shoes', 'dress', 'accessory'], { bag: ['Jet Set|tote', 'Mercer|tote'] }],
  ['Tory Burch', 1.8, 4, W, ['bag', 'shoes', 'dress', 'top', 'jewelry'], { shoes: ['Reva|loafers', 'Miller|sandals'], bag: ['Robinson|tote', 'Kira|crossbody'] }],
  ['Dooney & Bourke', 1.2, 3, W, ['bag'], { bag: ['Alto', 'Florentine'] }],
  ['Louis Vuitton', 11, 1.2, W, ['bag', 'accessory'], { bag: ['Neverfull MM|tote', 'Speedy 30|tote', 'Pochette|crossbody'] }],
  ['Gucci', 9, 1, WM, ['bag', 'shoes', 'accessory'], { bag: ['Marmont|crossbody', 'Soho Disco|crossbody'], shoes: ['Horsebit|loafers'] }],
  ['Frye', 1.7, 3, WM, ['shoes', 'bag'], { shoes: ['Campus|boots', 'Melissa|boots', 'Harness|boots'] }],
  ['Dr. Martens', 1.5, 4, WM, ['shoes'], { shoes: ['1460|boots', 'Jadon|boots', '2976 Chelsea|boots'] }],
  ['UGG', 1.1, 4, WMK, ['shoes'], { shoes: ['Classic Short|boots', 'Neumel|boots'] }],
  ['Birkenstock', 1.1, 3, WM, ['shoes'], { shoes: ['Arizona|sandals', 'Gizeh|sandals'] }],
  ['Converse', 0.75, 4, WMK, ['shoes'], { shoes: ['Chuck 70|sneakers', 'All Star Hi|sneakers'] }],
  ['Vans', 0.7, 3, WMK, ['shoes', 'top', 'active'], { shoes: ['Old Skool|sneakers', 'Sk8-Hi|sneakers'] }],
  ['New Balance', 1.1, 4, WMK, ['shoes'], { shoes: ['990v5|sneakers', '574|sneakers', '327|sneakers'] }],
  ['Sam Edelman', 0.95, 4, W, ['shoes'], { shoes: ['Petty|boots', 'Loraine|loafers', 'Hazel|heels'] }],
  ['Steve Madden', 0.7, 5, W, ['shoes', 'bag'], { shoes: ['Irenee|sandals', 'Carrson|heels'] }],
  ['Cole Haan', 1, 3, WM, ['shoes'], { shoes: ['ZeroGrand|sneakers', 'Pinch|loafers'] }],
  ['Allbirds', 0.9, 2, WM, ['shoes'], { shoes: ['Wool Runner|sneakers', 'Tree Dasher|sneakers'] }],
  ['Brooks Brothers', 1, 3, M, ['top', 'suit', 'knit', 'pants'], { top: ['Regent Fit|shirt'], suit: ['Madison'] }],
  ['Vineyard Vines', 1.1, 3, ['Men', 'Kids'], ['top', 'shorts', 'knit', 'pants'], { top: ['Whale|tee'], knit: ['Shep|sweater'] }],
  ['Bonobos', 1, 3, M, ['pants', 'top', 'suit', 'shorts'], { pants: ['Washed|pants'], suit: ['Jetsetter'] }],
  ['Tommy Bahama', 1, 3, M, ['top', 'shorts', 'knit'], { top: ['Silk Camp|shirt'] }],
  ['Hugo Boss', 1.7, 2, M, ['suit', 'top', 'pants', 'knit', 'shoes'], {}],
  ['Ray-Ban', 1.9, 2, WM, ['accessory'], { accessory: ['Wayfarer|sunglasses', 'Clubmaster|sunglasses'] }],
  ['Kendra Scott', 1, 3, W, ['jewelry'], { jewelry: ['Elisa', 'Rae'] }],
  ['Pandora', 1.1, 2, W, ['jewelry'], {}],
  ['Hanna Andersson', 1.4, 4, K, ['top', 'dress', 'swim', 'outer'], { swim: ['Organic Cotton'] }],
  ["Carter's", 0.5, 4, K, ['top', 'dress', 'swim'], {}],
  ['Mini Boden', 1.3, 3, K, ['top', 'dress', 'outer'], {}],
  ['Janie and Jack', 1.3, 2, K, ['top', 'dress', 'outer'], {}],
];

const brands: readonly Brand[] = rows.map(([name, level, weight, departments, kinds, lines]) => ({
  id: `br_${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '')}`,
  name,
  slug: name.replaceAll('&', '%26').replaceAll(' ', '_'),
  level,
  weight,
  departments,
  kinds,
  lines: lines ?? {},
}));

const byNameLower = new Map(brands.map((brand) => [brand.name.toLowerCase(), brand]));
const shelves = new Map<string, readonly Brand[]>();

export const brandNamed = (name: string) => byNameLower.get(name.toLowerCase());

/** The brands that make this kind for this department. */
export function brandsFor(department: DepartmentName, kind: Kind): readonly Brand[] {
  const key = `${department} ${kind}`;
  let shelf = shelves.get(key);
  if (shelf === undefined) {
    shelf = brands.filter((brand) => brand.departments.includes(department) && brand.kinds.includes(kind));
    shelves.set(key, shelf);
  }
  return shelf;
}
