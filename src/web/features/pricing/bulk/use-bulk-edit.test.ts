import { describe, expect, it } from 'vitest';
import type { Edit } from './kept-bulk.ts';
import { changesOf, floorAt, inChunks, kindOf, needsEdit, planUndo, previewFloor } from './use-bulk-edit.ts';

const listing = (
  id: string,
  change: {
    price?: number | null;
    floorPrice?: number | null;
    skipSharing?: boolean;
    costCents?: number | null;
    shelf?: string | null;
  } = {},
) => ({
  id,
  title: `Item ${id}`,
  price: 40,
  currency: 'USD',
  floorPrice: null,
  skipSharing: false,
  costCents: null,
  shelf: null,
  ...change,
});
const byId = (...listings: ReturnType<typeof listing>[]) => new Map(listings.map((one) => [one.id, one]));

describe('a floor as a percentage', () => {
  it.each([
    [80, 40, 32],
    [50, 25, 13],
    [80, 78, 63],
    [7, 300, 21],
    [1, 40, 3],
    [100, 40, 40],
    [80, null, null],
  ])('of %d %% at a price of %s is %s', (percent, price, floor) => {
    expect(floorAt(percent, price)).toBe(floor);
  });
});

describe('a change of many listings', () => {
  it.each<[Edit, Parameters<typeof listing>[1], boolean]>([
    [{ skipSharing: true }, { skipSharing: true }, false],
    [{ skipSharing: false }, { skipSharing: true }, true],
    [{ floorPrice: 30 }, { floorPrice: 30 }, false],
    [{ floorPrice: null }, { floorPrice: 30 }, true],
    [{ floorPercent: 80 }, { floorPrice: 32 }, false],
    [{ floorPercent: 80 }, { price: null }, true],
    [{ costCents: 0 }, {}, true],
    [{ costCents: 300 }, { costCents: 300 }, false],
    [{ shelf: null }, { shelf: 'B3' }, true],
    [{ shelf: 'B3' }, { shelf: 'B3' }, false],
  ])('%o concerns %o: %s', (edit, facts, is) => {
    expect(needsEdit(edit, listing('1', facts))).toBe(is);
  });

  it.each<[Edit, string]>([
    [{ skipSharing: true }, 'skip'],
    [{ skipSharing: false }, 'share'],
    [{ floorPrice: null }, 'unfloor'],
    [{ floorPrice: 3 }, 'floor'],
    [{ floorPercent: 80 }, 'floor'],
    [{ costCents: 0 }, 'cost'],
    [{ costCents: null }, 'uncost'],
    [{ shelf: 'B3' }, 'shelf'],
    [{ shelf: null }, 'unshelf'],
  ])('%o is of the kind %s', (edit, kind) => {
    expect(kindOf(edit)).toBe(kind);
  });

  it('goes to the server in parts of the size that it accepts', () => {
    const parts = inChunks(Array.from({ length: 1201 }, (_, place) => place));
    expect(parts.map(({ length }) => length)).toEqual([500, 500, 201]);
    expect(inChunks([])).toEqual([]);
  });
});

describe('undo', () => {
  const before = [listing('1', { floorPrice: 10 }), listing('2'), listing('3'), listing('4', { floorPrice: 10 })];

  it('restores each old floor, with one call for each value', () => {
    const changes = changesOf({ floorPercent: 80 }, before);
    const { groups, changedSince } = planUndo(changes, byId(...before.map((one) => ({ ...one, floorPrice: 32 }))));
    expect(groups.map(({ edit, listings: some }) => [edit, some.map(({ id }) => id)])).toEqual([
      [{ floorPrice: 10 }, ['1', '4']],
      [{ floorPrice: null }, ['2', '3']],
    ]);
    expect(changedSince).toEqual([]);
  });

  it('leaves listings alone that were changed since, or are gone', () => {
    const changes = changesOf({ floorPrice: 20 }, before);
    const now = byId(listing('1', { floorPrice: 25 }), listing('2', { floorPrice: 20 }), listing('4'));
    const { groups, changedSince } = planUndo(changes, now);
    expect(groups.flatMap(({ listings: some }) => some.map(({ id }) => id))).toEqual(['2']);
    expect(changedSince.map(({ id }) => id)).toEqual(['1', '3', '4']);
  });

  it('restores floors that were a percentage of a price that the page did not know yet', () => {
    const changes = changesOf({ floorPercent: 50 }, [listing('1', { price: 40 })]);
    const { groups } = planUndo(changes, byId(listing('1', { price: 60, floorPrice: 30 })));
    expect(groups).toMatchObject([{ edit: { floorPrice: null } }]);
  });

  it('restores each old cost, and a cost that was not known', () => {
    const changes = changesOf({ costCents: 500 }, [listing('1', { costCents: 300 }), listing('2')]);
    const now = byId(listing('1', { costCents: 500 }), listing('2', { costCents: 500 }));
    expect(planUndo(changes, now).groups.map(({ edit }) => edit)).toEqual([{ costCents: 300 }, { costCents: null }]);
  });

  it('shares skipped listings again', () => {
    const changes = changesOf({ skipSharing: true }, [listing('1')]);
    expect(planUndo(changes, byId(listing('1', { skipSharing: true }))).groups).toMatchObject([
      { edit: { skipSharing: false } },
    ]);
  });
});

describe('the preview of a floor', () => {
  const chosen = [listing('1', { price: 20 }), listing('2', { price: 60 }), listing('3', { price: null })];

  it('names the listings that cost less', () => {
    expect(previewFloor({ floorPrice: 30 }, chosen)).toMatchObject({
      low: 30,
      high: 30,
      withoutPrice: 0,
      above: [{ id: '1' }],
    });
  });

  it('names the listings that lose money at it, if their cost is known', () => {
    const [dear, cheap] = [listing('1', { costCents: 1201 }), listing('2', { costCents: 1200 })];
    expect(previewFloor({ floorPrice: 15 }, [dear, cheap, listing('3')])?.losing).toEqual([dear]);
  });

  it('of a percentage spans the floors, and counts those without a price', () => {
    expect(previewFloor({ floorPercent: 50 }, chosen)).toEqual({
      low: 10,
      high: 30,
      withoutPrice: 1,
      above: [],
      losing: [],
    });
    expect(previewFloor({ floorPercent: 50 }, [chosen[2] ?? listing('3')])).toBeNull();
  });
});
