// Texts about prices that every pricing screen uses, and the texts of the photo card.
import type { ComparableAgreement, DemandLevel, EvidenceCounts } from '#contract/pricing/evidence.ts';
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

const agreement: Record<ComparableAgreement, string> = {
  brand_and_kind: 'Same brand and type.',
  any_brand: 'Same type. Brand not known.',
  brand: 'Same brand. Type not known.',
  brand_and_related_kind: 'Same brand, and the closest type that was found.',
  related_kind: 'The closest type that was found. Brand not known.',
};

const soldAndListed = ({ all, sold }: { all: number; sold: number }): string =>
  `${count(sold)} sold, ${count(all - sold)} listed`;

export const pricingMessages = {
  conditions,
  demand,
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
  agreement,
  likes: (likes: number) => counted(likes, 'like'),
  /** The numbers add up: each is counted by itself. */
  evidence: ({ comparables, sold, sameKind, sameBrandAndKind }: EvidenceCounts) =>
    [
      ...(comparables > 0 ? [`Based on ${counted(comparables, 'item')} (${count(sold)} sold).`] : []),
      ...(sameBrandAndKind.all > 0 ? [`Same brand and type: ${soldAndListed(sameBrandAndKind)}.`] : []),
      ...(sameKind.all > 0 ? [`Same type: ${soldAndListed(sameKind)}.`] : []),
    ].join(' '),
} as const;

export const photoMessages = {
  people: { women: 'Women', men: 'Men', kids: 'Kids' } satisfies Record<People, string>,
  notSure: 'Not sure',
  private: 'Hangtag strips location data and doesn’t keep the photo.',
} as const;
