// Texts of the market analysis.
import type { Direction, Recommendation } from '#contract/schemas/pricing/advice.ts';
import { type MarketplaceName, startWith } from '#domain/closet.ts';
import { type Currency, currencyName, usDollars } from '#domain/money.ts';
import { count, counted } from '#web/format/format.ts';

const verdicts: Record<Direction, string> = {
  increase: 'Raise it to',
  decrease: 'Lower it to',
  maintain: 'Keep it at',
};

export const marketMessages = {
  title: 'Market analysis',
  back: 'Back to Home',
  search: 'Search active listings',
  searchHint: 'Search by title',
  found: (count: string) => `${count} active ${count === '1' ? 'listing' : 'listings'}`,
  nothing: (typed: string) => `No results for “${typed}”`,
  clearSearch: 'Clear the search',
  empty: 'Nothing to analyze yet.',
  emptyText: 'Your active listings appear here once your closet is connected and synced.',
  emptyStep: 'Go to the dashboard',
  reading: 'Loading your listings',
  likes: (likes: number) => counted(likes, 'like'),
  likesAndShares: (likes: string, shares: string) => `${likes}, ${shares}`,
  lastShared: (when: string) => `Last shared ${when}`,
  shared: (when: string) => `Shared ${when}`,
  neverShared: 'Not shared yet',
  noPrice: 'No price yet',
  quick: 'Quick analysis',
  quickOf: (title: string) => `Quick analysis of ${title}`,
  quickReading: 'Analyzing',
  quickPrice: (price: string) => `AI ${price}`,
  quickKeep: 'AI: keep it',
  quickUnsure: 'Not enough data',
  howto: {
    label: 'How to read an analysis',
    tag: 'Tag: price',
    tagText: 'Your price on a card, the suggested price in an analysis.',
    shade: 'Shaded: likely range',
    shadeText: 'The wider it is, the less certain the price. Take smaller steps.',
    dashes: 'Dashed line: your price',
    dashesText: 'Your current price beside the prices of comps.',
  },
  standing: {
    title: 'Where these prices come from',
    text: (all: string, sold: string) => `${all} (${sold} sold)`,
    sources: (
      { fromSearch, imported, all }: { fromSearch: number; imported: number; all: number },
      marketplace: MarketplaceName,
    ) => {
      const search = `from ${marketplace === 'Poshmark' ? 'Poshmark' : 'practice'} search`;
      const parts = [
        ...(fromSearch > 0 ? [`${count(fromSearch)} ${search}`] : []),
        ...(imported > 0 ? [`${count(imported)} imported by you`] : []),
      ];
      const own = all - fromSearch - imported;
      if (parts.length === 0) return 'all sold from your own closet';
      return own > 0 ? [...parts, `${count(own)} sold from your own closet`].join(', ') : parts.join(', ');
    },
    searchAwaitsBrowser:
      'Hangtag searches for comps through your paired browser. It can’t right now. Open that browser and sign in there.',
    searchRests: (when: string, marketplace: MarketplaceName) =>
      `${startWith(marketplace)} is limiting searches. Hangtag will search again ${when}.`,
    trackRecord: (within: string, sold: string) =>
      `Of ${sold} sold after advice, ${within} sold inside the predicted range.`,
    noTrackRecord: 'Accuracy appears here once an advised item sells.',
  },
  sheet: {
    over: 'AI market analysis',
    close: 'Close',
    verdicts,
    abstained: 'No advice yet',
    abstainedText: 'Hangtag doesn’t know enough about this item yet.',
    now: 'Now',
    pending: 'Analyzing the market',
    complete: 'Analysis Complete',
    completeText: 'AI market analysis has been generated for your listing.',
    failed: 'Analysis Failed',
    failedFallback: 'Couldn’t analyze this listing. Try again.',
    failedSafe: 'Nothing was changed.',
    gone: 'This listing is no longer for sale.',
    confidenceText: {
      increase: 'Confidence is the chance that this is right: another seller would ask at least 5% more.',
      decrease: 'Confidence is the chance that this is right: another seller would ask at least 5% less.',
      maintain:
        'Confidence is the chance that this is right: another seller would ask about as much, from 20% less to 25% more.',
    } satisfies Record<Direction, string>,
    comparables: 'Comps',
    worth: 'Price',
    noComparables: 'No close comps found.',
    comparablesRead: 'Bars: what your item would sell for, going by each comp.',
    source: { closet: 'from your closet', import: 'imported', market: 'search', model: 'AI model' },
    own: 'from your closet',
    ownCount: (comps: string, own: number) => `${comps} shown, ${own} from your closet.`,
    ageUnknown: 'no date',
    prior: 'A generic category price, not based on comps.',
    insights: {
      demand: 'Demand',
      brand: 'Brand value',
      season: 'Seasonality',
      competition: 'Competitiveness',
    },
    makeup: 'How this price adds up',
    typical: 'Typical comparable',
    estimate: 'Likely selling price',
    rest: 'Everything else',
    reasons: 'Why',
    floor: 'Floor price',
    floorHint: (currency: Currency) =>
      `${currency === usDollars ? 'Whole dollars' : `Whole ${currencyName(currency)}`}. Suggestions and offers never go below this.`,
    floorNone: 'None',
    floorSave: 'Save floor price',
    floorSaving: 'Saving…',
    floorSaved: (price: string) => `Saved. Suggestions and offers never go below ${price}.`,
    floorCleared: 'Saved. No floor price.',
    floorFailed: 'Couldn’t save the floor price. Try again.',
    skip: 'Skip sharing',
    skipText: 'Rounds leave this listing out. It can still get offers.',
    skipFailed: 'Couldn’t change sharing',
    skipFallback: 'Try again in a moment.',
    apply: 'Apply AI Price',
    applying: 'Changing the price…',
    keep: (price: string) => `Keep ${price}`,
    applied: (from: string, to: string) => `Price Updated: ${from} to ${to}.`,
    applyFailed: 'Update Failed',
    applyFallback: 'Couldn’t change the price. Try again.',
    largeTitle: 'Change by more than 60%?',
    largeText: (from: string, to: string) => `From ${from} to ${to}. Check it before you change it.`,
    largeGo: 'Yes, change it',
    largeBack: 'Not now',
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
