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

/** "may $20 sku=A-1 size=28 sold title=Boots": what a row or a listing says. */
function facts(text: string) {
  const words = text.split(' ');
  const named = (name: string) => words.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1);
  const price = words.find((word) => word.startsWith('$'));
  const [title, sku = null, size = null] = [named('title')?.replaceAll('_', ' '), named('sku'), named('size')];
  const on = words.includes('may') ? may : words.includes('june') ? june : words.find((word) => /^2026-/.test(word));
  return { ...(title && { title }), sku, size, price: price === undefined ? null : Number(price.slice(1)), on };
}
const rowsOf = (text: string) =>
  text.split(' | ').map((one) => {
    const { on = null, ...rest } = facts(one);
    return row({ ...rest, listedOn: on });
  });
const listingsOf = (text: string) =>
  text.split(' | ').map((one) => {
    const { on, ...rest } = facts(one);
    return listing(one.split(' ')[0] ?? '', { ...rest, isForSale: !one.includes('sold'), ...(on && { on }) });
  });

describe('a row of an inventory report is', () => {
  it.each([
    ['the only listing with its title', '', 'a | b title=Boots', 'a'],
    ['that listing, however the title is written', "title=LEVI'S_501__Jeans!", 'a', 'a'],
    ['that listing, although its price has changed', '$20', 'a $15', 'a'],
    ['that listing, listed within a day', '2026-05-02', 'a may', 'a'],
    ['no listing with its title on another date', '2026-05-03', 'a may', '-'],
    ['no listing without its title', 'title=Boots', 'a', '-'],
    ['ambiguous with two equal listings', '', 'a | b', 'a|b?'],
    ['ambiguous beside an equal row', ' | ', 'a', 'a? a?'],
    ['told by the date between two with the same title', 'june $20 | may $20', 'a may $20 | b june $20', 'b a'],
    ['told by the date, although all prices have changed', 'june $20 | may $20', 'a may $12 | b june $13', 'b a'],
    ['told by the price without dates', '$30 | $20', 'a $20 | b $30', 'b a'],
    ['told by the price on one date', 'may $30 | may $20', 'a may $20 | b may $30', 'b a'],
    ['not what is left over when its price has changed', '$20 | $30', 'a $20 | b $25', 'a b?'],
    ['what is left with its price', 'may $20 | $20', 'a may $20 | b june $20', 'a b'],
    ['unmatched when its only listing is another row’s', 'may $20 | may $30', 'a may $20', 'a -'],
    ['told by the SKU that the seller gave', 'sku=A-2 | sku=A-1', 'a sku=A-1 | b sku=a-2', 'b a'],
    ['told by the size where nothing else tells', 'size=30 $20 | size=28 $20', 'a size=28 $20 | b size=30 $20', 'b a'],
    ['the one for sale rather than one that has sold', '$20', 'a sold $20 | b $18', 'b'],
    ['one that has sold since', '$20', 'a sold $18', 'a'],
    ['one that has sold since, beside one that is still for sale', 'may | june', 'a sold may | b june', 'a b'],
  ])('%s', (_, rows, listings, expected) => {
    expect(matched(rowsOf(rows), listingsOf(listings))).toBe(expected);
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
