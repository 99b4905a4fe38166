import { describe, expect, it } from 'vitest';
import type { Sale } from '../import/read-sale.ts';
import { emptySale, type SaleChanges, type SaleRow, type StoredSale } from '../sale.ts';
import { findKnownSales, findListings } from './known-sales.ts';
import { type ClosetSale, mergeCloset } from './merge-closet.ts';
import { mergeReport } from './merge-report.ts';

const day = '2026-03-15';
const reported = (cells: Partial<Sale> = {}): Sale => ({
  ...{ title: 'Jeans', price: 4000, soldOn: day, orderId: 'a1', earnings: 3200 },
  ...cells,
});
const shown = (facts: Partial<ClosetSale> = {}): ClosetSale => ({
  ...{ id: 'a1', state: 'delivered', title: 'Jeans', size: '28', isBundle: false, bundleSize: 1 },
  ...{ priceCents: 4000, earningsCents: 3200, soldOn: day },
  ...facts,
});
const byHand = (facts: Partial<SaleRow> = {}): SaleRow => ({
  ...{ ...emptySale, source: 'manual', state: 'sold', title: 'Jeans', priceCents: 4000, soldOn: day },
  ...facts,
});

/** The sales of a seller, as they are after each change. */
function ledger(...first: SaleRow[]) {
  let next = 1;
  const store = (row: SaleRow): StoredSale => ({ ...row, id: `${next++}` });
  let sales = first.map(store);
  const write = <Changes extends SaleChanges>(changes: Changes): Changes => {
    const changed = new Map(changes.changed.map((row) => [row.id, row]));
    const kept = sales.filter(({ id }) => !changes.removed.includes(id)).map((row) => changed.get(row.id) ?? row);
    sales = [...kept, ...changes.added.map(store)];
    return changes;
  };
  let imports = 0;
  return {
    get sales() {
      return sales;
    },
    edit: (facts: Partial<SaleRow>) => {
      sales = sales.map((row) => ({ ...row, ...facts }));
    },
    report: (...rows: Sale[]) => write(mergeReport(sales, rows, { importId: `${++imports}` })),
    closet: (...rows: ClosetSale[]) => write(mergeCloset(sales, rows)),
  };
}

describe('a report', () => {
  it('adds nothing the second time, and a longer one what is new', () => {
    const { report } = ledger();
    expect(report(reported(), reported({ orderId: 'a2' }))).toMatchObject({ known: [null, null] });
    const again = report(reported(), reported({ orderId: 'a2' }));
    expect([again.added, again.changed, again.known]).toEqual([[], [], ['1', '2']]);
    expect(report(reported({ orderId: 'a3' }), reported()).added).toMatchObject([{ orderId: 'a3' }]);
  });

  it.each<[string, Partial<Sale>, Partial<SaleRow>]>([
    ['a cost', { cost: 500 }, { costCents: 500, costBy: 'report' }],
    ['earnings', { earnings: 2872, shippingDiscount: 328 }, { earningsCents: 2872, feeCents: 800 }],
    ['a date', { soldOn: '2026-03-16' }, { soldOn: '2026-03-16' }],
    ['a price that was refunded in part', { price: 3500, earnings: 2800 }, { priceCents: 3500, feeCents: 700 }],
    ['a fee for its label', { labelFee: 500 }, { labelFeeCents: 500 }],
  ])('with %s corrected changes that sale', (_, cells, facts) => {
    const seller = ledger();
    seller.report(reported({ cost: 100, sku: 'A-1' }));
    expect(seller.report(reported(cells)).changed).toMatchObject([{ sku: 'A-1', ...facts }]);
  });

  it('erases nothing with an empty cell', () => {
    const seller = ledger();
    seller.report(reported({ cost: 100, labelFee: 500, isOffer: true, brand: 'Oakhand' }));
    expect(seller.report({ title: 'Jeans', price: 4000, orderId: 'a1' }).changed).toEqual([]);
  });

  it('changes nothing that the seller typed', () => {
    const seller = ledger();
    seller.report(reported({ cost: 100 }));
    seller.edit({ costCents: 700, costBy: 'seller', state: 'returned', stateBySeller: true, note: 'Torn' });
    seller.report(reported({ cost: 200 }));
    expect(seller.sales).toMatchObject([{ costCents: 700, state: 'returned', note: 'Torn' }]);
    seller.edit({ costCents: null });
    seller.report(reported({ cost: 200 }));
    expect(seller.sales).toMatchObject([{ costCents: null }]);
  });

  it('with a bundle has a row for each piece, whose fees add up to that of the order', () => {
    const seller = ledger();
    const rows = [1333, 1333, 1334].map((price, at) =>
      reported({ title: `Piece ${at}`, price, earnings: undefined as never }),
    );
    seller.report(...rows.map(({ earnings: _, ...row }) => row));
    expect(seller.sales.map(({ feeCents, isBundle }) => [feeCents, isBundle])).toEqual([
      [267, true],
      [266, true],
      [267, true],
    ]);
  });

  it('computes the fee of an order again when a longer file has one more piece of it', () => {
    const seller = ledger();
    const piece = (title: string): Sale => ({ title, price: 1400, soldOn: day, orderId: 'a1' });
    seller.report(piece('Jeans'));
    expect(seller.sales).toMatchObject([{ feeCents: 295 }]);
    seller.report(piece('Jeans'), piece('Shirt'));
    expect(seller.sales).toMatchObject([{ feeCents: 280 }, { feeCents: 280 }]);
  });

  it('completes a sale that was typed by hand, and leaves what was typed', () => {
    const seller = ledger(byHand({ costCents: 300, costBy: 'seller', statedOtherFeesCents: 50 }));
    expect(seller.report(reported({ cost: 900, sku: 'A-1' }))).toMatchObject({ known: ['1'], added: [] });
    expect(seller.sales).toMatchObject([
      { source: 'manual', orderId: 'a1', sku: 'A-1', costCents: 300, earningsCents: 3200, importId: null },
    ]);
  });

  it('leaves a sale of another place alone', () => {
    const seller = ledger(byHand({ channel: 'Flea market' }));
    expect(seller.report(reported()).added).toHaveLength(1);
  });

  it('of another program knows the sales of each place, and takes no fee of Poshmark from those elsewhere', () => {
    const seller = ledger();
    const elsewhere: Sale = { title: 'Jeans', price: 4000, soldOn: day, channel: 'eBay' };
    seller.report({ title: 'Jeans', price: 4000, soldOn: day }, elsewhere);
    expect(seller.sales).toMatchObject([
      { channel: 'poshmark', feeCents: 800 },
      { channel: 'eBay', feeCents: 0 },
    ]);
    expect(seller.report({ ...elsewhere, channel: 'ebay', cost: 100 })).toMatchObject({ known: ['2'], added: [] });
  });
});

describe('a sale that the closet shows', () => {
  it.each([
    ['sold', 'sold'],
    ['shipped', 'shipped'],
    ['in_transit', 'shipped'],
    ['delivered', 'delivered'],
    ['complete', 'complete'],
    ['Order Complete', 'complete'],
    ['cancelled', 'cancelled'],
    ['returned', 'returned'],
    ['ready_to_ship', 'other'],
    ['return_requested', 'other'],
  ])('as %s is %s', (word, state) => {
    const seller = ledger();
    seller.closet(shown({ state: word }));
    expect(seller.sales).toMatchObject([{ marketState: word, state, source: 'marketplace' }]);
  });

  it('is one row, whichever of closet and report comes first', () => {
    const [first, second] = [ledger(), ledger()];
    first.closet(shown());
    first.report(reported({ title: 'Jeans, high rise', cost: 500 }));
    second.report(reported({ title: 'Jeans, high rise', cost: 500 }));
    second.closet(shown());
    const one = {
      ...{ orderId: 'a1', source: 'report', importId: '1', title: 'Jeans, high rise', state: 'complete' },
      ...{ marketState: 'delivered', size: '28', costCents: 500, earningsCents: 3200, feeCents: 800 },
    };
    expect(first.sales).toMatchObject([one]);
    expect(second.sales).toMatchObject([one]);
  });

  it('is the one of a spreadsheet without order ids, and the one that was typed', () => {
    const seller = ledger(byHand({ title: 'Shirt', priceCents: 1800 }));
    seller.report({ title: 'Jeans', price: 4000, soldOn: day });
    seller.closet(shown(), shown({ id: 'a2', title: 'Shirt', priceCents: 1800, earningsCents: 1440 }));
    expect(seller.sales).toMatchObject([
      { title: 'Shirt', orderId: 'a2', source: 'manual', feeCents: 360 },
      { title: 'Jeans', orderId: 'a1', source: 'report', earningsCents: 3200 },
    ]);
  });

  it.each(['cancelled', 'returned'])('as %s after it was complete is that', (state) => {
    const seller = ledger();
    seller.report(reported());
    expect(seller.closet(shown({ state })).changed).toMatchObject([{ state, source: 'report' }]);
  });

  it('is a bundle that the rows of a report replace, with what the seller typed split by price', () => {
    const seller = ledger();
    seller.closet(shown({ title: 'Bundle of 2', isBundle: true, bundleSize: 2 }));
    seller.edit({ costCents: 1001, costBy: 'seller', note: 'For my sister', state: 'returned', stateBySeller: true });
    const piece = (title: string, price: number): Sale => ({ title, price, soldOn: day, orderId: 'a1' });
    expect(seller.report(piece('Jeans', 3000), piece('Shirt', 1000))).toMatchObject({
      removed: ['1'],
      known: [null, null],
    });
    const both = { note: 'For my sister', state: 'returned', isBundle: true, marketState: 'delivered' };
    expect(seller.sales).toMatchObject([
      { title: 'Jeans', costCents: 751, earningsCents: 2400, ...both },
      { title: 'Shirt', costCents: 250, earningsCents: 800, ...both },
    ]);
    expect(seller.closet(shown({ title: 'Bundle of 2', isBundle: true, bundleSize: 2 })).changed).toEqual([]);
  });

  it('changes with the closet, and stays when the closet no longer shows it', () => {
    const seller = ledger();
    seller.closet(shown({ state: 'sold', earningsCents: null }));
    expect(seller.sales).toMatchObject([{ feeCents: 800, earningsCents: 3200 }]);
    expect(seller.closet(shown({ earningsCents: 2872 })).changed).toMatchObject([
      { state: 'delivered', earningsCents: 2872 },
    ]);
    expect(seller.closet()).toEqual({ added: [], changed: [], removed: [] });
    expect(seller.closet(shown({ earningsCents: null })).changed).toEqual([]);
  });

  it('keeps the state and the fee that the seller chose', () => {
    const seller = ledger(byHand({ state: 'returned', stateBySeller: true, statedFeeCents: 0 }));
    seller.closet(shown());
    expect(seller.sales).toMatchObject([{ state: 'returned', feeCents: 0, earningsCents: 4000 }]);
  });
});

describe('the listing of a sale', () => {
  const sold = (id: string, facts: { title?: string; size?: string | null; soldOn?: string | null } = {}) => ({
    ...{ id, title: 'Jeans', size: '28', soldOn: day },
    ...facts,
  });
  it.each([
    ['is the one with its title and size', [sold('s')], [sold('l'), sold('m', { size: '30' })], ['l']],
    ['may have been seen days later', [sold('s')], [sold('l', { soldOn: '2026-03-18' })], ['l']],
    ['isn’t one that was sold another week', [sold('s')], [sold('l', { soldOn: '2026-03-19' })], [undefined]],
    ['isn’t known where two fit', [sold('s')], [sold('l'), sold('m')], [undefined]],
    ['isn’t known where two sales fit', [sold('s'), sold('t')], [sold('l')], [undefined, undefined]],
    ['needs a day', [sold('s', { soldOn: null })], [sold('l')], [undefined]],
    ['may have no size', [sold('s', { size: null })], [sold('l')], ['l']],
  ])('%s', (_, sales, listings, found) => {
    const links = findListings(sales, listings);
    expect(sales.map(({ id }) => links.get(id))).toEqual(found);
  });
});

type Cells = Partial<Parameters<typeof findKnownSales>[0][number]>;
const tee = (cells: Cells = {}) => ({ title: 'Plain tee', price: 1200, ...cells });
const stored = (...sales: Cells[]) => sales.map((cells, at) => ({ id: `${at}`, ...tee(cells) }));
const onDay = { soldOn: '2026-02-03' };

describe('a sale in a second file', () => {
  it.each<[string, Cells, Cells, boolean]>([
    ['with equal columns', { ...onDay, brand: 'Oakhand', size: 'M' }, { ...onDay, brand: 'OAKHAND', size: 'm' }, true],
    ['without the brand and the size', { ...onDay, brand: 'Oakhand', size: 'M' }, onDay, true],
    ['with the brand and the size', onDay, { ...onDay, brand: 'Oakhand', size: 'M' }, true],
    ['without the date', onDay, { brand: 'Oakhand' }, true],
    ['with the order id', onDay, { ...onDay, orderId: 'a1' }, true],
    ['with the same order id and another column as the price', { orderId: 'a1' }, { orderId: 'a1', price: 960 }, true],
    ['of another size on one day', { ...onDay, size: 'M' }, { ...onDay, size: 'L' }, false],
    ['of another brand on one day', { ...onDay, brand: 'Oakhand' }, { ...onDay, brand: 'Mirella' }, false],
    ['on another day', onDay, { soldOn: '2026-02-04' }, false],
    ['at another price', onDay, { ...onDay, price: 1300 }, false],
    ['with another title', onDay, { ...onDay, title: 'Plain tees' }, false],
    ['of another order on one day', { ...onDay, orderId: 'a1' }, { ...onDay, orderId: 'a2' }, false],
    ['of the same order and with another title', { orderId: 'a1' }, { orderId: 'a1', title: 'Scarf' }, false],
  ])('%s', (_, before, now, isKnown) => {
    expect(findKnownSales([tee(now)], stored(before))).toEqual([isKnown ? '0' : null]);
  });
});

describe('equal sales', () => {
  it('are as many as a file has, with more or with fewer columns', () => {
    const known = stored(onDay, onDay);
    expect(findKnownSales([tee(onDay), tee(onDay), tee(onDay)], known)).toEqual(['0', '1', null]);
    expect(findKnownSales([tee(), tee(), tee()], known)).toEqual(['0', '1', null]);
    expect(findKnownSales([tee({ ...onDay, size: 'M' }), tee({ ...onDay, size: 'L' })], known)).toEqual(['0', '1']);
  });

  it('are matched by what they agree in before by what they don’t say', () => {
    const known = stored({ ...onDay, size: 'M' }, onDay, { ...onDay, size: 'L' });
    expect(findKnownSales([tee({ ...onDay, size: 'L' }), tee(onDay), tee({ ...onDay, size: 'M' })], known)).toEqual([
      '2',
      '1',
      '0',
    ]);
    expect(findKnownSales([tee(onDay), tee({ ...onDay, size: 'L' })], stored({ ...onDay, size: 'L' }))).toEqual([
      null,
      '0',
    ]);
  });

  it('of a full account and a full file are compared at once', () => {
    const known = stored(...Array<Cells>(15_000).fill(onDay), ...Array<Cells>(5_000).fill({ ...onDay, size: 'M' }));
    const found = findKnownSales(Array(5_000).fill(tee({ ...onDay, brand: 'Oakhand' })), known);
    expect(new Set(found).size).toBe(5_000);
  });
});
