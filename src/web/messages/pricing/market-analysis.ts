// Texts of the market analysis.
import type { Direction, Recommendation } from '#contract/pricing/advice.ts';
import type { MarketplaceName } from '#domain/closet.ts';
import { count } from '#web/format/format.ts';

const verdicts: Record<Direction, string> = {
  increase: 'Raise it to',
  decrease: 'Lower it to',
  maintain: 'Keep it at',
};

export const marketMessages = {
  found: (count: string) => `${count} active ${count === '1' ? 'listing' : 'listings'}`,
  standing: {
    sources: (
      { fromSearch, imported, all }: { fromSearch: number; imported: number; all: number },
      marketplace: MarketplaceName,
    ) => {
      const search = `from ${marketplace === 'Poshmark' ? 'Poshmark' : 'practice'} search`;
      const parts = [
        ...(fromSearch > 0 ? [`${count(fromSearch)} ${search}`] : []),
        ...(imported > 0 ? [`${count(imported)} from your sales`] : []),
      ];
      const own = all - fromSearch - imported;
      if (parts.length === 0) return 'all sold from your own closet';
      return own > 0 ? [...parts, `${count(own)} sold from your own closet`].join(', ') : parts.join(', ');
    },
  },
  sheet: {
    verdicts,
    sellBelow: 'Sell it below what you paid?',
    failedFallback: 'Couldn’t analyze this listing. Try again.',
    confidenceText: {
      increase: 'Confidence is the chance that this is right: another seller would ask at least 5% more.',
      decrease: 'Confidence is the chance that this is right: another seller would ask at least 5% less.',
      maintain:
        'Confidence is the chance that this is right: another seller would ask about as much, from 20% less to 25% more.',
    } satisfies Record<Direction, string>,
    source: { closet: 'from your closet', import: 'your sales', market: 'search', model: 'AI model' },
  },
  earlierAdvice: {
    title: 'Advice so far',
    empty: 'This is the first advice for this listing.',
    loading: 'Loading earlier advice',
    advised: {
      increase: (price: string) => `Raise to ${price}`,
      decrease: (price: string) => `Lower to ${price}`,
      maintain: (price: string) => `Keep at ${price}`,
    } satisfies Record<Direction, (price: string) => string>,
    sure: (confidence: string) => `${confidence} confidence.`,
    outcome: {
      open: () => 'Still open',
      applied: () => 'Applied',
      changed: (price: string | null) => (price === null ? 'You set another price' : `You set ${price}`),
      sold: (price: string | null) => (price === null ? 'Sold' : `Sold at ${price}`),
      gone: () => 'No longer listed',
    } satisfies Record<Recommendation['outcome']['state'], (price: string | null) => string>,
    within: 'inside the predicted range',
    outside: 'outside the predicted range',
  },
} as const;
