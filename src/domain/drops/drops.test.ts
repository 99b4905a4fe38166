import { describe, expect, it } from 'vitest';
import { matchFacts } from '../selling/match.ts';
import { instantOf } from '../time.ts';
import { type Choice, chooser, type DropListing, planCalendar, planDay } from './choose-drops.ts';
import { firstDayOf, isDueOn, nextDueAt, nextPortion, planProblems, type StoredPlan, spanOn } from './plan.ts';

const zone = 'America/New_York';
const now = instantOf('2026-03-02', '08:00', zone);
const today = '2026-03-02';

const plan = (over: object = {}): StoredPlan =>
  ({
    ...{ id: '1', name: 'Weekly', enabled: true, match: {}, percent: 10, everyDays: 7, at: '09:00', mostADay: 50 },
    ...{ floor: { kind: 'listing' }, restDays: 7, firstDay: today },
    ...over,
  }) as StoredPlan;

type Given = Partial<DropListing> & {
  price?: number | null;
  lowest?: number;
  floor?: number;
  likes?: number;
  ageDays?: number;
};
function listing(id: string, { price = 40, lowest, floor, likes = 0, ageDays = 30, ...more }: Given = {}): DropListing {
  const cents = (dollars: number | null | undefined) => (dollars == null ? null : dollars * 100);
  const listedAt = now - ageDays * 86_400_000;
  const of = { brand: null, department: null, category: null, subcategory: null, condition: null, shelf: null };
  return {
    ...{ id, currency: 'USD', costCents: null, listedAt, changedOn: null, isChanging: false },
    ...{ priceCents: cents(price), lowestCents: cents(lowest), floorCents: cents(floor) },
    facts: matchFacts({ ...of, title: 'Jeans', listedAt, likes, priceCents: cents(price) }, now),
    ...more,
  };
}
const none = { listingIds: new Set<string>(), byPlan: new Map<string, number>() };
const choose = (over: object, ...listings: DropListing[]): Choice[] =>
  chooser(plan(over))(listings, { day: today, taken: new Set(), room: 50 });
/** The new price in dollars, or why there is none. */
const outcome = ({ drop, blocked }: Choice): number | string => (drop === null ? blocked : drop.newCents / 100);

describe('a drop', () => {
  const profit = (dollars: number) => ({ floor: { kind: 'profit', minProfitCents: dollars * 100 } });
  it.each<[string, object, Given, number | string]>([
    ['is 10 % below the present price if no lower one is known', {}, {}, 36],
    ['is 10 % below the lowest price, and not below the present one', {}, { lowest: 30 }, 27],
    ['is rounded down, so that it is never less than that', {}, { price: 35 }, 31],
    ['takes the present price if that is the lowest', {}, { price: 30, lowest: 40 }, 27],
    ['may be deeper', { percent: 25 }, { price: 50 }, 37],
    ['stops at the floor where that is still 10 % below the lowest', { percent: 30 }, { floor: 35 }, 35],
    ['is left out where the floor is closer than that', {}, { floor: 37 }, 'below_floor'],
    ['is left out at the floor price itself', {}, { floor: 40 }, 'below_floor'],
    ['never goes below what the marketplace takes', { percent: 50 }, { price: 4 }, 3],
    ['is left out where that is too close', {}, { price: 3 }, 'below_minimum'],
    ['leaves the least profit: $36 leave $28.80', profit(8), { costCents: 2_000 }, 36],
    ['stops where the profit is that', { percent: 30, ...profit(8) }, { costCents: 2_000 }, 35],
    ['is left out where it would leave less', profit(9), { costCents: 2_000 }, 'below_profit'],
    ['waits for a cost', profit(0), {}, 'cost_unknown'],
    ['in another currency has no known profit', profit(0), { currency: 'CAD', costCents: 1 }, 'fees_unknown'],
    ['in another currency keeps to the floor price', {}, { currency: 'CAD', floor: 20 }, 36],
    ['of more than 60 % needs the seller', {}, { price: 100, lowest: 40 }, 'large_change'],
    ['needs a price', {}, { price: null }, 'price_unknown'],
    ['waits for a change that is on its way', {}, { isChanging: true }, 'changing'],
    ['rests after a change', {}, { changedOn: '2026-02-24' }, 'resting'],
    ['goes when it has rested', {}, { changedOn: '2026-02-23' }, 36],
    ['needs no rest with 0 days', { restDays: 0 }, { changedOn: today }, 36],
  ])('%s', (_, over, given, expected) => {
    expect(choose(over, listing('1', given)).map(outcome)).toEqual([expected]);
  });

  it('is for listings that match, and not for those of which that isn’t known', () => {
    const listings = [listing('1', { ageDays: 59 }), listing('2', { ageDays: 60 }), listing('3')];
    const unknown = { ...listing('4'), facts: { ...listing('4').facts, ageDays: null } };
    expect(choose({ match: { minAgeDays: 60 } }, ...listings, unknown).map((choice) => choice.listing.id)).toEqual([
      '2',
    ]);
  });

  it('goes to the most liked first, then to the oldest, up to the number a day', () => {
    const listings = [
      listing('1'),
      listing('2', { ageDays: 90 }),
      listing('3', { likes: 2 }),
      listing('4', { floor: 40 }),
    ];
    const choices = chooser(plan())(listings, { day: today, taken: new Set(), room: 2 });
    expect(choices.map((choice) => [choice.listing.id, outcome(choice)])).toEqual([
      ['3', 36],
      ['2', 36],
      ['1', 'day_full'],
      ['4', 'below_floor'],
    ]);
  });
});

describe('due days', () => {
  it.each<[string, object, string, boolean]>([
    ['the first day', {}, '2026-03-02', true],
    ['a week later, over a change of the clocks', {}, '2026-03-09', true],
    ['another day', {}, '2026-03-08', false],
    ['before the first day', {}, '2026-02-23', false],
    ['switched off', { enabled: false }, '2026-03-02', false],
    ['a date', { everyDays: undefined, dates: ['2026-03-08'] }, '2026-03-08', true],
    ['no date', { everyDays: undefined, dates: ['2026-03-08'] }, '2026-03-09', false],
  ])('%s', (_, over, day, expected) => expect(isDueOn(plan(over), day)).toBe(expected));

  it('begin at the local time, also on the weekends of clock changes', () => {
    const at = (day: string, time: string, place = zone) =>
      new Date(spanOn(plan({ at: time }), day, place).startsAt).toISOString();
    expect(at('2026-03-07', '02:30')).toBe('2026-03-07T07:30:00.000Z');
    // Skipped on this night: the change itself.
    expect(at('2026-03-08', '02:30')).toBe('2026-03-08T07:00:00.000Z');
    expect(at('2026-03-09', '02:30')).toBe('2026-03-09T06:30:00.000Z');
    // Twice on this night: the first one.
    expect(at('2026-11-01', '01:30')).toBe('2026-11-01T05:30:00.000Z');
  });

  it('are found from a day on, and never for dates that are over', () => {
    expect(nextDueAt(plan(), '2026-03-03', zone)).toBe(instantOf('2026-03-09', '09:00', zone));
    expect(nextDueAt(plan({ everyDays: undefined, dates: ['2026-03-01'] }), today, zone)).toBeNull();
    expect(nextDueAt(plan({ enabled: false }), today, zone)).toBeNull();
  });

  it('begin today if the time is still ahead, and a date of today is made up', () => {
    expect(firstDayOf(plan(), now, zone)).toBe(today);
    expect(firstDayOf(plan({ at: '08:00' }), now, zone)).toBe('2026-03-03');
    expect(firstDayOf(plan({ at: '08:00', everyDays: undefined, dates: [today] }), now, zone)).toBe(today);
  });

  it('spread their drops until 9 PM, and late ones over an hour, but not past midnight', () => {
    const hours = (time: string) => {
      const { startsAt, endsAt } = spanOn(plan({ at: time }), today, zone);
      return (endsAt - startsAt) / 3_600_000;
    };
    expect([hours('09:00'), hours('20:30'), hours('23:30')]).toEqual([12, 1, 0.5]);
  });
});

describe('the portions of a day', () => {
  const day = { startsAt: instantOf(today, '09:00', zone), endsAt: instantOf(today, '21:00', zone) };
  const portions = (left: number, from: number): { at: number; count: number }[] => {
    const { count, nextAt } = nextPortion(left, { now: from, endsAt: day.endsAt });
    const first = { at: (from - day.startsAt) / 60_000, count };
    return nextAt === null ? [first] : [first, ...portions(left - count, nextAt)];
  };
  it.each([
    [1, 0, 1],
    [20, 0, 20],
    [500, 0, 144],
    [20, 710, 2],
    [20, 900, 1],
  ])('of %i drops that begin after %i minutes are %i, and drop all of them', (left, after, expected) => {
    const all = portions(left, day.startsAt + after * 60_000);
    expect(all.reduce((sum, { count }) => sum + count, 0)).toBe(left);
    expect(all).toHaveLength(expected);
    expect(Math.max(...all.map(({ at }) => at))).toBeLessThanOrEqual(Math.max(720, after));
    const counts = all.slice(0, -1).map(({ count }) => count);
    if (counts.length > 0) expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
  });
});

describe('the plans of one day', () => {
  const two = [plan({ match: { minLikes: 1 } }), plan({ id: '2', percent: 20 })];
  const listings = [listing('1', { likes: 3 }), listing('2'), listing('3')];
  const chosen = (dropped = none, plans = two) =>
    planDay(plans, { listings, day: today, dropped }).map(({ plan: { id }, choices }) => [
      id,
      ...choices.map((choice) => `${choice.listing.id}: ${outcome(choice)}`),
    ]);

  it('never drop one listing twice: the first plan in the seller’s order has it', () => {
    expect(chosen()).toEqual([
      ['1', '1: 36'],
      ['2', '2: 32', '3: 32'],
    ]);
    expect(chosen(none, two.toReversed())).toEqual([['2', '1: 32', '2: 32', '3: 32'], ['1']]);
  });

  it('count what was dropped by hand, by listing and toward the number a day', () => {
    const dropped = { listingIds: new Set(['3']), byPlan: new Map([['2', 1]]) };
    expect(chosen(dropped, [plan({ id: '2', mostADay: 2 })])).toEqual([['2', '1: 36']]);
  });
});

describe('the calendar', () => {
  const at = { listings: [listing('1')], today, zone, dropped: none };
  const shown = (plans: StoredPlan[], over: object = {}) =>
    planCalendar(plans, { ...at, ...over }).flatMap(({ date, plans: due }) =>
      due.map(({ planId, drops, offCents }) => `${date} ${planId}: ${drops} by $${offCents / 100}`),
    );

  it('has four weeks, and each drop begins at the price that the last one made', () => {
    expect(planCalendar([plan()], at)).toHaveLength(28);
    expect(shown([plan()])).toEqual([
      '2026-03-02 1: 1 by $4',
      '2026-03-09 1: 1 by $4',
      '2026-03-16 1: 1 by $4',
      '2026-03-23 1: 1 by $3',
    ]);
  });

  it('ends where the floor is', () => {
    const listings = [listing('1', { floor: 34 })];
    expect(shown([plan({ everyDays: 14, restDays: 14 })], { listings })).toEqual([
      '2026-03-02 1: 1 by $4',
      '2026-03-16 1: 0 by $0',
    ]);
  });

  it('lets listings grow old enough, and rest', () => {
    const listings = [listing('1', { ageDays: 29 }), listing('2', { changedOn: today })];
    const plans = [plan({ everyDays: 1, match: { minAgeDays: 30 }, restDays: 20 })];
    expect(shown(plans, { listings }).filter((line) => !line.includes('by $0'))).toEqual([
      '2026-03-03 1: 1 by $4',
      '2026-03-22 1: 1 by $4',
      '2026-03-23 1: 1 by $4',
    ]);
  });
});

describe('a plan that can’t do what it says', () => {
  const problemsOf = (over: object, known: object = {}) =>
    Object.keys(planProblems(plan(over), { today, storedDates: [], dearestCents: null, ...known }));
  const profit = (dollars: number) => ({ floor: { kind: 'profit', minProfitCents: dollars * 100 } });
  it.each<[string, object, object, string[]]>([
    ['a date that is over', { dates: ['2026-03-01', '2026-03-02'] }, {}, ['dates.0']],
    ['one that was ahead when it was saved', { dates: ['2026-03-01'] }, { storedDates: ['2026-03-01'] }, []],
    ['more profit than the dearest listing leaves', profit(29), { dearestCents: 4_000 }, ['floor.minProfitCents']],
    ['as much as it leaves', profit(28.8), { dearestCents: 4_000 }, []],
    ['more than its highest price leaves', { match: { maxPrice: 40 }, ...profit(29) }, {}, ['floor.minProfitCents']],
    ['a highest price that can’t drop', { match: { maxPrice: 3 } }, {}, ['match.maxPrice']],
    ['the lowest one that can', { match: { maxPrice: 4 } }, {}, []],
    ['a plan that is off', { enabled: false, ...profit(29) }, { dearestCents: 4_000 }, []],
    ['no listings yet', profit(29), {}, []],
  ])('%s', (_, over, known, expected) => expect(problemsOf(over, known)).toEqual(expected));
});
