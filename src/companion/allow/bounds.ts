// How far a server may go with what costs the seller money, before the companion asks. It is compiled into the extension.

import { dailyLimit } from '#domain/bot/bot.ts';

export type WriteCall = 'share' | 'update' | 'offer';
/** A price change or an offer that the server asks for. `price` is what the companion has just read. In whole units of its currency. */
export type Wish = {
  call: 'update' | 'offer';
  listing: string;
  title: string;
  price: number;
  to: number;
  currency: string;
};
export type Question = Wish & { because: 'far_below' | 'far_above' | 'many'; askedAt: number; answer?: 'yes' | 'no' };

/** What the companion remembers of a listing whose price it changed: what it cost before, and which prices it tried to set since. */
export type PriceMemory = Record<string, { before: number; since: number; tried: number[] }>;
/** How many writes of each kind there were, by the hour since 1970. */
export type WriteCounts = Record<string, Partial<Record<WriteCall, number>>>;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Drops and offers within this time add up. */
const weekMs = 7 * dayMs;
/** A price or an offer below half of what the listing cost is asked about. Hangtag's own offers go down to that. */
const leastPart = 0.5;
/** A price above three times what the listing cost is asked about. Hangtag's own advice stays far below that. */
const mostTimes = 3;
/** In any 24 hours. Nobody shares more than the highest limit that Hangtag has, so more shares are refused without a question. */
export const mostADay = { share: dailyLimit.most, update: 500, offer: 200 } as const;
const mostQuestions = 20;
const mostTried = 20;

/** Whether a question or its answer still counts. */
const isCurrent = ({ askedAt }: Question, now: number): boolean => now - askedAt < dayMs;
export const openQuestions = (asked: readonly Question[] = [], now: number): Question[] =>
  asked.filter((question) => question.answer === undefined && isCurrent(question, now));

const isSame = (one: Wish, other: Wish): boolean =>
  one.call === other.call && one.listing === other.listing && one.price === other.price && one.to === other.to;

/** Decides about a wish. `once`: the seller said yes to exactly this, and it is used up with it. */
export function judgeWish(
  wish: Wish,
  { prices, counts, asked, now }: { prices: PriceMemory; counts: WriteCounts; asked: readonly Question[]; now: number },
): 'fine' | 'once' | 'denied' | Question['because'] {
  const because = whyAsk(wish, { prices, counts, now });
  if (because === null) return 'fine';
  const current = asked.filter((question) => isCurrent(question, now));
  if (current.some((question) => question.answer === 'no' && isNoBetter(wish, question))) return 'denied';
  return current.some((question) => question.answer === 'yes' && isSame(question, wish)) ? 'once' : because;
}

/** A no also answers what is just as low, or just as high, whatever the listing costs by then. */
const isNoBetter = (wish: Wish, { call, listing, to, because }: Question): boolean =>
  wish.call === call && wish.listing === listing && (because === 'far_above' ? wish.to >= to : wish.to <= to);

function whyAsk(
  wish: Wish,
  { prices, counts, now }: { prices: PriceMemory; counts: WriteCounts; now: number },
): Question['because'] | null {
  const known = knownOf(prices, wish, now);
  const before = known?.before ?? wish.price;
  if (wish.to < leastPart * before) return 'far_below';
  if (wish.to > mostTimes * before) return 'far_above';
  const isRestless = known !== undefined && known.tried.length >= mostTried;
  return isRestless || isFull(counts, wish.call, now) ? 'many' : null;
}

/** Only while the listing has a price that the companion set itself: what the seller set since is what it costs. */
function knownOf(prices: PriceMemory, { listing, price }: Wish, now: number): PriceMemory[string] | undefined {
  const known = Object.hasOwn(prices, listing) ? prices[listing] : undefined;
  const isOurs = known !== undefined && (known.before === price || known.tried.includes(price));
  return isOurs && now - known.since < weekMs ? known : undefined;
}

/**
 * The memory of prices with a change that is about to be sent, and without what is older than a week. A price that the seller said yes
 * to is what the listing costs from then on.
 */
export function withChange(
  prices: PriceMemory,
  wish: Wish,
  { now, isAgreed }: { now: number; isAgreed: boolean },
): PriceMemory {
  const kept = Object.fromEntries(Object.entries(prices).filter(([, { since }]) => now - since < weekMs));
  if (wish.call !== 'update') return kept;
  if (isAgreed) return { ...kept, [wish.listing]: { before: wish.to, since: now, tried: [wish.to] } };
  const { before, since, tried } = knownOf(prices, wish, now) ?? { before: wish.price, since: now, tried: [] };
  return { ...kept, [wish.listing]: { before, since, tried: [...new Set([...tried, wish.to])].slice(-mostTried) } };
}

export const isFull = (counts: WriteCounts, call: WriteCall, now: number): boolean =>
  Object.values(countsSince(counts, now)).reduce((sum, count) => sum + (count[call] ?? 0), 0) >= mostADay[call];

export function withOneMore(counts: WriteCounts, call: WriteCall, now: number): WriteCounts {
  const hour = String(Math.floor(now / hourMs));
  const kept = countsSince(counts, now);
  return { ...kept, [hour]: { ...kept[hour], [call]: (kept[hour]?.[call] ?? 0) + 1 } };
}

/** After a yes, as many again need no question: a seller with 3,000 listings may change all prices in a day. */
export const withoutAll = (counts: WriteCounts, call: WriteCall): WriteCounts =>
  Object.fromEntries(Object.entries(counts).map(([hour, count]) => [hour, { ...count, [call]: 0 }]));

const countsSince = (counts: WriteCounts, now: number): WriteCounts =>
  Object.fromEntries(Object.entries(counts).filter(([hour]) => (Number(hour) + 1) * hourMs > now - dayMs));

/** The questions with this one, once, and without those that are too old. */
export const withQuestion = (asked: readonly Question[], question: Question): Question[] =>
  [
    ...asked.filter((one) => isCurrent(one, question.askedAt) && !isSame(one, question)),
    asked.find((one) => isCurrent(one, question.askedAt) && isSame(one, question)) ?? question,
  ].slice(-mostQuestions);

export const without = (asked: readonly Question[], wish: Wish): Question[] =>
  asked.filter((question) => !isSame(question, wish));

export const answered = (asked: readonly Question[], wish: Wish, answer: 'yes' | 'no'): Question[] =>
  asked.map((question) => (isSame(question, wish) ? { ...question, answer } : question));
