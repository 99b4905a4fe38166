// The list of sales, and what a seller adds and changes by hand.

import type {
  ChangedSales,
  NewSale,
  Sale,
  SaleChange,
  SaleChanges,
  SalesPage,
  SalesQuery,
} from '#contract/sales/sales.ts';
import { Failure } from '#domain/failure.ts';
import { isId } from '#domain/id.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { changesTo, emptySale, poshmark, type SaleRow, type StoredSale, stateOf } from '#domain/sales/sale.ts';
import { shareDay } from '#domain/time.ts';
import { findZone } from '../account/account.ts';
import { refuseTooMany, type SalesContext, takeListingFacts } from './context.ts';
import { findSale, findSales, hasListing, listSales, lockSales, noteChange, readSales, writeSales } from './store.ts';

export async function readPage({ database }: SalesContext, userId: string, query: SalesQuery): Promise<SalesPage> {
  const { from = null, to = null, q = '', state = null, withoutCost, limit, before = null } = query;
  if (before !== null && (!isId(before) || (await findSale(database, userId, before)) === null))
    throw invalid('before', 'This sale is gone. Load the list again.');
  const words = q.split(/\s+/).filter((word) => word !== '');
  const ask = { from, to, words, state, withoutCost: withoutCost === 'true', before };
  const found = await listSales(database, userId, { ...ask, limit: limit + 1 });
  const sales = found.slice(0, limit);
  return { sales, next: found.length > limit ? (sales.at(-1)?.id ?? null) : null };
}

/** Throws `invalid_input` and `too_many_sales`. */
export async function addSale(context: SalesContext, userId: string, given: NewSale): Promise<Sale> {
  const added = await context.database.transaction(async (tx) => {
    await lockSales(tx, userId);
    const row = withEdit({ ...emptySale, source: 'manual', state: 'sold', title: '', priceCents: 0 }, given);
    await refuseFaults(context, tx, userId, row);
    const [id = ''] = await writeSales(tx, userId, changesTo([], { now: [], added: [row], removed: [] }));
    await refuseTooMany(tx, userId);
    if (row.listingId !== null) await takeListingFacts(tx, userId, [row.listingId]);
    await noteChange(tx, userId);
    return findSale(tx, userId, id);
  });
  await context.onChanged(userId);
  return found(added);
}

/** Throws `not_found`, `invalid_input`, and `from_report`. */
export async function changeSale(context: SalesContext, userId: string, id: string, change: SaleChange): Promise<Sale> {
  const { sales } = await edit(context, userId, new Map([[id, change]]), async (tx, sale, row) => {
    refuseForeign(sale, change);
    if (sale.source === 'manual') await refuseFaults(context, tx, userId, row);
    return sale.source === 'manual';
  });
  return found(sales[0] ?? null);
}

/** Each sale gets its own cost or state. Those that are gone are named. */
export async function changeSales(
  context: SalesContext,
  userId: string,
  { changes }: SaleChanges,
): Promise<ChangedSales> {
  const given = new Map(changes.map((change) => [change.id, change]));
  const { sales, ids } = await edit(context, userId, given, async () => false);
  const { code, message } = notFound();
  const gone = [...given.keys()].filter((id) => !ids.includes(id));
  return { sales, failed: gone.map((id) => ({ id, error: code, message })) };
}

/** `check` throws for a change that is refused, and says whether it is about the sale's price. */
async function edit(
  { database, onChanged }: SalesContext,
  userId: string,
  given: ReadonlyMap<string, Edit>,
  check: (tx: Queryable, sale: StoredSale, row: StoredSale) => Promise<boolean>,
): Promise<{ sales: Sale[]; ids: string[] }> {
  const { isLearned, ...edited } = await database.transaction(async (tx) => {
    await lockSales(tx, userId);
    const asked = await readSales(tx, userId, { ids: [...given.keys()].filter(isId) });
    // The fee of a row of a bundle depends on all of its rows.
    const orderIds = [...new Set(asked.flatMap(({ orderId }) => orderId ?? []))];
    const others = orderIds.length === 0 ? [] : await readSales(tx, userId, { orderIds });
    const stored = new Map([...asked, ...others].map((sale) => [sale.id, sale]));
    const now = new Map(stored);
    // A cost or a note says nothing about prices.
    let isLearned = false;
    for (const sale of asked) {
      const change = given.get(sale.id) ?? {};
      const row = { ...withEdit(sale, change), id: sale.id };
      isLearned = (await check(tx, sale, row)) || change.state !== undefined || isLearned;
      now.set(sale.id, row);
    }
    await writeSales(tx, userId, changesTo([...stored.values()], { now: [...now.values()], added: [], removed: [] }));
    const ids = asked.map(({ id }) => id);
    const listingIds = ids.flatMap((id) => now.get(id)?.listingId ?? []);
    if (listingIds.length > 0) await takeListingFacts(tx, userId, listingIds);
    if (isLearned) await noteChange(tx, userId);
    return { sales: await findSales(tx, userId, ids), ids, isLearned };
  });
  if (isLearned) await onChanged(userId);
  return edited;
}

/** Throws `not_found` and `from_report`. */
export async function removeSale(context: SalesContext, userId: string, id: string): Promise<void> {
  await context.database.transaction(async (tx) => {
    await lockSales(tx, userId);
    const [sale] = isId(id) ? await readSales(tx, userId, { ids: [id] }) : [];
    if (sale === undefined) throw notFound();
    if (sale.source !== 'manual')
      throw new Failure('from_report', `${cameFrom(sale)} Mark it as canceled or returned if it doesn’t count.`);
    const order = sale.orderId === null ? [sale] : await readSales(tx, userId, { orderIds: [sale.orderId] });
    await writeSales(tx, userId, changesTo(order, { now: order, added: [], removed: [sale.id] }));
    await noteChange(tx, userId);
  });
  await context.onChanged(userId);
}

/** For a demo: what its seller paid for each sale without a cost. */
export const recordCosts = (
  { database }: SalesContext,
  userId: string,
  costOf: (priceCents: number) => number | null,
): Promise<void> =>
  database.transaction(async (tx) => {
    await lockSales(tx, userId);
    const changed = (await readSales(tx, userId)).flatMap((sale): StoredSale[] => {
      const costCents = sale.costCents === null ? costOf(sale.priceCents) : null;
      return costCents === null ? [] : [{ ...sale, costCents, costBy: 'seller' }];
    });
    await writeSales(tx, userId, { added: [], changed, removed: [] });
  });

type Edit = SaleChange & Pick<Partial<SaleRow>, 'costBy' | 'stateBySeller'>;

/** The sale with what the seller said. What isn't said stays. */
function withEdit(sale: SaleRow, given: Edit): SaleRow {
  const {
    feeCents,
    otherFeesCents,
    costCents,
    costBy = 'seller',
    state,
    stateBySeller = true,
    channel,
    ...plain
  } = given;
  const said = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined));
  const place = channel?.toLowerCase() === poshmark ? poshmark : channel;
  const row: SaleRow = {
    ...sale,
    ...said,
    ...(place !== undefined && { channel: place }),
    ...(feeCents !== undefined && { statedFeeCents: feeCents }),
    ...(otherFeesCents !== undefined && { statedOtherFeesCents: otherFeesCents }),
    ...(costCents !== undefined && { costCents, costBy }),
    ...(state !== undefined && { state, stateBySeller }),
  };
  return row.stateBySeller
    ? row
    : { ...row, state: row.source === 'manual' && row.marketState === null ? 'sold' : stateOf(row) };
}

const ofAny: readonly string[] = ['costCents', 'otherFeesCents', 'state', 'note'] satisfies (keyof SaleChange)[];

function refuseForeign(sale: StoredSale, change: SaleChange): void {
  if (sale.source === 'manual') return;
  const fields = Object.entries(change).flatMap(([name, value]) =>
    value === undefined || ofAny.includes(name) ? [] : [name],
  );
  if (fields.length === 0) return;
  const message = `${cameFrom(sale)} You can change its cost, other fees, state, and note.`;
  throw new Failure('from_report', message, { fields: Object.fromEntries(fields.map((name) => [name, message])) });
}

const cameFrom = ({ source }: StoredSale): string =>
  source === 'marketplace' ? 'This sale came from your closet.' : 'This sale came from a report.';

async function refuseFaults({ clock }: SalesContext, tx: Queryable, userId: string, row: SaleRow): Promise<void> {
  const today = shareDay(clock.now(), await findZone(tx, userId));
  if (row.soldOn !== null && row.soldOn > today) throw invalid('soldOn', 'This day is in the future. Check the date.');
  if (row.soldOn !== null && row.soldOn < earliest) throw invalid('soldOn', `Enter a day from ${earliest} on.`);
  if (row.listedOn !== null && row.soldOn !== null && row.listedOn > row.soldOn)
    throw invalid('listedOn', 'This is after the sale. Check both dates.');
  if (row.listingId !== null && !(isId(row.listingId) && (await hasListing(tx, userId, row.listingId))))
    throw invalid('listingId', 'This listing no longer exists. Leave it out.');
}
const earliest = '1990-01-01';

const invalid = (field: string, message: string): Failure =>
  new Failure('invalid_input', message, { fields: { [field]: message } });
const notFound = (): Failure => new Failure('not_found', 'This sale no longer exists.');

function found(sale: Sale | null): Sale {
  if (sale === null) throw notFound();
  return sale;
}
