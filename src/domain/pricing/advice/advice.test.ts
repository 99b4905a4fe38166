import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leastPrice } from '../../money.ts';
import { abstained, demand, estimated, evidence, listedFor, offered, unknown } from './advice.fixture.ts';
import { type Advice, advise, type ItemValue } from './advice.ts';
import { type Decider, decidedBy } from './confidence.ts';
import type { Offered } from './decide.ts';
import type { Demand } from './demand/demand.ts';
import { earningsFrom, leastEarnings } from './fees/fees.ts';
import { reasonMessage } from './reason-messages.ts';

const wordsOf = (advice: Advice): string[] => advice.reasons.map(reasonMessage);

describe('the advice', () => {
  const rows: {
    name: string;
    listing: Offered;
    value: ItemValue;
    wanted?: Demand;
    to: [direction: string, dollars: number];
    /** What the reasons say, the deciding one first. */
    says: string[];
  }[] = [
    {
      name: 'lowers what asks more than most and was seen, to a little above the middle',
      listing: offered(55),
      value: listedFor(42),
      to: ['decrease', 45],
      says: [
        'Similar items are listed for about $42 and sell for about $34. You’re asking $55, more than most sellers ask.',
        'Listed for 30 days.',
      ],
    },
    {
      name: 'keeps what costs more than it sells for, because asking prices leave room for offers',
      listing: offered(42),
      value: listedFor(42, 0.2),
      wanted: demand('low'),
      to: ['maintain', 42],
      says: [
        'Similar items are listed for about $42 and sell for about $34. You’re asking $42, which is within the usual range.',
      ],
    },
    {
      name: 'lowers by a quarter at most, even after rounding, and names the final price',
      listing: offered(57),
      value: listedFor(30),
      to: ['decrease', 43],
      says: [
        'Similar items are listed for about $30 and sell for about $24. You’re asking $57, more than almost anyone asks.',
        'Listed for 30 days.',
        'This is a first step: at most 25% at a time. The next ones lead to about $32.',
      ],
    },
    {
      name: 'names the floor price as the end of the steps, if they would lead below it',
      listing: offered(100, { floorPrice: 6000 }),
      value: listedFor(30),
      to: ['decrease', 75],
      says: [
        'Similar items are listed for about $30 and sell for about $24. You’re asking $100, more than almost anyone asks.',
        'Listed for 30 days.',
        'This is a first step: at most 25% at a time. The next ones lead to about $60.',
      ],
    },
    {
      name: 'calls no cut a first step that leaves less to the floor price than is worth mentioning',
      listing: offered(100, { floorPrice: 7400 }),
      value: listedFor(30),
      to: ['decrease', 75],
      says: [
        'Similar items are listed for about $30 and sell for about $24. You’re asking $100, more than almost anyone asks.',
        'Listed for 30 days.',
      ],
    },
    {
      name: 'leads no steps to a price that would leave too little',
      listing: offered(12),
      value: listedFor(4),
      to: ['decrease', 9],
      says: [
        'Similar items are listed for about $4 and sell for about $3. You’re asking $12, more than almost anyone asks.',
        'Listed for 30 days.',
        'This is a first step: at most 25% at a time. The next ones lead to about $6.',
      ],
    },
    {
      name: 'says of $200 for an item of $57 to $125 that $150 is a first step',
      listing: offered(200),
      value: { sale: estimated(84, 0.306, {}), ask: estimated(105, 0.306, {}) },
      to: ['decrease', 150],
      says: [
        'Similar items are listed for about $105 and sell for about $84. You’re asking $200, more than almost anyone asks.',
        'Listed for 30 days.',
        'This is a first step: at most 25% at a time. The next ones lead to about $113.',
      ],
    },
    {
      name: 'lowers by a tenth at least where likers would be notified',
      listing: offered(50, { likes: 5 }),
      value: listedFor(45, 0.1),
      to: ['decrease', 45],
      says: [
        'Similar items are listed for about $45 and sell for about $36. You’re asking $50, more than most sellers ask.',
        'Listed for 30 days.',
        '5 people like it. Drops of 10% or more notify likers.',
      ],
    },
    {
      name: 'lowers what asks more than most from the first day on, as it raises what asks less',
      listing: offered(60, { ageDays: 0 }),
      value: listedFor(42),
      to: ['decrease', 45],
      says: [
        'Similar items are listed for about $42 and sell for about $34. You’re asking $60, more than most sellers ask.',
        'Listed less than a day ago.',
      ],
    },
    {
      name: 'raises what is far below the usual for longer, unless few like it',
      listing: offered(25, { ageDays: 90 }),
      value: listedFor(42),
      to: ['increase', 28],
      says: [
        'Similar items are listed for about $42 and sell for about $34. You’re asking $25, less than almost anyone asks.',
        'Listed for 90 days.',
        'This is a first step: at most 15% at a time. The next ones lead to about $42.',
      ],
    },
    {
      name: 'keeps what is a little below the usual and was seen',
      listing: offered(31, { ageDays: 90 }),
      value: listedFor(42),
      to: ['maintain', 31],
      says: [
        'Listed for 90 days without selling, so a raise isn’t advised.',
        'Similar items are listed for about $42 and sell for about $34. You’re asking $31, less than most sellers ask.',
      ],
    },
    {
      name: 'keeps the price of one that gets likes for longer',
      listing: offered(60, { ageDays: 40 }),
      value: listedFor(42),
      wanted: demand('high'),
      to: ['maintain', 60],
      says: [
        'Listed for 40 days, with more likes than usual. Give it until day 45 before you lower it.',
        'More likes for its age than 11 of your 12 similar listings.',
        'Similar items are listed for about $42 and sell for about $34. You’re asking $60, more than most sellers ask.',
      ],
    },
    {
      name: 'lowers what is new and gets few likes',
      listing: offered(55, { ageDays: 5 }),
      value: listedFor(42),
      wanted: demand('low'),
      to: ['decrease', 45],
      says: [
        'Similar items are listed for about $42 and sell for about $34. You’re asking $55, more than most sellers ask.',
        'Fewer likes for its age than 11 of your 12 similar listings.',
        'Listed for 5 days.',
      ],
    },
    {
      name: 'keeps what is expensive and has no date',
      listing: offered(60, { ageDays: null }),
      value: listedFor(42),
      to: ['maintain', 60],
      says: [
        'No listing date, so Hangtag can’t tell how long buyers have seen it.',
        'Similar items are listed for about $42 and sell for about $34. You’re asking $60, more than most sellers ask.',
      ],
    },
    {
      name: 'raises what is cheap and wanted, by 15 % at most, and names the final price',
      listing: offered(30, { ageDays: 60 }),
      value: listedFor(42),
      wanted: demand('high'),
      to: ['increase', 34],
      says: [
        'Similar items are listed for about $42 and sell for about $34. You’re asking $30, less than most sellers ask.',
        'More likes for its age than 11 of your 12 similar listings.',
        'Listed for 60 days.',
        'This is a first step: at most 15% at a time. The next ones lead to about $42.',
      ],
    },
    {
      name: 'leads raises to the price that it says such items are listed for, with cents in it or not',
      listing: offered(40, { ageDays: 60 }),
      value: listedFor(68.6),
      wanted: demand('high'),
      to: ['increase', 46],
      says: [
        'Similar items are listed for about $69 and sell for about $55. You’re asking $40, less than almost anyone asks.',
        'More likes for its age than 11 of your 12 similar listings.',
        'Listed for 60 days.',
        'This is a first step: at most 15% at a time. The next ones lead to about $69.',
      ],
    },
    {
      name: 'raises what is cheap and new, and never above what is usual',
      listing: offered(30, { ageDays: 4 }),
      value: listedFor(33, 0.1),
      wanted: demand('medium'),
      to: ['increase', 33],
      says: [
        'Similar items are listed for about $33 and sell for about $26. You’re asking $30, less than most sellers ask.',
        'Listed for 4 days.',
      ],
    },
    {
      name: 'keeps $7 against $12 with many likes, if it was on sale too long, and says so',
      listing: offered(7, { ageDays: 200 }),
      value: listedFor(12, 0.4),
      wanted: demand('high'),
      to: ['maintain', 7],
      says: [
        'Listed for 200 days without selling, although it gets likes, so a raise isn’t advised.',
        'More likes for its age than 11 of your 12 similar listings.',
        'Similar items are listed for about $12 and sell for about $10. You’re asking $7, less than almost anyone asks.',
      ],
    },
    {
      name: 'keeps $6 against $12, if a step would be less than a dollar, and says so',
      listing: offered(6, { ageDays: 10 }),
      value: listedFor(12, 0.4),
      wanted: demand('high'),
      to: ['maintain', 6],
      says: [
        'A raise of 15%, the most that Hangtag advises at a time, would be less than a dollar. You can still raise it yourself.',
        'Similar items are listed for about $12 and sell for about $10. You’re asking $6, less than almost anyone asks.',
      ],
    },
    {
      name: 'keeps what is cheap and not wanted',
      listing: offered(30, { ageDays: 4 }),
      value: listedFor(42),
      wanted: demand('low'),
      to: ['maintain', 30],
      says: [
        'Fewer likes for its age than 11 of your 12 similar listings.',
        'Similar items are listed for about $42 and sell for about $34. You’re asking $30, less than most sellers ask.',
      ],
    },
    {
      name: 'waits a week after any change, and says when to look again',
      listing: offered(100, { changed: { way: 'down', daysAgo: 0 } }),
      value: listedFor(50),
      to: ['maintain', 100],
      says: [
        'The price went down less than a day ago. Give buyers a week, then look again.',
        'Similar items are listed for about $50 and sell for about $40. You’re asking $100, more than almost anyone asks.',
      ],
    },
    {
      name: 'waits a week even if the new price is a usual one',
      listing: offered(50, { changed: { way: 'down', daysAgo: 1 } }),
      value: listedFor(50),
      to: ['maintain', 50],
      says: [
        'The price went down 1 day ago. Give buyers a week, then look again.',
        'Similar items are listed for about $50 and sell for about $40. You’re asking $50, which is within the usual range.',
      ],
    },
    {
      name: 'takes the next step down after a week',
      listing: offered(100, { changed: { way: 'down', daysAgo: 7 } }),
      value: listedFor(70),
      to: ['decrease', 75],
      says: [
        'Similar items are listed for about $70 and sell for about $56. You’re asking $100, more than most sellers ask.',
        'Listed for 30 days.',
      ],
    },
    {
      name: 'takes back what was raised much too far, without waiting',
      listing: offered(100, { changed: { way: 'up', daysAgo: 0 } }),
      value: listedFor(50),
      to: ['decrease', 75],
      says: [
        'Similar items are listed for about $50 and sell for about $40. You’re asking $100, more than almost anyone asks.',
        'Listed for 30 days.',
        'This is a first step: at most 25% at a time. The next ones lead to about $54.',
      ],
    },
    {
      name: 'does not cut $5 to $4, of which $1.05 would be left',
      listing: offered(5),
      value: listedFor(3.4),
      to: ['maintain', 5],
      says: [
        'At $4 you’d receive only $1.05 after fees.',
        'Similar items are listed for about $3 and sell for about $3. You’re asking $5, more than almost anyone asks.',
      ],
    },
    {
      name: 'stops a cut where too little would be left',
      listing: offered(8),
      value: listedFor(4, 0.3),
      to: ['decrease', 6],
      says: [
        'Similar items are listed for about $4 and sell for about $3. You’re asking $8, more than almost anyone asks.',
        'Listed for 30 days.',
        'At $5 you’d receive only $2.05 after fees.',
      ],
    },
    {
      name: 'stops at the seller’s floor',
      listing: offered(55, { floorPrice: 5000 }),
      value: listedFor(42),
      to: ['decrease', 50],
      says: [
        'Similar items are listed for about $42 and sell for about $34. You’re asking $55, more than most sellers ask.',
        'Listed for 30 days.',
        'Your floor price is $50.',
      ],
    },
    ...[5500, 7000].map((floorPrice) => ({
      name: `keeps a price that is not above the floor of ${floorPrice}`,
      listing: offered(55, { floorPrice }),
      value: listedFor(42),
      to: ['maintain', 55] as [string, number],
      says: [
        `Your floor price is $${floorPrice / 100}.`,
        'Similar items are listed for about $42 and sell for about $34. You’re asking $55, more than most sellers ask.',
      ],
    })),
    {
      name: 'keeps a price below the seller’s floor, if no raise comes up to it, and says so',
      listing: offered(30, { ageDays: 4, floorPrice: 5000 }),
      value: listedFor(42),
      to: ['maintain', 30],
      says: [
        'A raise to $34 would still be below your floor price of $50.',
        'Similar items are listed for about $42 and sell for about $34. You’re asking $30, less than most sellers ask.',
      ],
    },
    {
      name: 'keeps if the range is wider than fourfold',
      listing: offered(200),
      value: listedFor(42, 0.7),
      wanted: demand('low'),
      to: ['maintain', 200],
      says: ['Similar items sell for anywhere from $13 to $83. That range is too wide for advice.'],
    },
    {
      name: 'keeps where too few comps are of the same type, whatever else is alike',
      listing: offered(200),
      value: listedFor(42, 0.3, { evidence: { ...evidence, sameKind: { all: 4, sold: 1 } } }),
      wanted: demand('low'),
      to: ['maintain', 200],
      says: ['Only 4 comps are the same type of item. That’s too few for advice.'],
    },
    {
      name: 'keeps where only the prior speaks',
      listing: offered(200),
      value: listedFor(42, 0.3, { basis: 'prior' }),
      wanted: demand('low'),
      to: ['maintain', 200],
      says: [
        'Not enough comps for advice.',
        'In general, this type of item is listed for about $42 and sells for about $34. You’re asking $200.',
      ],
    },
    {
      name: 'keeps if there is no estimate',
      listing: offered(200),
      value: { sale: abstained, ask: abstained },
      to: ['maintain', 200],
      says: ['The brand and item type aren’t known. Add them to the title.'],
    },
    {
      name: 'says which of both prices is an assumption: without asks',
      listing: offered(42),
      value: listedFor(42, 0.3, { evidence: { ...evidence, sold: 100 } }),
      to: ['maintain', 42],
      says: [
        'Similar items sell for about $34, so a usual asking price is about $42. You’re asking $42, which is within the usual range.',
      ],
    },
    {
      name: 'says which of both prices is an assumption: without sales',
      listing: offered(42),
      value: listedFor(42, 0.3, { evidence: { ...evidence, sold: 0 } }),
      to: ['maintain', 42],
      says: [
        'Similar items are listed for about $42. All comps are asking prices, so selling for about $34 is an assumption. You’re asking $42, which is within the usual range.',
      ],
    },
  ];
  for (const { name, listing, value, wanted = unknown, to, says } of rows)
    it(name, () => {
      const advice = advise({ listing, value, demand: wanted });
      expect([advice.direction, advice.suggested / 100]).toEqual(to);
      expect(wordsOf(advice)).toEqual(says);
      expect(advice.isAdvised).toBe(
        !/too few for advice|too wide for advice|Not enough comps|aren’t known/.test(says[0] ?? ''),
      );
      expect(advice.earnings).toEqual({ before: earningsFrom(listing.price), after: earningsFrom(advice.suggested) });
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
    [
      'a usual price that was just changed, too',
      offered(42, { changed: { way: 'up', daysAgo: 1 } }),
      unknown,
      'chance',
      null,
    ],
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

  it.each([
    ['the range is too wide', listedFor(42, 0.7)],
    ['too few are alike', listedFor(42, 0.3, { evidence: { ...evidence, sameKind: { all: 4, sold: 1 } } })],
    ['only the prior speaks', listedFor(42, 0.3, { basis: 'prior' })],
    ['there is no estimate', { sale: abstained, ask: abstained }],
  ])('has no confidence where it abstains, because %s', (_, value) => {
    const advice = advise({ listing: offered(42), value, demand: unknown });
    expect([advice.confidence, decidedBy(advice), advice.isAdvised]).toEqual([0, 'nothing', false]);
  });

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
  expect(wordsOf(advice)).toEqual([
    'Similar items are listed for about $3 and sell for about $3. You’re asking $3, which is within the usual range.',
  ]);
});
