import { describe, expect, it } from 'vitest';
import {
  answered,
  isFull,
  judgeWish,
  mostADay,
  openQuestions,
  type PriceMemory,
  type Question,
  type Wish,
  type WriteCounts,
  withChange,
  withOneMore,
  without,
  withoutAll,
  withQuestion,
} from './bounds.ts';

const hour = 3_600_000;
const day = 24 * hour;
const now = 400 * day;
const wish = (change: Partial<Wish> = {}): Wish => ({
  call: 'update',
  listing: 'a',
  title: 'Boots',
  price: 100,
  to: 80,
  currency: 'USD',
  ...change,
});
const nothing = { prices: {}, counts: {}, asked: [], now };
const changed = (steps: [from: number, to: number, at?: number][]): PriceMemory =>
  steps.reduce<PriceMemory>(
    (prices, [price, to, at = now]) => withChange(prices, wish({ price, to }), { now: at, isAgreed: false }),
    {},
  );

describe('what a server may do without a question', () => {
  it.each<[string, Partial<Wish>, string, PriceMemory?]>([
    ['a price that is 20 % lower', {}, 'fine'],
    ['a price at half', { to: 50 }, 'fine'],
    ['a price below half', { to: 49 }, 'far_below'],
    ['$2,400 to $3', { price: 2400, to: 3 }, 'far_below'],
    ['a price at three times', { to: 300 }, 'fine'],
    ['a price above three times', { to: 301 }, 'far_above'],
    ['$40 to $40,000', { price: 40, to: 40_000 }, 'far_above'],
    ['a second raise of the week that adds up to more', { price: 200, to: 301 }, 'far_above', changed([[100, 200]])],
    ['a raise of a price that the seller has set since', { price: 250, to: 700 }, 'fine', changed([[100, 200]])],
    ['an offer at half the price', { call: 'offer', to: 50 }, 'fine'],
    ['an offer of $1', { call: 'offer', to: 1 }, 'far_below'],
    ['a second drop of the week that adds up to less than half', { price: 60, to: 50 }, 'fine', changed([[100, 60]])],
    ['a second drop that adds up to more', { price: 60, to: 49 }, 'far_below', changed([[100, 60]])],
    [
      'the third of three drops that add up',
      { price: 55, to: 45 },
      'far_below',
      changed([
        [100, 60],
        [60, 55],
      ]),
    ],
    [
      'an offer on a price that was just dropped',
      { call: 'offer', price: 60, to: 40 },
      'far_below',
      changed([[100, 60]]),
    ],
    ['a drop after one that may not have arrived', { price: 100, to: 49 }, 'far_below', changed([[100, 60]])],
    [
      'a drop after one that was refused after one that was made',
      { price: 60, to: 45 },
      'far_below',
      changed([
        [100, 60],
        [60, 59],
      ]),
    ],
    ['the undo of a raise', { price: 300, to: 100 }, 'fine', changed([[100, 300]])],
    ['a drop of a price that the seller has set since', { price: 90, to: 45 }, 'fine', changed([[100, 60]])],
    ['a drop after the seller raised it', { price: 400, to: 150 }, 'far_below', changed([[100, 60]])],
    ['a drop a week later', { price: 60, to: 30 }, 'fine', changed([[100, 60, now - 7 * day]])],
  ])('%s', (_, change, expected, prices = {}) => {
    expect(judgeWish(wish(change), { ...nothing, prices })).toBe(expected);
  });

  it('is no more than 20 changes of one listing in a week', () => {
    const steps = Array.from({ length: 20 }, (_, n): [number, number] => [100 + n, 101 + n]);
    expect(judgeWish(wish({ price: 119, to: 120 }), { ...nothing, prices: changed(steps.slice(0, 19)) })).toBe('fine');
    expect(judgeWish(wish({ price: 120, to: 121 }), { ...nothing, prices: changed(steps) })).toBe('many');
  });

  it.each(['update', 'offer'] as const)('is so many of each in any 24 hours: %s', (call) => {
    let counts: WriteCounts = {};
    for (let n = 0; n < mostADay[call]; n += 1) {
      expect(judgeWish(wish({ call }), { ...nothing, counts })).toBe('fine');
      counts = withOneMore(counts, call, now - 20 * hour + n);
    }
    expect(judgeWish(wish({ call }), { ...nothing, counts })).toBe('many');
    expect(isFull(counts, 'share', now)).toBe(false);
    expect(judgeWish(wish({ call }), { ...nothing, counts: withoutAll(counts, call) })).toBe('fine');
    expect(judgeWish(wish({ call }), { ...nothing, counts, now: now + 5 * hour })).toBe('fine');
    expect(Object.keys(withOneMore(counts, call, now + 5 * hour))).toHaveLength(1);
  });
});

describe('a question', () => {
  const big = wish({ price: 2400, to: 3 });
  const question: Question = { ...big, because: 'far_below', askedAt: now };
  const yes = answered([question], big, 'yes');

  it('is open once, for a day, until it is answered', () => {
    const asked = withQuestion(withQuestion([], question), { ...question, askedAt: now + hour });
    expect(openQuestions(asked, now + hour)).toEqual([question]);
    expect(openQuestions(asked, now + day)).toEqual([]);
    expect(openQuestions(yes, now)).toEqual([]);
  });

  it('that was answered with yes allows exactly that change, once', () => {
    expect(judgeWish(big, { ...nothing, asked: yes })).toBe('once');
    for (const other of [{ to: 2 }, { price: 2399 }, { listing: 'b' }, { call: 'offer' as const }])
      expect(judgeWish({ ...big, ...other }, { ...nothing, asked: yes })).toBe('far_below');
    expect(judgeWish(big, { ...nothing, asked: without(yes, big) })).toBe('far_below');
    expect(judgeWish(big, { ...nothing, asked: yes, now: now + day })).toBe('far_below');
  });

  it('that was answered with yes makes the new price the one that later ones are compared with', () => {
    const agreed = withChange({}, big, { now, isAgreed: true });
    expect(judgeWish(wish({ price: 3, to: 2 }), { ...nothing, prices: agreed })).toBe('fine');
    // If the change didn't arrive, the old price is.
    expect(judgeWish(wish({ price: 2400, to: 2 }), { ...nothing, prices: agreed })).toBe('far_below');
  });

  it('that was answered with no is not asked again that day', () => {
    const no = answered([question], big, 'no');
    expect(judgeWish(big, { ...nothing, asked: no })).toBe('denied');
    expect(judgeWish({ ...big, price: 2000, to: 2 }, { ...nothing, asked: no })).toBe('denied');
    expect(judgeWish({ ...big, to: 4 }, { ...nothing, asked: no })).toBe('far_below');
    const high = wish({ price: 40, to: 40_000 });
    const noRaise = answered([{ ...high, because: 'far_above', askedAt: now }], high, 'no');
    expect(judgeWish({ ...high, to: 50_000 }, { ...nothing, asked: noRaise })).toBe('denied');
    expect(judgeWish({ ...high, to: 39_000 }, { ...nothing, asked: noRaise })).toBe('far_above');
    expect(judgeWish({ ...high, to: 44 }, { ...nothing, asked: noRaise })).toBe('fine');
    expect(openQuestions(withQuestion(no, { ...question, askedAt: now + hour }), now + hour)).toEqual([]);
  });

  it('is one of twenty at most', () => {
    const many = Array.from({ length: 30 }, (_, to): Question => ({ ...question, to }));
    const asked = many.reduce<Question[]>(withQuestion, []);
    expect(asked.map(({ to }) => to)).toEqual(many.slice(10).map(({ to }) => to));
  });
});
