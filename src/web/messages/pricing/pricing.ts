// Texts about prices that every pricing screen uses, and the texts of the photo card.
import type { ComparableAgreement, DemandLevel, EvidenceCounts } from '#contract/schemas/pricing/evidence.ts';
import type { FieldSource } from '#contract/schemas/pricing/photo-analysis.ts';
import type { Condition } from '#domain/pricing/facts/condition.ts';
import type { People } from '#domain/pricing/facts/people.ts';
import { count, counted } from '#web/format/format.ts';

const conditions: Record<Condition, string> = {
  'new-with-tags': 'New with tags',
  'new-without-tags': 'New without tags',
  excellent: 'Excellent',
  'very-good': 'Very good',
  good: 'Good',
  fair: 'Fair',
  poor: 'Poor',
};

/** The names that sellers know of the marketplace's own codes. */
const codes: Record<string, string> = {
  nwt: conditions['new-with-tags'],
  uln: 'Like new',
  ug: conditions.good,
  uf: conditions.fair,
  ret: 'Retail',
  not_nwt: 'Pre-owned',
};

/** A level or a code by its name; a seller's own words as they are. */
export const conditionName = (condition: string): string =>
  (({ ...codes, ...conditions }) as Record<string, string>)[condition] ?? condition;

const demand: Record<DemandLevel, string> = { high: 'High', medium: 'Medium', low: 'Low', unknown: 'Unknown' };

/** What the comps have in common with the item. */
const agreement: Record<ComparableAgreement, string> = {
  brand_and_kind: 'Same brand and type.',
  any_brand: 'Same type. Brand not known.',
  brand: 'Same brand. Type not known.',
  brand_and_related_kind: 'Same brand, and the closest type that was found.',
  related_kind: 'The closest type that was found. Brand not known.',
};

const soldAndListed = ({ all, sold }: { all: number; sold: number }): string =>
  `${count(sold)} sold, ${count(all - sold)} listed`;

const from: Record<FieldSource, string> = {
  photo: 'from the photo',
  tag: 'from the tag',
  hint: 'entered by you',
  model: 'from the AI model',
  unknown: '',
};

/** Texts about prices that every pricing screen uses. */
export const pricingMessages = {
  conditions,
  demand,
  demandLabel: 'Demand',
  confidence: {
    label: 'Confidence',
    of: (confidence: string) => `Confidence ${confidence}.`,
    high: 'High',
    fair: 'Fair',
    low: 'Low',
    very_low: 'Very low',
    none: 'None',
    low_warning: 'Below 50%. Treat it as a starting point.',
    very_low_warning: 'Low confidence. Check comps first.',
    none_warning: 'The data doesn’t support this. See why below.',
  },
  receive: (amount: string) => `You receive ${amount} after fees.`,
  receiveChange: (before: string, after: string) => `You receive ${after} after fees (now ${before}).`,
  tooFew: 'Too few comps to be sure',
  shaded: (coverage: string, low: string, high: string, retail: string | null) =>
    `Shaded: ${coverage} similar items${retail === null ? '' : ` with a retail price of ${retail}`} sell for ${low} to ${high}.`,
  shadedOfBrand: (coverage: string, low: string, high: string) =>
    `Shaded: ${coverage} items of this brand sell for ${low} to ${high}, whichever type it is.`,
  possible: (low: string, high: string) => `It may sell for anywhere from ${low} to ${high}.`,
  timesInTen: (times: number) => `${times} in 10`,
  plot: {
    suggested: (price: string) => `Suggested ${price}`,
    noSuggestion: 'No suggested price',
    likely: (low: string, high: string) => `likely to sell for ${low} to ${high}`,
    now: (price: string) => `now ${price}`,
    nowWord: 'now',
    others: (count: string, low: string, high: string) => `${count} from ${low} to ${high}`,
  },
  agreement,
  likes: (likes: number) => counted(likes, 'like'),
  /** The numbers add up: each is counted by itself. */
  evidence: ({ comparables, sold, sameKind, sameBrandAndKind }: EvidenceCounts) =>
    [
      ...(comparables > 0 ? [`Based on ${counted(comparables, 'item')} (${count(sold)} sold).`] : []),
      ...(sameBrandAndKind.all > 0 ? [`Same brand and type: ${soldAndListed(sameBrandAndKind)}.`] : []),
      ...(sameKind.all > 0 ? [`Same type: ${soldAndListed(sameKind)}.`] : []),
    ].join(' '),
  raise: 'raise',
  lower: 'lower',
} as const;

/** Texts of the card that prices a photo. */
export const photoMessages = {
  lead: 'Take one clear photo of the whole item. Add a photo of its tag for brand, size, and retail price.',
  choose: 'Choose a photo',
  camera: 'Take a photo',
  dropHint: 'or drop it here, or paste it. JPEG, PNG, or WebP, up to 8 MB.',
  phoneHint: 'JPEG, PNG, or WebP, up to 8 MB.',
  change: 'Another photo',
  photoAlt: 'The photo you chose',
  tag: 'Photo of the tag',
  tagChoose: 'Add the tag',
  tagCamera: 'Photograph the tag',
  tagRemove: 'Remove the tag photo',
  tagAlt: 'The tag photo you chose',
  optional: 'optional',
  brand: 'Brand',
  brandHint: 'As printed on the label. This helps most.',
  category: 'Category',
  condition: 'Condition',
  size: 'Size',
  madeFor: 'Made for',
  people: { women: 'Women', men: 'Men', kids: 'Kids' } satisfies Record<People, string>,
  notSure: 'Not sure',
  asSeen: 'From the photo',
  model: (name: string) => `Show the photo to ${name}`,
  modelText: (name: string) =>
    `Sends this photo to the AI model “${name}” to describe the item. Hangtag still sets the price. Off: the photo stays on this server and isn’t kept.`,
  private: 'Hangtag strips location data and doesn’t keep the photo.',
  analyze: 'Analyze Photo',
  again: 'Analyze Again',
  clear: 'Clear',
  cancel: 'Cancel',
  preparing: 'Preparing the photo',
  analyzing: 'Reading the item, its tag, and prices',
  analyzingWithModel: (name: string) => `Waiting for ${name}, then the prices`,
  failed: 'Analysis Failed',
  failedFallback: 'Couldn’t analyze the photo. Try again.',
  failedSafe: 'Your photo and hints are still here.',
  complete: 'Analysis Complete',
  completeText: (price: string) => `Suggested price ${price}.`,
  completeWithout: 'Not enough to suggest a price yet. The card shows what would help.',
  errors: {
    type: (name: string) => `Please select a JPEG, PNG, or WebP image file. Current file: ${name}`,
    large: 'Please select an image smaller than 8MB',
    small: 'Image file appears to be corrupted or too small',
    process: 'Failed to process the image. Please try a different file.',
    read: 'Failed to read the image file. Please try a different image.',
  },
  fields: {
    category: 'Category',
    brand: 'Brand',
    condition: 'Condition',
    color: 'Color and style',
    size: 'Size',
  },
  notKnown: 'Not known',
  addBrand: 'Add brand',
  addSize: 'Add size',
  isIt: (type: string) => `${type}?`,
  guesses: 'Which type is it?',
  correcting: 'Updating the price…',
  correctionFailed: 'Couldn’t update the price. This one is for the earlier details.',
  retry: 'Try again',
  from,
  fromModel: (name: string) => `from ${name}`,
  noPrice: 'No price yet',
  noPriceText: 'Hangtag doesn’t know enough about this item yet. This would help:',
  confidenceText: 'That is the chance that this price is right: it sells within 20% of it.',
  evidence: (count: string, average: string, low: string, high: string) =>
    low === high ? `${count} at ${low}` : `${count}, average ${average}, range ${low} to ${high}`,
  usualAsk: (ask: string) => `Similar items are usually listed for about ${ask}, which leaves room for offers.`,
  noEvidence: 'No close comps found.',
  comparables: (count: string) => `See ${count}`,
  comparable: 'comp',
  ownComparables: (own: number) => `, ${own} from your closet`,
  stateOf: { sold: 'sold', ask: 'asking' },
  sourceOf: {
    closet: 'from your closet',
    import: 'imported',
    market: 'search',
    prior: 'generic category price',
    model: 'AI model',
  } as Record<string, string>,
  engine: 'Priced on this server.',
  engineModel: (name: string) => `Described by ${name}, priced on this server.`,
  more: 'Add the tag',
  moreWithModel: 'Add the tag or ask the AI model',
} as const;
