// Brands: their tiers, the one spelling of each from a brand field or a title, and how screens write them.

import { fold } from './fold-text.ts';

/**
 * Names are folded: lower case, no punctuation. The tiers run from the most expensive to the cheapest. From general knowledge.
 */
// biome-ignore format: a table reads as a table
export const brandTiers = {
  topLuxury: 'hermes',
  grandLuxury: 'chanel|loro piana|brunello cucinelli|the row|goyard',
  highLuxury: 'louis vuitton|dior|christian dior|bottega veneta|celine|kiton|rolex|cartier|van cleef arpels',
  luxury: 'gucci|prada|saint laurent|yves saint laurent|fendi|balenciaga|loewe|valentino|valentino garavani|givenchy|christian louboutin|tom ford|alexander mcqueen|moncler|chloe|brioni|alaia|rick owens|off white|balmain|chrome hearts|zimmermann|oscar de la renta',
  accessibleLuxury: 'burberry|versace|dolce gabbana|jimmy choo|manolo blahnik|miu miu|lanvin|salvatore ferragamo|ermenegildo zegna|zegna|tods|mulberry|jil sander|maison margiela|maison martin margiela|canada goose|amiri|isabel marant|stella mccartney|jacquemus|roger vivier|gianvito rossi|aquazzura|johanna ortiz|marni|acne studios|dries van noten|stone island|tiffany|tiffany co|tumi|golden goose|fear of god',
  designer: 'proenza schouler|3 1 phillip lim|alexander wang|helmut lang|kenzo|missoni|etro|moschino|vivienne westwood|hugo boss|boss|sandro|maje|ami|common projects|arcteryx|ulla johnson|self portrait|reformation|farm rio|doen|staud|frye|red wing|kapital|visvim|gallery dept|anine bing|veronica beard|nanushka|ganni|apc|mackage|true religion|evisu|robert graham|supreme|bape|stuart weitzman|mansur gavriel|by far|love shack fancy|loveshackfancy|diane von furstenberg|ferragamo',
  premium: 'coach|kate spade|tory burch|michael kors|marc jacobs|rebecca minkoff|rag bone|theory|vince|alice olivia|equipment|joie|ag|ag adriano goldschmied|7 for all mankind|citizens of humanity|paige|frame|mother|agolde|re done|j brand|hudson|current elliott|good american|lululemon|lululemon athletica|patagonia|the north face|sezane|barbour|filson|ugg|birkenstock|dr martens|cole haan|allen edmonds|johnnie o|peter millar|vineyard vines|lilly pulitzer|st john|eileen fisher|alo yoga|alo|levis vintage clothing|rails|longchamp|furla|tommy bahama|jordan|air jordan|yeezy|nudie jeans|diesel|spanx|cinq a sept|ted baker|all saints|allsaints|cos|schott|carhartt wip|david yurman|pandora|ray ban|oakley',
  upperMid: 'free people|anthropologie|madewell|levis|levi strauss|nike|adidas|athleta|vuori|outdoor voices|lucky brand|ralph lauren|polo ralph lauren|polo by ralph lauren|lacoste|brooks brothers|bonobos|everlane|aritzia|wilfred|babaton|johnny was|boden|hobbs|sundry|sorel|clarks|hunter|steve madden|sam edelman|dooney bourke|vera bradley|brahmin|columbia|under armour|carhartt|wrangler|pendleton|new balance|vans|converse|hoka|on running|brooks|asics|salomon|teva|merrell|timberland|spell|urban outfitters|bdg|house of cb|express men|torrid|lane bryant|tommy hilfiger|calvin klein|nautica|guess|buckle|miss me|silver jeans|rock revival|affliction|volcom|hurley|billabong|quiksilver|rvca|champion|fossil|swarovski',
  mid: 'j crew|banana republic|ann taylor|white house black market|chicos|talbots|express|zara|massimo dutti|mango|topshop|asos|h m studio|american eagle|american eagle outfitters|aerie|hollister|abercrombie fitch|abercrombie|uniqlo|dkny|nine west|jessica simpson|vince camuto|bcbg|bcbgmaxazria|bcbgeneration|tahari|calvin klein performance|modcloth|nic zoe|lands end|ll bean|l l bean|eddie bauer|gymshark|fabletics|victorias secret|pink|puma|reebok|dockers|lee|kut from the kloth|max studio|cabi|lularoe|skechers|crocs|toms',
  budget: 'gap|loft|ann taylor loft|new york company|h m|hm|forever 21|old navy|nasty gal|boohoo|prettylittlething|windsor|charlotte russe|francescas|maurices|rue 21|pacsun|aeropostale|arizona|a new day|universal thread|target|merona|mossimo|wild fable|xhilaration|cato|croft barrow|sonoma|lc lauren conrad|apt 9|simply vera|nine west kohls|worthington|st johns bay|liz claiborne|jaclyn smith|kim rogers|chaps|george|time and tru|faded glory|no boundaries|shein|romwe|fashion nova|primark|temu|cider|unbranded|no brand|unknown|carters|childrens place|garanimals|cat jack|justice|gymboree|oshkosh',
} as const;

export type BrandTier = keyof typeof brandTiers;

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

/** Brands whose names are written in another way than with a capital letter for each word. From general knowledge. */
// biome-ignore format: a table reads as a table
const written: ReadonlyMap<string, string> = new Map(Object.entries({
  levis: 'Levi’s', 'h m': 'H&M', 'j crew': 'J.Crew', 'll bean': 'L.L.Bean', 'dolce gabbana': 'Dolce & Gabbana', 'rag bone': 'rag & bone',
  'alice olivia': 'alice + olivia', 'abercrombie fitch': 'Abercrombie & Fitch', 'victorias secret': 'Victoria’s Secret', 'dr martens': 'Dr. Martens',
  allsaints: 'AllSaints', 'tiffany': 'Tiffany & Co.', 'st john': 'St. John', 'j jill': 'J.Jill', 'a n a': 'a.n.a', 'jbrand': 'J Brand', 'arcteryx': 'Arc’teryx',
  'chicos': 'Chico’s', 'kohls': 'Kohl’s', 'carters': 'Carter’s', 'lands end': 'Lands’ End', 'tods': 'Tod’s', 'childrens place': 'The Children’s Place',
  'van cleef arpels': 'Van Cleef & Arpels', 'steve madden': 'Steve Madden', 'comme des garcons': 'Comme des Garçons', ugg: 'UGG', bape: 'BAPE', dkny: 'DKNY', lee: 'Lee', alo: 'Alo', bcbg: 'BCBG',
  'loveshackfancy': 'LoveShackFancy', 'love shack fancy': 'LoveShackFancy', 'true religion': 'True Religion', 'lululemon': 'lululemon', 'apc': 'A.P.C.',
  'st johns bay': 'St. John’s Bay', '7 for all mankind': '7 For All Mankind', 'hermes': 'Hermès', 'chloe': 'Chloé', 're done': 'RE/DONE', 'doen': 'Dôen',
  loft: 'LOFT', adidas: 'adidas', 'ray ban': 'Ray-Ban', '3 1 phillip lim': '3.1 Phillip Lim', 'farm rio': 'FARM Rio', 'cat jack': 'Cat & Jack', 'nic zoe': 'NIC + ZOE',
  'rue 21': 'rue21', 'apt 9': 'Apt. 9', 'diane von furstenberg': 'Diane von Furstenberg', 'alexander mcqueen': 'Alexander McQueen',
  'stella mccartney': 'Stella McCartney', rvca: 'RVCA', asos: 'ASOS', 'h m studio': 'H&M Studio', bcbgmaxazria: 'BCBGMAXAZRIA', bcbgeneration: 'BCBGeneration',
  'dooney bourke': 'Dooney & Bourke', 'current elliott': 'Current/Elliott', 'new york company': 'New York & Company', 'croft barrow': 'Croft & Barrow', agolde: 'AGOLDE',
  lularoe: 'LuLaRoe', oshkosh: 'OshKosh', pacsun: 'PacSun', modcloth: 'ModCloth', 'levis vintage clothing': 'Levi’s Vintage Clothing', francescas: 'Francesca’s',
  'off white': 'Off-White', toms: 'TOMS', hoka: 'HOKA',
}));

/** Short words that are initials even in a longer name. */
const initials = new Set(['ag', 'cb', 'kut', 'lc', 'nyc', 'usa', 'wip']);
const smallWords = new Set(['and', 'by', 'de', 'for', 'from', 'in', 'la', 'of', 'the']);

/** A folded brand as it is shown: "ralph lauren" becomes "Ralph Lauren", "h m" becomes "H&M". */
export function brandName(folded: string): string {
  const own = written.get(folded);
  if (own !== undefined) return own;
  const words = folded.split(' ');
  return words
    .map((word, at) => {
      if (initials.has(word) || (words.length === 1 && word.length <= 3)) return word.toUpperCase();
      return at > 0 && smallWords.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1);
    })
    .join(' ');
}
