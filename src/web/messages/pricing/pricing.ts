// Texts about prices that every pricing screen uses, and the texts of the photo card.
import type { DemandLevel, FieldSource } from '#contract/schemas/pricing.ts';
import type { Condition } from '#domain/pricing/facts/condition.ts';

const conditions: Record<Condition, string> = {
  'new-with-tags': 'New with tags',
  'new-without-tags': 'New without tags',
  excellent: 'Excellent',
  'very-good': 'Very good',
  good: 'Good',
  fair: 'Fair',
  poor: 'Poor',
};

const demand: Record<DemandLevel, string> = { high: 'High', medium: 'Medium', low: 'Low', unknown: 'Unknown' };

const from: Record<FieldSource, string> = {
  photo: 'from the photo',
  tag: 'read from the tag',
  hint: 'your hint',
  model: 'from the model',
  unknown: 'not known',
};

/** Texts about prices that every pricing screen uses. */
export const pricingMessages = {
  conditions,
  demand,
  demandLabel: 'Demand',
  confidence: {
    label: 'Confidence',
    high: 'High',
    fair: 'Fair',
    low: 'Low',
    very_low: 'Very low',
    none: 'None',
    low_warning: 'Below 50%: take it as a starting point and compare it with similar items.',
    very_low_warning: 'Little more than a guess: look at similar items first.',
    none_warning: 'The figures alone do not speak for it: read the reasons.',
  },
  receive: (amount: string) => `You receive ${amount} after the marketplace’s fee.`,
  receiveChange: (before: string, after: string) => `You receive ${after} after the fee, now ${before}.`,
  tooFew: 'Too few to be sure',
  shaded: (coverage: string, low: string, high: string) =>
    `Shaded: the price lands here ${coverage}, ${low} to ${high}.`,
  timesInTen: (times: number) => `${times} times in 10`,
  plot: {
    suggested: (price: string) => `Suggested ${price}`,
    noSuggestion: 'No price is suggested',
    likely: (low: string, high: string) => `likely between ${low} and ${high}`,
    now: (price: string) => `now ${price}`,
    nowWord: 'now',
    others: (count: string, low: string, high: string) => `${count} from ${low} to ${high}`,
  },
  raise: 'raise',
  lower: 'lower',
} as const;

/** Texts of the card that prices a photo. */
export const photoMessages = {
  lead: 'One clear photo of the whole item. A second one of its tag tells brand, size and retail price.',
  choose: 'Choose a photo',
  camera: 'Take a photo',
  dropHint: 'or drop it here, or paste it. JPEG, PNG or WebP, up to 8 MB.',
  phoneHint: 'JPEG, PNG or WebP, up to 8 MB.',
  change: 'Another photo',
  photoAlt: 'The photo you chose',
  tag: 'Photo of the tag',
  tagChoose: 'Add the tag',
  tagCamera: 'Photograph the tag',
  tagRemove: 'Remove the tag’s photo',
  tagAlt: 'The tag’s photo you chose',
  optional: 'optional',
  brand: 'Brand',
  brandHint: 'As it stands on the label. It helps more than anything else.',
  condition: 'Condition',
  conditionNone: 'Not said',
  model: (name: string) => `Show the photo to ${name}`,
  modelText: (name: string) =>
    `Sends this photo to the model “${name}” that this installation is set up with. It may describe the item; the price is still worked out here. Off: the photo stays on this server, and is not kept.`,
  private: 'Place and camera data are taken off the photo, and it is not kept.',
  analyze: 'Analyze Photo',
  again: 'Analyze Again',
  clear: 'Clear',
  cancel: 'Cancel',
  preparing: 'Preparing the photo',
  analyzing: 'Reading garment, tag and prices',
  analyzingWithModel: (name: string) => `Waiting for ${name}, then the prices`,
  failed: 'Analysis Failed',
  failedFallback: 'The photo could not be analyzed. Please try again.',
  failedSafe: 'Your photo and hints are still here.',
  complete: 'Analysis Complete',
  completeText: (price: string) => `Suggested price ${price}.`,
  completeWithout: 'Too little is known for a price; the card says what would help.',
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
    color: 'Color, style',
    size: 'Size',
  },
  from,
  fromModel: (name: string) => `from ${name}`,
  noPrice: 'No price yet',
  noPriceText: 'Too little is known about this item to name a price. This would help:',
  confidenceText: 'That is the chance that it sells within 20% of this price.',
  evidence: (count: string, average: string, low: string, high: string) =>
    `${count}, average ${average}, range ${low} to ${high}`,
  noEvidence: 'No comparable items: the price comes from a general table written by hand.',
  comparables: (count: string) => `See ${count}`,
  comparable: 'comparable',
  stateOf: { sold: 'sold', ask: 'asking' },
  sourceOf: {
    closet: 'your closet',
    import: 'imported',
    market: 'marketplace search',
    prior: 'general table',
    model: 'the model',
  } as Record<string, string>,
  engine: 'Worked out on this server.',
  engineModel: (name: string) => `Described by ${name}; priced on this server.`,
  more: 'Change the hints',
} as const;
