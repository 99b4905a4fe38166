// Chooses the drawing for a listing without a photo.
import type { Garment } from './garment-drawings.ts';

/** The first match wins: a "denim jacket" is a jacket, a "shirt dress" is a dress. */
const patterns: readonly (readonly [RegExp, Garment])[] = [
  [/\b(bags?|totes?|purses?|clutch|satchel|crossbody|backpack|wallet|handbags?)\b/, 'bag'],
  [/\b(boots?|booties|shoes?|sneakers?|sandals?|heels?|pumps?|loafers?|flats|mules?|clogs?|slippers?)\b/, 'boot'],
  [/\b(dress(es)?|gown|jumpsuits?|rompers?)\b/, 'dress'],
  [/\b(skirts?|skorts?)\b/, 'skirt'],
  [/\b(blazers?|suits?|sport coat|sportcoat|vests?)\b/, 'blazer'],
  [/\b(jackets?|bomber|windbreaker|anorak)\b/, 'jacket'],
  [/\b(coats?|parkas?|trench|peacoat|outerwear|puffer)\b/, 'coat'],
  [/\b(jeans?|pants?|trousers?|leggings?|shorts?|joggers?|chinos?|denim|bottoms?|overalls?)\b/, 'jeans'],
  [/\b(sweaters?|cardigans?|pullovers?|hoodies?|sweatshirts?|knit|crewneck|fleece|turtleneck)\b/, 'sweater'],
];

/** Chosen by the listing's category, or else by words in its title, or else a tee. */
export const garmentOf = ({ category, title }: { category: string | null; title: string }): Garment => {
  const found = [category ?? '', title].flatMap((text) => {
    const lower = text.toLowerCase();
    return patterns.find(([pattern]) => pattern.test(lower))?.[1] ?? [];
  });
  return found[0] ?? 'tee';
};
