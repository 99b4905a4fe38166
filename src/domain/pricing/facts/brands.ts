import { brandTiers } from '../model/prior.ts';
import { fold } from './fold-text.ts';

/** Other ways in which sellers write a label, folded; general knowledge, not data. */
// biome-ignore format: a table reads as a table
const aliases: Readonly<Record<string, string>> = {
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
};

/** The one spelling of a label: "Levi's®", "LEVIS" and "Levi Strauss" are one. Labels never heard of keep their folded name. */
export function readBrand(text: string): string | undefined {
  const folded = fold(text);
  if (folded === '') return undefined;
  return aliases[folded] ?? folded;
}

/** Labels whose names are everyday words, and so say nothing inside a title. */
const everyday = new Set(
  'frame mother hudson paige theory vince boss express guess coach gap pink loft mango equipment rails target george justice champion lee boden sundry spell torrid buckle hunter brooks supreme cos ami ag unknown cider lucky fossil jordan puma alo everlane diesel polo ks mk ae vs br ck fp rl tommy lv levi'.split(
    ' ',
  ),
);

/**
 * Every spelling of a label we know, folded, with the one it stands for; `isEveryday` where it is a word that says nothing by
 * itself in the middle of others.
 */
export const knownLabels: readonly { spelling: string; brand: string; isEveryday: boolean }[] = [
  ...new Set([...brandTiers.flatMap(({ brands }) => brands.split('|')), ...Object.keys(aliases)]),
].map((spelling) => ({
  spelling,
  brand: aliases[spelling] ?? spelling,
  isEveryday: everyday.has(spelling) || spelling.length <= 2,
}));

const spoken = knownLabels
  .filter(({ isEveryday }) => !isEveryday)
  .map(({ spelling }) => spelling)
  .sort((one, other) => other.length - one.length || (one < other ? -1 : 1));
const byFirstWord = Map.groupBy(spoken, (name) => name.split(' ')[0] ?? '');

/** The label a title names, where it names one that cannot be an everyday word; the longest name wins. */
export function brandInTitle(title: string): string | undefined {
  const folded = fold(title);
  const padded = ` ${folded} `;
  const named = folded
    .split(' ')
    .flatMap((word) => byFirstWord.get(word) ?? [])
    .filter((name) => padded.includes(` ${name} `))
    .sort((one, other) => other.length - one.length)[0];
  return named === undefined ? undefined : (aliases[named] ?? named);
}
