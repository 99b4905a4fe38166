// A made-up market analysis and photo, for the screens on the public pages.
import type { ComponentProps } from 'react';
import type { MarketAnalysis } from '#contract/pricing/advice.ts';
import type { PhotoFacts } from '#web/features/pricing/photo/photo-facts.tsx';
import { demoStatus } from './demo-bot.ts';

const dayMs = 86_400_000;

type Item = {
  title: string;
  state: 'sold' | 'ask';
  price: number;
  adjusted: number;
  low: number;
  high: number;
  days: number;
};

const items: readonly Item[] = [
  { title: 'Madewell canvas chore coat, M', state: 'sold', price: 88, adjusted: 86, low: 76, high: 96, days: 6 },
  { title: 'Madewell denim chore jacket, S', state: 'sold', price: 79, adjusted: 83, low: 70, high: 94, days: 12 },
  { title: 'Madewell quilted chore coat, M', state: 'sold', price: 98, adjusted: 91, low: 78, high: 104, days: 19 },
  { title: 'Madewell linen chore coat, L', state: 'sold', price: 70, adjusted: 77, low: 64, high: 88, days: 23 },
];

export const demoAnalysis: MarketAnalysis = {
  suggestedPrice: 85,
  currentPrice: 74,
  currency: 'USD',
  priceAdjustment: { direction: 'increase', percentage: 14.9 },
  isAdvised: true,
  confidence: 0.81,
  decidedBy: 'chance',
  priceInterval: { low: 68, high: 101, coverage: 0.8 },
  estimate: 84,
  usualAsk: 98,
  likes: 21,
  basis: 'comparables',
  earnings: { before: 59.2, after: 68 },
  costCents: 2_200,
  profitCents: 4_600,
  floorProfitCents: null,
  marketInsights: {
    demandLevel: 'high',
    isDemandKnown: true,
    brandValue: 'Madewell adds about $10 to the price.',
    seasonality: 'Jackets peak around October and November.',
    competitiveness: 'Priced below all 4 closest comps (adjusted for condition and room for offers).',
  },
  comparableItems: items.map(({ title, state, price, adjusted, low, high, days }) => ({
    title,
    description: title,
    state,
    source: 'market',
    isOwn: false,
    price,
    adjustedPrice: adjusted,
    condition: 'excellent',
    seenAt: new Date(Date.parse(demoStatus.now) - days * dayMs).toISOString(),
    estimatedPriceRange: { low, high },
  })),
  agreement: 'brand_and_kind',
  evidence: {
    comparables: 412,
    sold: 268,
    sameKind: { all: 96, sold: 61 },
    sameBrandAndKind: { all: 37, sold: 22 },
  },
  explanation: [],
  typicalPrice: null,
  recommendations: [
    'Similar items are listed for about $98 and sell for about $84. You’re asking $74, less than most sellers ask.',
    'More likes for its age than 10 of your 13 similar listings.',
  ],
};

export const demoFindings: ComponentProps<typeof PhotoFacts>['analysis'] = {
  marketDemand: 'high',
  itemCategory: 'Jackets & Coats',
  brand: 'Madewell',
  condition: 'excellent',
  colorAndStyle: 'Blue',
  size: 'M',
  sources: { itemCategory: 'photo', brand: 'tag', condition: 'hint', colorAndStyle: 'photo', size: 'tag' },
  confidence: 0.64,
  engine: 'embedded',
};
