// A made-up seller's day, with a market analysis and a photo, for the screens on the public pages.
import type { ComponentProps } from 'react';
import type { ActivityEntry } from '#contract/activity/activity.ts';
import type { BotStatus, Timeline } from '#contract/bot/bot.ts';
import type { AuthStatus } from '#contract/closet/closet.ts';
import type { MarketAnalysis } from '#contract/pricing/advice.ts';
import { standardSettings } from '#domain/bot/bot.ts';
import { addDays, dayBounds, instantOf, type Weekday } from '#domain/time.ts';
import type { PhotoFacts } from '#web/features/pricing/photo/photo-facts.tsx';

export const demoZone = 'America/New_York';
const today = '2026-11-19';
const listings = 86;
const limit = 1000;

const at = (time: string, seconds = 0): string =>
  new Date(instantOf(today, time, demoZone) + seconds * 1000).toISOString();

const figures = (confirmed: number) => ({ confirmed, notConfirmed: 0, refused: 0 });
const doneRounds = ['08:00', '09:00', '10:00', '12:00'];
const plannedRounds = ['18:00', '19:00', '20:00', '21:00'];
const sharedThisRound = 52;
const sharesToday = doneRounds.length * listings + sharedThisRound;
const roundSeconds = 178;
const weekdays: Weekday[] = [1, 2, 3, 4, 5];

export const demoStatus: BotStatus = {
  isRunning: true,
  state: 'sharing',
  settings: {
    ...standardSettings,
    shareFrequency: 60,
    dailyShareLimit: limit,
    useScheduledSlots: true,
    scheduledSlots: [
      { startTime: '08:00', endTime: '11:00', enabled: true, daysOfWeek: weekdays },
      { startTime: '12:00', endTime: '14:00', enabled: true, daysOfWeek: weekdays },
      { startTime: '18:00', endTime: '22:00', enabled: true, daysOfWeek: [0, ...weekdays, 6] },
    ],
  },
  shareStatus: {
    kind: 'self',
    startedAt: at('13:00'),
    isUnderWay: true,
    completedShares: sharedThisRound,
    totalListings: listings,
    notConfirmed: 0,
    refused: 0,
    left: listings - sharedThisRound,
    lastSharedItem: { title: 'Madewell canvas chore coat', timestamp: at('13:01', 44) },
  },
  roundListings: listings,
  meanPauseMs: 2000,
  skippedListings: 0,
  today: figures(sharesToday),
  last24Hours: figures(sharesToday + plannedRounds.length * listings),
  sharesToday,
  sharesByKind: { self: sharesToday, party: 0, back: 0 },
  unknownToday: 0,
  totalShares: 10_836,
  dailyShareLimit: limit,
  effectiveLimit: limit,
  nextShareTime: at('13:01', 47),
  nextRoundTime: null,
  consentNeeded: false,
  timezone: demoZone,
  now: at('13:01', 45),
};

type Day = Timeline['days'][number];
const expectedToday = (doneRounds.length + 1 + plannedRounds.length) * listings;

const round = (time: string, state: 'done' | 'running' | 'planned', shares: number): Day['rounds'][number] => ({
  kind: 'self',
  startsAt: at(time),
  endsAt: at(time, roundSeconds),
  shares,
  notConfirmed: 0,
  refused: 0,
  planned: listings,
  state,
});

const dayOf = (date: string, rest: Pick<Day, 'shares' | 'expected' | 'rounds'>): Day => {
  const { startsAt, endsAt } = dayBounds(date, demoZone);
  return { date, startsAt: new Date(startsAt).toISOString(), endsAt: new Date(endsAt).toISOString(), limit, ...rest };
};

/** The shares of the thirteen days before, from a Friday on. On weekends only the evening slot is open. */
const earlier = [774, 344, 344, 774, 774, 602, 774, 774, 344, 344, 774, 688, 774];

export const demoTimeline: Timeline = {
  timezone: demoZone,
  days: [
    ...earlier.map((shares, index) =>
      dayOf(addDays(today, index - earlier.length), { shares, expected: shares, rounds: [] }),
    ),
    dayOf(today, {
      shares: sharesToday,
      expected: expectedToday,
      rounds: [
        ...doneRounds.map((time) => round(time, 'done', listings)),
        round('13:00', 'running', sharedThisRound),
        ...plannedRounds.map((time) => round(time, 'planned', 0)),
      ],
    }),
  ],
};

export const demoConnection: AuthStatus = {
  isAuthenticated: true,
  hasCredentials: true,
  isProven: true,
  state: 'ready',
  username: 'mayas_closet',
  keepsPassword: false,
  codePending: false,
  lastTestedAt: null,
  lastTestPassed: null,
  offers: { practice: true, real: true },
  transport: 'server',
  renewsSession: false,
};

const entry = (id: number, action: ActivityEntry['action'], details: string, timestamp: string): ActivityEntry => ({
  id: String(id),
  action,
  details,
  timestamp,
});

export const demoActivity: ActivityEntry[] = [
  entry(5, 'SHARE', 'Madewell canvas chore coat', at('13:01', 44)),
  entry(4, 'SHARE', 'Reformation slip dress', at('13:01', 42)),
  entry(3, 'SHARE', 'Frye Campus ankle boot', at('13:01', 39)),
  entry(2, 'ROUND_STARTED', '86 listings', at('13:00', 1)),
  entry(1, 'PRICE_UPDATE', 'Levi’s 501 straight jean, $58 to $66', at('12:58', 12)),
];

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
