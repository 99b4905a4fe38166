import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leastPrice } from '../../money.ts';
import { earningsFrom } from '../../sales/earnings.ts';
import { abstained, demand, estimated, evidence, listedFor, offered, unknown } from './advice.fixture.ts';
import { advise, type ItemValue, leastEarnings, standingReasons } from './advice.ts';
import { type Decider, decidedBy } from './confidence.ts';
import type { Direction, Offered } from './decide.ts';
import type { Demand } from './demand.ts';
import { reasonMessage } from './reason-messages.ts';
import type { Band, Reason } from './reasons.ts';

/** Its kind and its figures. Of the usual prices, what such items are listed for and sell for, and which of both is seen alone. */
function brief(reason: Reason): string {
  if (reason.kind === 'demand') return `demand ${reason.level}`;
  if (reason.kind !== 'position') return figuresOf(reason).join(' ').trim();
  const { ask, sale, seen } = reason.usual;
  return `${reason.band} ${ask / 100}/${sale / 100}${seen === 'both' ? '' : ` by ${seen}`}`;
}
const figuresOf = (fact: unknown): unknown[] => {
  if (typeof fact === 'number') return [Math.round(fact)];
  return typeof fact === 'object' && fact !== null ? Object.values(fact).flatMap(figuresOf) : [fact];
};

const [high, low] = [demand('high'), demand('low')];
const changed = (dollars: number, way: 'up' | 'down', daysAgo: number) =>
  offered(dollars, { changed: { way, daysAgo } });
/** Of 100 comparables, so many are sales. */
const soldBy = (sold: number) => listedFor(42, 0.3, { evidence: { ...evidence, sold } });

describe('the advice', () => {
  /** What the listing and its value become: a direction, a price, and the reasons, the deciding one first. */
  const rows: [string, [Offered, ItemValue, Demand?], string][] = [
    ['lowers what asks more than most', [offered(55), listedFor(42)], 'decrease 45: above 42/34, listed 30'],
    // Asking prices leave room for offers.
    ['keeps what costs more than it sells for', [offered(42), listedFor(42, 0.2), low], 'maintain 42: inside 42/34'],
    [
      'lowers by a quarter at most, even after rounding, and names the final price',
      [offered(57), listedFor(30)],
      'decrease 43: far_above 30/24, listed 30, first_step down 25 3200',
    ],
    [
      'names the floor price as the end of the steps, if they would lead below it',
      [offered(100, { floorPrice: 6000 }), listedFor(30)],
      'decrease 75: far_above 30/24, listed 30, first_step down 25 6000',
    ],
    [
      'calls no cut a first step that leaves less to the floor price than is worth mentioning',
      [offered(100, { floorPrice: 7400 }), listedFor(30)],
      'decrease 75: far_above 30/24, listed 30',
    ],
    [
      'leads no steps to a price that would leave too little',
      [offered(12), listedFor(4)],
      'decrease 9: far_above 4/3, listed 30, first_step down 25 600',
    ],
    [
      'says of $200 for an item of $57 to $125 that $150 is a first step',
      [offered(200), { sale: estimated(84, 0.306, {}), ask: estimated(105, 0.306, {}) }],
      'decrease 150: far_above 105/84, listed 30, first_step down 25 11300',
    ],
    [
      'lowers by a tenth at least where likers would be notified',
      [offered(50, { likes: 5 }), listedFor(45, 0.1)],
      'decrease 45: above 45/36, listed 30, likers 5',
    ],
    ['lowers from the first day', [offered(60, { ageDays: 0 }), listedFor(42)], 'decrease 45: above 42/34, listed 0'],
    [
      'raises what is far below the usual for longer, unless few like it',
      [offered(25, { ageDays: 90 }), listedFor(42)],
      'increase 28: far_below 42/34, listed 90, first_step up 15 4200',
    ],
    ['keeps a little low', [offered(31, { ageDays: 90 }), listedFor(42)], 'maintain 31: unsold 90 false, below 42/34'],
    [
      'keeps the price of one that gets likes for longer',
      [offered(60, { ageDays: 40 }), listedFor(42), high],
      'maintain 60: too_new 40 45, demand high, above 42/34',
    ],
    [
      'lowers what is new',
      [offered(55, { ageDays: 5 }), listedFor(42), low],
      'decrease 45: above 42/34, demand low, listed 5',
    ],
    ['keeps without a date', [offered(60, { ageDays: null }), listedFor(42)], 'maintain 60: age_unknown, above 42/34'],
    [
      'raises what is cheap and wanted, by 15 % at most, and names the final price',
      [offered(30, { ageDays: 60 }), listedFor(42), high],
      'increase 34: below 42/34, demand high, listed 60, first_step up 15 4200',
    ],
    [
      'leads raises to the price that it says such items are listed for, with cents in it or not',
      [offered(40, { ageDays: 60 }), listedFor(68.6), high],
      'increase 46: far_below 69/55, demand high, listed 60, first_step up 15 6860',
    ],
    [
      'raises what is cheap and new, and never above what is usual',
      [offered(30, { ageDays: 4 }), listedFor(33, 0.1), demand('medium')],
      'increase 33: below 33/26, listed 4',
    ],
    [
      'keeps $7 against $12 with many likes, if it was on sale too long, and says so',
      [offered(7, { ageDays: 200 }), listedFor(12, 0.4), high],
      'maintain 7: unsold 200 true, demand high, far_below 12/10',
    ],
    [
      'keeps $6 against $12, if a step would be less than a dollar, and says so',
      [offered(6, { ageDays: 10 }), listedFor(12, 0.4), high],
      'maintain 6: under_a_dollar 15, far_below 12/10',
    ],
    ['keeps what few like', [offered(30, { ageDays: 4 }), listedFor(42), low], 'maintain 30: demand low, below 42/34'],
    ['waits after any change', [changed(100, 'down', 0), listedFor(50)], 'maintain 100: rests down 0, far_above 50/40'],
    ['waits even at a usual price', [changed(50, 'down', 1), listedFor(50)], 'maintain 50: rests down 1, inside 50/40'],
    ['goes on after a week', [changed(100, 'down', 7), listedFor(70)], 'decrease 75: above 70/56, listed 30'],
    [
      'takes back what was raised much too far, without waiting',
      [changed(100, 'up', 0), listedFor(50)],
      'decrease 75: far_above 50/40, listed 30, first_step down 25 5400',
    ],
    // Of $4, $1.05 would be left.
    ['does not cut $5 to $4', [offered(5), listedFor(3.4)], 'maintain 5: little_left 400 105, far_above 3/3'],
    ['leaves enough', [offered(8), listedFor(4, 0.3)], 'decrease 6: far_above 4/3, listed 30, little_left 500 205'],
    [
      'stops at a floor',
      [offered(55, { floorPrice: 5000 }), listedFor(42)],
      'decrease 50: above 42/34, listed 30, floor 5000',
    ],
    ['keeps at the floor', [offered(55, { floorPrice: 5500 }), listedFor(42)], 'maintain 55: floor 5500, above 42/34'],
    ['keeps below it', [offered(55, { floorPrice: 7000 }), listedFor(42)], 'maintain 55: floor 7000, above 42/34'],
    [
      'keeps a price below the seller’s floor, if no raise comes up to it, and says so',
      [offered(30, { ageDays: 4, floorPrice: 5000 }), listedFor(42)],
      'maintain 30: below_floor 3400 5000, below 42/34',
    ],
    // Wider than fourfold.
    ['keeps if the range is too wide', [offered(200), listedFor(42, 0.7), low], 'maintain 200: wide_range 1370 8239'],
    [
      'keeps where too few comps are of the same type, whatever else is alike',
      [offered(200), listedFor(42, 0.3, { evidence: { ...evidence, sameKind: { all: 4, sold: 1 } } }), low],
      'maintain 200: too_few_alike 4',
    ],
    [
      'keeps where only the prior speaks',
      [offered(200), listedFor(42, 0.3, { basis: 'prior' }), low],
      'maintain 200: prior_only, far_above 42/34 by none',
    ],
    ['keeps unknown', [offered(200), { sale: abstained, ask: abstained }], 'maintain 200: no_estimate unknown_thing'],
    // Which of both prices is an assumption.
    ['says if there are no asks', [offered(42), soldBy(100)], 'maintain 42: inside 42/34 by sales'],
    ['says if there are no sales', [offered(42), soldBy(0)], 'maintain 42: inside 42/34 by asks'],
  ];
  it.each(rows)('%s', (_, [listing, value, wanted = unknown], becomes) => {
    const advice = advise({ listing, value, demand: wanted });
    expect(`${advice.direction} ${advice.suggested / 100}: ${advice.reasons.map(brief).join(', ')}`).toBe(becomes);
    // Where it abstains, it has no confidence.
    const isAdvised = !/wide_range|too_few_alike|prior_only|no_estimate/.test(becomes);
    expect([advice.isAdvised, advice.confidence > 0, decidedBy(advice) !== 'nothing']).toEqual(
      Array(3).fill(isAdvised),
    );
    expect(advice.earnings).toEqual({ before: earningsFrom(listing.price), after: earningsFrom(advice.suggested) });
    expect(advice.reasons.map(reasonMessage).join(' ')).not.toMatch(/undefined|NaN|null/);
  });

  it('keeps its bounds for every price and estimate, in whole dollars', () => {
    fc.assert(
      fc.property(
        fc.record({
          dollars: fc.integer({ min: 3, max: 900 }),
          usual: fc.double({ min: 2, max: 900, noNaN: true }),
          likes: fc.integer({ min: 0, max: 9 }),
          ageDays: fc.option(fc.integer({ min: 0, max: 400 })),
          floorPrice: fc.option(fc.integer({ min: 300, max: 90_000 })),
          wanted: fc.constantFrom(unknown, demand('high'), demand('medium'), demand('low')),
        }),
        ({ dollars, usual, wanted, ...over }) => {
          const listing = offered(dollars, over);
          const { direction, suggested, reasons, confidence } = advise({
            listing,
            value: listedFor(usual),
            demand: wanted,
          });
          expect(suggested % 100).toBe(0);
          expect(reasons.length).toBeGreaterThan(0);
          expect(confidence).toBeGreaterThanOrEqual(0);
          expect(Math.sign(suggested - listing.price)).toBe({ increase: 1, decrease: -1, maintain: 0 }[direction]);
          // In whole numbers: 480 * 1.15 is a little less than 552 here.
          expect(suggested * 100).toBeGreaterThanOrEqual(listing.price * 75);
          expect(suggested * 100).toBeLessThanOrEqual(listing.price * 115);
          for (const reason of reasons)
            if (reason.kind === 'little_left') expect(reason.price).toBeGreaterThanOrEqual(leastPrice);
          if (direction === 'maintain') return;
          expect(suggested).toBeGreaterThanOrEqual(listing.floorPrice ?? 0);
          if (direction === 'increase') return;
          expect(earningsFrom(suggested)).toBeGreaterThanOrEqual(leastEarnings);
          for (const reason of reasons) {
            if (reason.kind !== 'first_step') continue;
            const { toward } = reason;
            expect(toward).toBeLessThan(suggested);
            expect(toward).toBeGreaterThanOrEqual(listing.floorPrice ?? 0);
            expect(earningsFrom(toward)).toBeGreaterThanOrEqual(leastEarnings);
          }
        },
      ),
    );
  });

  it.each<[string, Offered, Demand, Decider, number | null]>([
    ['a usual price is kept by its chance', offered(42), unknown, 'chance', null],
    ['a usual one just changed, too', offered(42, { changed: { way: 'up', daysAgo: 1 } }), unknown, 'chance', null],
    ['a rule lets what is wanted wait', offered(90), demand('high'), 'rule', 0.79],
    ['a rule keeps what has no date', offered(90, { ageDays: null }), unknown, 'rule', 0.64],
    ['a rule keeps what is cheap and not wanted', offered(20), demand('low'), 'rule', 0.6],
    ['a rule keeps what was left at a low price', offered(20, { ageDays: 400 }), unknown, 'rule', 0.63],
    ['a rule keeps a low price below its floor', offered(20, { floorPrice: 4000 }), unknown, 'rule', 0.4],
  ])(
    'says the chance that keeping is right, or how often the rule was: %s',
    (_, listing, wanted, decider, confidence) => {
      const advice = advise({ listing, value: listedFor(42), demand: wanted });
      expect([advice.direction, decidedBy(advice)]).toEqual(['maintain', decider]);
      if (confidence !== null) expect(advice.confidence).toBe(confidence);
      else expect(advice.confidence).toBeGreaterThan(0.45);
    },
  );

  it('is as sure of a change as others ask less or more, and of keeping as they ask about the same', () => {
    const sure = (dollars: number, usual: number, deviation?: number) =>
      advise({ listing: offered(dollars), value: listedFor(usual, deviation), demand: unknown }).confidence;
    expect(sure(100, 40)).toBeGreaterThan(0.95);
    expect(sure(42, 42, 0.15)).toBeGreaterThan(0.75);
    expect(sure(42, 42, 0.3)).toBeGreaterThan(0.45);
    // The same price among less certain ones is less surely right.
    expect(sure(42, 42, 0.3)).toBeLessThan(sure(42, 42, 0.15));
  });
});

it('no usual price is below the lowest that the marketplace accepts, and that one is not too high', () => {
  const advice = advise({ listing: offered(3), value: listedFor(2.4, 0.1), demand: unknown });
  expect(advice.direction).toBe('maintain');
  expect(advice.reasons.map(brief)).toEqual(['inside 3/3']);
});

const ofDemand = (level: 'high' | 'low'): Reason => ({ kind: 'demand', ...demand(level) }) as Reason;
const positionIn = (band: Band): Reason => ({
  kind: 'position',
  band,
  asking: 4000,
  usual: { ask: 3000, sale: 2400, seen: 'both', fewOfBrand: null },
});
const tooNew = (days: number): Reason => ({ kind: 'too_new', days, until: 45 });
const rests = (way: 'up' | 'down', daysAgo: number): Reason => ({ kind: 'rests', step: { way, daysAgo } });
const floor: Reason = { kind: 'floor', floor: 3000 };

type Row = [what: string, direction: Direction, given: Reason[], now: Partial<Offered>, reasons: Reason[] | null];

describe('the reasons for stored advice', () => {
  it.each<Row>([
    ['have today’s age', 'decrease', [{ kind: 'listed', days: 20 }], { ageDays: 26 }, [{ kind: 'listed', days: 26 }]],
    ['have today’s wait', 'maintain', [tooNew(5), ofDemand('high')], { ageDays: 13 }, [tooNew(13), ofDemand('high')]],
    [
      'have the time without a sale of now',
      'maintain',
      [{ kind: 'unsold', days: 50, isWanted: false }],
      { ageDays: 57 },
      [{ kind: 'unsold', days: 57, isWanted: false }],
    ],
    ['have its age', 'maintain', [rests('down', 0)], { changed: { way: 'down', daysAgo: 6 } }, [rests('down', 6)]],
    ['have the likes of now', 'decrease', [{ kind: 'likers', likes: 3 }], { likes: 5 }, [{ kind: 'likers', likes: 5 }]],
    ['keep the floor that is the same', 'decrease', [floor], { floorPrice: 3000 }, [floor]],
    ['keep what no day changes', 'decrease', [ofDemand('low')], { ageDays: null }, [ofDemand('low')]],
  ])('%s', (_, direction, reasons, now, expected) => {
    expect(standingReasons({ direction, reasons }, offered(40, now))).toEqual(expected);
  });

  it.each<Row>([
    ['it may be lowered now', 'maintain', [tooNew(40), ofDemand('high')], { ageDays: 45 }, null],
    ['it is too old to be raised', 'increase', [{ kind: 'listed', days: 44 }], { ageDays: 46 }, null],
    ['it was listed again', 'decrease', [{ kind: 'listed', days: 44 }], { ageDays: 2 }, null],
    ['its date is known now', 'maintain', [{ kind: 'age_unknown' }], { ageDays: 2 }, null],
    ['its date is unknown now', 'decrease', [{ kind: 'listed', days: 20 }], { ageDays: null }, null],
    ['its price has rested for a week', 'maintain', [rests('up', 3)], { changed: { way: 'up', daysAgo: 7 } }, null],
    ['its price change was undone', 'maintain', [rests('up', 3)], { changed: null }, null],
    ['likers took their likes back', 'decrease', [{ kind: 'likers', likes: 3 }], { likes: 2 }, null],
    ['its floor was lowered', 'decrease', [floor], { floorPrice: 2500 }, null],
    ['its floor was removed', 'maintain', [{ kind: 'below_floor', to: 2000, floor: 3000 }], {}, null],
  ])('are none anymore if %s', (_, direction, reasons, now, expected) => {
    expect(standingReasons({ direction, reasons }, offered(40, now))).toBe(expected);
  });

  it.each<[string, Direction, Band, Offered['changed'], boolean]>([
    ['is lowered further', 'decrease', 'far_above', { way: 'down', daysAgo: 2 }, false],
    ['went up a little too far', 'decrease', 'above', { way: 'up', daysAgo: 2 }, false],
    ['went up much too far', 'decrease', 'far_above', { way: 'up', daysAgo: 2 }, true],
    ['went up a week ago', 'decrease', 'above', { way: 'up', daysAgo: 7 }, true],
  ])('wait for a price that was changed and is the same again: one that %s', (_, direction, band, changed, stands) => {
    const reasons: Reason[] = [positionIn(band), { kind: 'listed', days: 20 }];
    const now = standingReasons({ direction, reasons }, offered(40, { ageDays: 20, changed }));
    expect(now).toEqual(stands ? reasons : null);
  });

  it.each([positionIn('far_below'), ofDemand('high')])('last longer for a raise by %j', (reason) => {
    const reasons: Reason[] = [reason, { kind: 'listed', days: 44 }];
    const now = standingReasons({ direction: 'increase', reasons }, offered(40, { ageDays: 50 }));
    expect(now).toEqual([reason, { kind: 'listed', days: 50 }]);
  });
});
