import { describe, expect, it } from 'vitest';
import { demand, offered } from './advice.fixture.ts';
import type { Direction, Offered } from './decide.ts';
import type { Band } from './position.ts';
import type { Reason } from './reasons.ts';
import { standingReasons } from './standing-reasons.ts';

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
    [
      'have the age of now',
      'decrease',
      [{ kind: 'listed', days: 20 }],
      { ageDays: 26 },
      [{ kind: 'listed', days: 26 }],
    ],
    [
      'have the wait of now',
      'maintain',
      [tooNew(5), ofDemand('high')],
      { ageDays: 13 },
      [tooNew(13), ofDemand('high')],
    ],
    [
      'have the time without a sale of now',
      'maintain',
      [{ kind: 'unsold', days: 50, isWanted: false }],
      { ageDays: 57 },
      [{ kind: 'unsold', days: 57, isWanted: false }],
    ],
    [
      'have the last change as long ago as now',
      'maintain',
      [rests('down', 0)],
      { changed: { way: 'down', daysAgo: 6 } },
      [rests('down', 6)],
    ],
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

  it('last longer for a raise of what is far below the usual', () => {
    const reasons: Reason[] = [positionIn('far_below'), { kind: 'listed', days: 44 }];
    const now = standingReasons({ direction: 'increase', reasons }, offered(40, { ageDays: 50 }));
    expect(now).toEqual([positionIn('far_below'), { kind: 'listed', days: 50 }]);
  });

  it('last longer for a raise of what is wanted', () => {
    const reasons: Reason[] = [ofDemand('high'), { kind: 'listed', days: 44 }];
    const now = standingReasons({ direction: 'increase', reasons }, offered(40, { ageDays: 50 }));
    expect(now).toEqual([ofDemand('high'), { kind: 'listed', days: 50 }]);
  });
});
