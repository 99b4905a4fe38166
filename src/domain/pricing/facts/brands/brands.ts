// Reads brands into one spelling each, from a brand field or from a title.

import { fold } from '../fold-text.ts';
import { brandTiers } from './brand-tiers.ts';

/** Other spellings that sellers use, folded. From general knowledge. A map, because an object also has a "constructor". */
// biome-ignore format: a table reads as a table
const aliases: ReadonlyMap<string, string> = new Map(Object.entries({
  'levi s': 'levis', 'levi': 'levis', 'levi strauss': 'levis', 'levi strauss co': 'levis', 'levis strauss': 'levis',
  'lulu': 'lululemon', 'lulu lemon': 'lululemon', 'lululemon athletica': 'lululemon',
  'lv': 'louis vuitton', 'vuitton': 'louis vuitton', 'louis vuiton': 'louis vuitton', 'louis v': 'louis vuitton',
  'ysl': 'saint laurent', 'yves saint laurent': 'saint laurent', 'st laurent': 'saint laurent',
  'christian dior': 'dior', 'd g': 'dolce gabbana', 'dolce and gabbana': 'dolce gabbana', 'dolce gabana': 'dolce gabbana',
  'louboutin': 'christian louboutin', 'louboutins': 'christian louboutin', 'ferragamo': 'salvatore ferragamo',
  'mcqueen': 'alexander mcqueen', 'margiela': 'maison margiela', 'maison martin margiela': 'maison margiela',
  'valentino garavani': 'valentino', 'zegna': 'ermenegildo zegna', 'tiffany co': 'tiffany',
  'mk': 'michael kors', 'michael michael kors': 'michael kors', 'kate spade new york': 'kate spade', 'ks': 'kate spade',
  'coach new york': 'coach', 'marc by marc jacobs': 'marc jacobs', 'dvf': 'diane von furstenberg',
  'ralph lauren polo': 'polo ralph lauren', 'polo by ralph lauren': 'polo ralph lauren', 'polo': 'polo ralph lauren', 'rl': 'ralph lauren',
  'lauren ralph lauren': 'ralph lauren', 'north face': 'the north face', 'tnf': 'the north face',
  'jcrew': 'j crew', 'j crew factory': 'j crew', 'hm': 'h m', 'h and m': 'h m', 'f21': 'forever 21', 'forever21': 'forever 21',
  'ae': 'american eagle', 'american eagle outfitters': 'american eagle', 'a f': 'abercrombie fitch', 'abercrombie': 'abercrombie fitch',
  'abercrombie and fitch': 'abercrombie fitch', 'seven for all mankind': '7 for all mankind', '7fam': '7 for all mankind', '7 jeans': '7 for all mankind',
  'ag adriano goldschmied': 'ag', 'adriano goldschmied': 'ag', 'ag jeans': 'ag', 'coh': 'citizens of humanity',
  'paige denim': 'paige', 'hudson jeans': 'hudson', 'frame denim': 'frame', 'mother denim': 'mother', 'redone': 're done',
  'rag and bone': 'rag bone', 'alice and olivia': 'alice olivia', 'all saints': 'allsaints', 'doc martens': 'dr martens', 'doc marten': 'dr martens', 'dr marten': 'dr martens',
  'uggs': 'ugg', 'ugg australia': 'ugg', 'hugo boss': 'hugo boss', 'boss hugo boss': 'hugo boss', 'boss by hugo boss': 'hugo boss', 'boss': 'hugo boss',
  'air jordan': 'jordan', 'nike air jordan': 'jordan', 'adidas originals': 'adidas', 'ann taylor loft': 'loft', 'whbm': 'white house black market',
  'vs': 'victorias secret', 'victoria secret': 'victorias secret', 'victorias secret pink': 'pink', 'fp': 'free people', 'fp movement': 'free people',
  'anthro': 'anthropologie', 'br': 'banana republic', 'l l bean': 'll bean', 'carhartt work in progress': 'carhartt wip', 'bathing ape': 'bape', 'a bathing ape': 'bape',
  'arc teryx': 'arcteryx', 'a p c': 'apc', 'ami paris': 'ami', 'cdg': 'comme des garcons', 'wrangler jeans': 'wrangler', 'true religion jeans': 'true religion',
  'tommy': 'tommy hilfiger', 'tommy jeans': 'tommy hilfiger', 'calvin klein jeans': 'calvin klein', 'ck': 'calvin klein',
}));

/** What people write, folded, where they don't know a brand. */
const noBrand: ReadonlySet<string> = new Set(['', 'n a', 'na', 'null', 'not sure', 'not known', 'dont know']);

/** The one spelling of a brand: "Levi's®", "LEVIS", and "Levi Strauss" are the same. An unknown brand keeps its folded name. */
export function readBrand(text: string): string | undefined {
  const folded = fold(text);
  return noBrand.has(folded) ? undefined : (aliases.get(folded) ?? folded);
}

/** Brands whose names are everyday words, which say nothing in a title. */
const everyday = new Set(
  'frame mother hudson paige theory vince boss express guess coach gap pink loft mango equipment rails target george justice champion lee boden sundry spell torrid buckle hunter brooks supreme cos ami ag unknown cider lucky fossil jordan puma alo everlane diesel polo ks mk ae vs br ck fp rl tommy lv levi'.split(
    ' ',
  ),
);

/**
 * Every known spelling of a brand, folded, with the brand. `isEveryday`: the spelling is an everyday word, which names the brand
 * only if it stands alone.
 */
export const knownSpellings: readonly { spelling: string; brand: string; isEveryday: boolean }[] = [
  ...new Set([...Object.values(brandTiers).flatMap((brands) => brands.split('|')), ...aliases.keys()]),
].map((spelling) => ({
  spelling,
  brand: aliases.get(spelling) ?? spelling,
  isEveryday: everyday.has(spelling) || spelling.length <= 2,
}));

const titleSpellings = knownSpellings
  .filter(({ isEveryday }) => !isEveryday)
  .map(({ spelling }) => spelling)
  .sort((one, other) => other.length - one.length || (one < other ? -1 : 1));
const byFirstWord = Map.groupBy(titleSpellings, (name) => name.split(' ')[0] ?? '');

/** The brand that a title names, unless it may be an everyday word. Of several names the longest wins. */
export function brandInTitle(title: string): string | undefined {
  const folded = fold(title);
  const padded = ` ${folded} `;
  const named = folded
    .split(' ')
    .flatMap((word) => byFirstWord.get(word) ?? [])
    .filter((name) => padded.includes(` ${name} `))
    .sort((one, other) => other.length - one.length)[0];
  return named === undefined ? undefined : (aliases.get(named) ?? named);
}
