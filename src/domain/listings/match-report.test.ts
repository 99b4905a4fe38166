import { describe, expect, it } from 'vitest';
import { type ClosetRow, matchReport, type ReportRow } from './match-report.ts';

const row = (over: Partial<ReportRow> = {}): ReportRow => ({
  title: 'Levi’s 501 jeans',
  listedOn: null,
  price: null,
  sku: null,
  size: null,
  ...over,
});
const listing = (id: string, over: Partial<Omit<ClosetRow, 'listedAt'>> & { on?: string } = {}): ClosetRow => {
  const { on, ...rest } = over;
  const listedAt = on === undefined ? null : Date.parse(`${on}T18:00:00Z`);
  return { id, title: 'Levi’s 501 jeans', price: null, sku: null, size: null, isForSale: true, ...rest, listedAt };
};

/** Each row's listing, or "a|b?" for those it may be, or "-". */
const matched = (rows: readonly ReportRow[], listings: readonly ClosetRow[]): string =>
  matchReport(rows, listings)
    .map((match) => {
      if (match.kind === 'matched') return match.listingId;
      return match.kind === 'ambiguous' ? `${match.listingIds.join('|')}?` : '-';
    })
    .join(' ');

const may = '2026-05-01';
const june = '2026-06-01';

describe('a row of an inventory report is', () => {
  it.each<[string, ReportRow[], ClosetRow[], string]>([
    ['the only listing with its title', [row()], [listing('a'), listing('b', { title: 'Boots' })], 'a'],
    ['that listing, however the title is written', [row({ title: "LEVI'S 501  Jeans!" })], [listing('a')], 'a'],
    ['that listing, although its price has changed', [row({ price: 20 })], [listing('a', { price: 15 })], 'a'],
    ['that listing, listed within a day', [row({ listedOn: '2026-05-02' })], [listing('a', { on: may })], 'a'],
    ['no listing with its title on another date', [row({ listedOn: '2026-05-03' })], [listing('a', { on: may })], '-'],
    ['no listing without its title', [row({ title: 'Boots' })], [listing('a')], '-'],
    ['ambiguous with two equal listings', [row()], [listing('a'), listing('b')], 'a|b?'],
    ['ambiguous beside an equal row', [row(), row()], [listing('a')], 'a? a?'],
    [
      'its date decides between two with the same title',
      [row({ listedOn: june, price: 20 }), row({ listedOn: may, price: 20 })],
      [listing('a', { on: may, price: 20 }), listing('b', { on: june, price: 20 })],
      'b a',
    ],
    [
      'told by the date, although all prices have changed',
      [row({ listedOn: june, price: 20 }), row({ listedOn: may, price: 20 })],
      [listing('a', { on: may, price: 12 }), listing('b', { on: june, price: 13 })],
      'b a',
    ],
    [
      'told by the price without dates',
      [row({ price: 30 }), row({ price: 20 })],
      [listing('a', { price: 20 }), listing('b', { price: 30 })],
      'b a',
    ],
    [
      'told by the price on one date',
      [row({ listedOn: may, price: 30 }), row({ listedOn: may, price: 20 })],
      [listing('a', { on: may, price: 20 }), listing('b', { on: may, price: 30 })],
      'b a',
    ],
    [
      'not what is left over when its price has changed',
      [row({ price: 20 }), row({ price: 30 })],
      [listing('a', { price: 20 }), listing('b', { price: 25 })],
      'a b?',
    ],
    [
      'what is left with its price',
      [row({ listedOn: may, price: 20 }), row({ price: 20 })],
      [listing('a', { on: may, price: 20 }), listing('b', { on: june, price: 20 })],
      'a b',
    ],
    [
      'unmatched when its only listing is another row’s',
      [row({ listedOn: may, price: 20 }), row({ listedOn: may, price: 30 })],
      [listing('a', { on: may, price: 20 })],
      'a -',
    ],
    [
      'told by the SKU that the seller gave',
      [row({ sku: 'A-2' }), row({ sku: 'A-1' })],
      [listing('a', { sku: 'A-1' }), listing('b', { sku: 'a-2' })],
      'b a',
    ],
    [
      'told by the size where nothing else tells',
      [row({ size: '30', price: 20 }), row({ size: '28', price: 20 })],
      [listing('a', { size: '28', price: 20 }), listing('b', { size: '30', price: 20 })],
      'b a',
    ],
    [
      'the one for sale rather than one that has sold',
      [row({ price: 20 })],
      [listing('a', { isForSale: false, price: 20 }), listing('b', { price: 18 })],
      'b',
    ],
    ['one that has sold since', [row({ price: 20 })], [listing('a', { isForSale: false, price: 18 })], 'a'],
    [
      'one that has sold since, beside one that is still for sale',
      [row({ listedOn: may }), row({ listedOn: june })],
      [listing('a', { isForSale: false, on: may }), listing('b', { on: june })],
      'a b',
    ],
  ])('%s', (_, rows, listings, expected) => {
    expect(matched(rows, listings)).toBe(expected);
  });

  it('never a listing that another row is, whatever the rows and listings have in common', () => {
    const pick = <Value>(values: readonly Value[], seed: number): Value => values[seed % values.length] as Value;
    for (let seed = 1; seed < 400; seed += 1) {
      const rows = Array.from({ length: (seed % 7) + 1 }, (_, at) =>
        row({ listedOn: pick([null, may, june], seed * (at + 3)), price: pick([null, 20, 30], seed + at * 5) }),
      );
      const listings = Array.from({ length: (seed % 5) + 1 }, (_, at) => {
        const on = pick([undefined, may, june], seed + at * 2);
        const over = { price: pick([null, 20, 30], seed * 3 + at), isForSale: (seed + at) % 4 > 0 };
        return listing(`${at}`, { ...over, ...(on !== undefined && { on }) });
      });
      const ids = matchReport(rows, listings).flatMap((match) => (match.kind === 'matched' ? [match.listingId] : []));
      expect([seed, new Set(ids).size]).toEqual([seed, ids.length]);
    }
  });

  it('found among 5,000 in a moment, also where all have one title', () => {
    const day = (at: number): string => new Date(Date.UTC(2012, 0, 1 + 2 * (at % 2_500))).toISOString().slice(0, 10);
    const rows = Array.from({ length: 5_000 }, (_, at) => row({ listedOn: day(at), price: at < 2_500 ? 20 : 30 }));
    const listings = Array.from({ length: 5_000 }, (_, at) =>
      listing(`${at}`, { on: day(at), price: at < 2_500 ? 20 : 30 }),
    );
    const startedAt = performance.now();
    expect(matched(rows, listings)).toBe(rows.map((_, at) => at).join(' '));
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });
});
