import type { Condition } from '../facts/condition.ts';
import type { Garment } from '../facts/garments.ts';

/*
 * THE PRIOR. Everything in this file is judgement written down by hand from general knowledge of resale prices in the United
 * States. No table of data was read to make it. It answers alone only where there are next to no comparables, always labelled
 * as `prior`; where there are some it is merely what they are compared with, and they overrule it.
 */

/** Middling-brand, very good, sold: dollars. `pull` is how strongly a label moves the price (1: in full). */
// biome-ignore format: a table reads as a table
export const garmentPrices: Readonly<Record<Garment, { dollars: number; pull: number }>> = {
  jeans: { dollars: 30, pull: 0.8 }, tee: { dollars: 15, pull: 0.9 }, top: { dollars: 19, pull: 0.85 },
  shirt: { dollars: 21, pull: 0.85 }, sweater: { dollars: 28, pull: 0.9 }, hoodie: { dollars: 28, pull: 0.85 },
  dress: { dollars: 34, pull: 0.9 }, gown: { dollars: 85, pull: 0.8 }, skirt: { dollars: 24, pull: 0.9 },
  pants: { dollars: 27, pull: 0.85 }, leggings: { dollars: 25, pull: 0.75 }, shorts: { dollars: 20, pull: 0.8 },
  jacket: { dollars: 46, pull: 0.9 }, coat: { dollars: 65, pull: 0.9 }, blazer: { dollars: 38, pull: 0.9 },
  suit: { dollars: 80, pull: 0.85 }, jumpsuit: { dollars: 32, pull: 0.85 }, swimwear: { dollars: 20, pull: 0.75 },
  underwear: { dollars: 14, pull: 0.7 }, sneakers: { dollars: 46, pull: 0.75 }, boots: { dollars: 52, pull: 0.85 },
  heels: { dollars: 38, pull: 1 }, sandals: { dollars: 32, pull: 0.95 }, flats: { dollars: 34, pull: 0.95 },
  shoes: { dollars: 38, pull: 0.9 }, bag: { dollars: 58, pull: 1.1 }, clutch: { dollars: 34, pull: 1.1 },
  backpack: { dollars: 50, pull: 1 }, luggage: { dollars: 85, pull: 1 }, wallet: { dollars: 28, pull: 1 },
  jewelry: { dollars: 26, pull: 1 }, watch: { dollars: 75, pull: 1.1 }, sunglasses: { dollars: 42, pull: 0.7 },
  scarf: { dollars: 22, pull: 0.95 }, belt: { dollars: 22, pull: 0.95 }, hat: { dollars: 18, pull: 0.8 },
  gloves: { dollars: 18, pull: 0.85 }, tie: { dollars: 15, pull: 0.8 }, accessory: { dollars: 20, pull: 0.9 },
};

/** Against very good. */
export const conditionFactors: Readonly<Record<Condition, number>> = {
  'new-with-tags': 1.3,
  'new-without-tags': 1.15,
  excellent: 1.05,
  'very-good': 1,
  good: 0.75,
  fair: 0.5,
  poor: 0.3,
};

/** Children's things against grown-ups'. */
export const kidsFactor = 0.5;

/** Things sold together: n of them are worth one of them times n to this power. */
export const piecesPull = 0.7;

/** What a label is worth against a middling one, by tier. Names are folded: lower case, no punctuation. */
// biome-ignore format: a table reads as a table
export const brandTiers: readonly { factor: number; brands: string }[] = [
  { factor: 30, brands: 'hermes' },
  { factor: 14, brands: 'chanel|loro piana|brunello cucinelli|the row|goyard' },
  { factor: 10, brands: 'louis vuitton|dior|christian dior|bottega veneta|celine|kiton|rolex|cartier|van cleef arpels' },
  { factor: 7.5, brands: 'gucci|prada|saint laurent|yves saint laurent|fendi|balenciaga|loewe|valentino|valentino garavani|givenchy|christian louboutin|tom ford|alexander mcqueen|moncler|chloe|brioni|alaia|rick owens|off white|balmain|chrome hearts|zimmermann|oscar de la renta' },
  { factor: 5, brands: 'burberry|versace|dolce gabbana|jimmy choo|manolo blahnik|miu miu|lanvin|salvatore ferragamo|ermenegildo zegna|zegna|tods|mulberry|jil sander|maison margiela|maison martin margiela|canada goose|amiri|isabel marant|stella mccartney|jacquemus|roger vivier|gianvito rossi|aquazzura|johanna ortiz|marni|acne studios|dries van noten|stone island|tiffany|tiffany co|tumi|golden goose|fear of god' },
  { factor: 3.2, brands: 'proenza schouler|3 1 phillip lim|alexander wang|helmut lang|kenzo|missoni|etro|moschino|vivienne westwood|hugo boss|boss|sandro|maje|ami|common projects|arcteryx|ulla johnson|self portrait|reformation|farm rio|doen|staud|frye|red wing|kapital|visvim|gallery dept|anine bing|veronica beard|nanushka|ganni|apc|mackage|true religion|evisu|robert graham|supreme|bape|stuart weitzman|mansur gavriel|by far|love shack fancy|loveshackfancy|diane von furstenberg|ferragamo' },
  { factor: 2.1, brands: 'coach|kate spade|tory burch|michael kors|marc jacobs|rebecca minkoff|rag bone|theory|vince|alice olivia|equipment|joie|ag|ag adriano goldschmied|7 for all mankind|citizens of humanity|paige|frame|mother|agolde|re done|j brand|hudson|current elliott|good american|lululemon|lululemon athletica|patagonia|the north face|sezane|barbour|filson|ugg|birkenstock|dr martens|cole haan|allen edmonds|johnnie o|peter millar|vineyard vines|lilly pulitzer|st john|eileen fisher|alo yoga|alo|levis vintage clothing|rails|longchamp|furla|tommy bahama|jordan|air jordan|yeezy|nudie jeans|diesel|spanx|cinq a sept|ted baker|all saints|allsaints|cos|schott|carhartt wip|david yurman|pandora|ray ban|oakley' },
  { factor: 1.35, brands: 'free people|anthropologie|madewell|levis|levi strauss|nike|adidas|athleta|vuori|outdoor voices|lucky brand|ralph lauren|polo ralph lauren|polo by ralph lauren|lacoste|brooks brothers|bonobos|everlane|aritzia|wilfred|babaton|johnny was|boden|hobbs|sundry|sorel|clarks|hunter|steve madden|sam edelman|dooney bourke|vera bradley|brahmin|columbia|under armour|carhartt|wrangler|pendleton|new balance|vans|converse|hoka|on running|brooks|asics|salomon|teva|merrell|timberland|spell|urban outfitters|bdg|house of cb|express men|torrid|lane bryant|tommy hilfiger|calvin klein|nautica|guess|buckle|miss me|silver jeans|rock revival|affliction|volcom|hurley|billabong|quiksilver|rvca|champion|fossil|swarovski' },
  { factor: 1, brands: 'j crew|banana republic|ann taylor|white house black market|chicos|talbots|express|zara|massimo dutti|mango|topshop|asos|h m studio|american eagle|american eagle outfitters|aerie|hollister|abercrombie fitch|abercrombie|uniqlo|dkny|nine west|jessica simpson|vince camuto|bcbg|bcbgmaxazria|bcbgeneration|tahari|calvin klein performance|modcloth|nic zoe|lands end|ll bean|l l bean|eddie bauer|gymshark|fabletics|victorias secret|pink|puma|reebok|dockers|lee|kut from the kloth|max studio|cabi|lularoe|skechers|crocs|toms' },
  { factor: 0.62, brands: 'gap|loft|ann taylor loft|new york company|h m|hm|forever 21|old navy|nasty gal|boohoo|prettylittlething|windsor|charlotte russe|francescas|maurices|rue 21|pacsun|aeropostale|arizona|a new day|universal thread|target|merona|mossimo|wild fable|xhilaration|cato|croft barrow|sonoma|lc lauren conrad|apt 9|simply vera|nine west kohls|worthington|st johns bay|liz claiborne|jaclyn smith|kim rogers|chaps|george|time and tru|faded glory|no boundaries|shein|romwe|fashion nova|primark|temu|cider|unbranded|no brand|unknown|carters|childrens place|garanimals|cat jack|justice|gymboree|oshkosh' },
];

/** How unsure the prior is, as standard deviations of the log price: always, and more where it does not know the label or the kind. */
export const priorDoubt = { always: 0.5, withoutBrand: 0.55, withoutGarment: 0.6, withoutCondition: 0.18 } as const;

/** A sale against an ask for the same thing: on average 0.7 of it, and two thirds of the time within a quarter of that. */
export const askToSale = { logMean: Math.log(0.7), logSpread: 0.25 } as const;

/** How much sooner or later things sell, by month (January first), against an even year. */
export const seasons: readonly { garments: readonly Garment[]; name: string; months: readonly number[] }[] = [
  {
    garments: ['coat', 'jacket', 'sweater', 'boots', 'hoodie', 'scarf', 'gloves', 'hat'],
    name: 'cold-weather pieces',
    months: [1.1, 0.95, 0.8, 0.7, 0.65, 0.65, 0.75, 0.95, 1.25, 1.4, 1.4, 1.4],
  },
  {
    garments: ['swimwear', 'sandals', 'shorts', 'sunglasses'],
    name: 'warm-weather pieces',
    months: [0.8, 0.95, 1.2, 1.35, 1.45, 1.4, 1.2, 0.95, 0.75, 0.65, 0.6, 0.7],
  },
  {
    garments: ['dress', 'skirt', 'jumpsuit', 'gown'],
    name: 'dresses',
    months: [0.85, 0.95, 1.15, 1.2, 1.2, 1.1, 1, 0.95, 0.95, 0.9, 0.9, 0.85],
  },
];
