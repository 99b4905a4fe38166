// Reads the sales of a seller’s closet at the marketplace: on the seller’s word, and then after each reading of the closet that finds something sold.

import { mostImportedSales } from '#contract/sales/sale-imports.ts';
import type { SalesSync } from '#contract/sales/sales.ts';
import type { ActivityLog } from '#domain/activity.ts';
import { type HoldReader, onHoldMessage } from '#domain/bot/hold.ts';
import { pageSpacingMs } from '#domain/bot/schedule/closet-reading.ts';
import { Failure, type FailureCode } from '#domain/failure.ts';
import { type Instant, sleep } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import type { MarketAccount, MarketFailure, MarketplaceSale, MarketResult } from '#domain/ports/marketplace.ts';
import type { Queue } from '#domain/ports/queue.ts';
import { mergeCloset } from '#domain/sales/merge/merge-closet.ts';
import type { SaleChanges } from '#domain/sales/sale.ts';
import { shareDay } from '#domain/time.ts';
import { findZone } from '../account/account.ts';
import type { Closet, LinkedCloset } from '../closet/closet.ts';
import { type SalesContext, takeListingFacts } from './context.ts';
import { findReading, saveReading } from './records-store.ts';
import { lockSales, noteChange, readSales, writeSales } from './store.ts';

type SaleReadingsNeeds = SalesContext & {
  closet: Closet;
  queue: Queue;
  activity: ActivityLog;
  hold?: HoldReader | undefined;
  onMarketFailure: (tx: Queryable, userId: string, failure: MarketFailure, of?: 'reading') => Promise<void>;
  log: { warn(fields: object, message: string): void };
  /** Between two pages, for tests. */
  spacingMs?: number | undefined;
};

export type SaleReadings = {
  /** Reads all sales of the closet. Throws `on_hold`, among others; `evenOnHold` is for a demo. */
  sync(userId: string, options?: { evenOnHold?: boolean }): Promise<SalesSync>;
  /** A reading of the closet has found something sold. */
  onSold(tx: Queryable, userId: string): Promise<void>;
  /** The job after that: reads what may have changed. */
  readAfterSale(userId: string): Promise<void>;
};

/** How soon the sales are read after a closet that had something sold, and how often that may be. */
const followMs = 60_000;
const followEveryMs = 6 * 3_600_000;
/** A sale may be returned for so long after it. */
const stillChangesMs = 60 * 86_400_000;

export const createSaleReadings = (needs: SaleReadingsNeeds): SaleReadings => ({
  async sync(userId, { evenOnHold = false } = {}) {
    if (!evenOnHold) refuseHold(needs);
    return read(needs, userId, { isAsked: true });
  },

  async onSold(tx, userId) {
    const last = await findReading(tx, userId);
    if (last === null) return;
    const next = Math.max(needs.clock.now() + followMs, (last.followedAt ?? 0) + followEveryMs);
    await needs.queue.put('sales.read', { userId }, { key: userId, delayMs: next - needs.clock.now(), tx });
  },

  async readAfterSale(userId) {
    refuseHold(needs);
    const last = await findReading(needs.database, userId);
    if (last === null || (last.followedAt ?? 0) > needs.clock.now() - followEveryMs) return;
    await read(needs, userId, { isAsked: false, since: last.readAt - stillChangesMs });
  },
});

function refuseHold({ hold, clock }: SaleReadingsNeeds): void {
  const held = hold?.find() ?? null;
  if (held !== null) throw new Failure('on_hold', onHoldMessage('Reading sales is', held, clock.now()));
}

/** Under the account lock, and stored in one transaction: a reading that fails halfway changes nothing. */
async function read(
  needs: SaleReadingsNeeds,
  userId: string,
  { isAsked, since }: { isAsked: boolean; since?: Instant },
): Promise<SalesSync> {
  const { clock, closet, spacingMs = pageSpacingMs, log, onMarketFailure } = needs;
  const work = async (
    account: MarketAccount,
    { practice, transaction }: LinkedCloset,
  ): Promise<MarketResult<SalesSync>> => {
    const shown = await account.sales({
      ...(since !== undefined && { since }),
      // A demo opens in a second.
      beforeNext: () => (practice ? Promise.resolve() : sleep(clock, spacingMs)),
    });
    if (shown.kind !== 'ok') return shown;
    const { sales, unreadable } = shown.value;
    if (unreadable.length > 0)
      log.warn({ userId, count: unreadable.length, reason: unreadable[0]?.why }, 'Orders of a closet unreadable');
    const value = await transaction((tx) => store(needs, tx, { userId, sales, isAsked, unread: unreadable.length }));
    return { kind: 'ok', value };
  };
  const outcome = await closet.withLiveAccount(userId, work, {
    // Nobody signs in for what nobody asked for.
    signsIn: isAsked,
    onFailure: (tx, failure) => onMarketFailure(tx, userId, failure, 'reading'),
  });
  if (outcome.kind !== 'ok') throw await closet.failureOf(userId, outcome);
  if (outcome.value.added + outcome.value.updated > 0) await needs.onChanged(userId);
  return outcome.value;
}

async function store(
  { clock, activity }: SaleReadingsNeeds,
  tx: Queryable,
  given: { userId: string; sales: readonly MarketplaceSale[]; isAsked: boolean; unread: number },
): Promise<SalesSync> {
  const { userId, sales, isAsked, unread } = given;
  const now = clock.now();
  const zone = await findZone(tx, userId);
  await lockSales(tx, userId);
  const stored = await readSales(tx, userId);
  const shown = sales.map(({ totalPriceCents, bookedAt, ...sale }) => ({
    ...sale,
    priceCents: totalPriceCents,
    soldOn: shareDay(bookedAt, zone),
  }));
  const pieces = stored.reduce((sum, { quantity }) => sum + quantity, 0);
  const changes = withRoom(mergeCloset(stored, shown), mostImportedSales - pieces);
  const [added, updated] = [changes.added.length, changes.changed.length];
  await writeSales(tx, userId, changes);
  await saveReading(tx, { userId, now, isAsked });
  await takeListingFacts(tx, userId);
  const parts = [
    added > 0 && `${counted(added)} added`,
    updated > 0 && `${added > 0 ? updated : counted(updated)} updated`,
  ];
  const found = parts.filter((part) => part !== false).join(', ');
  if (found !== '') {
    await noteChange(tx, userId);
    await activity.record(tx, { userId, action: 'SYNC', details: found, at: now });
  }
  const left = unread === 0 ? '' : ` Hangtag couldn’t read ${unread === 1 ? '1 order' : `${unread} orders`}.`;
  const message = `Read ${counted(sales.length)}: ${found === '' ? 'nothing changed' : found}.${left}`;
  return { message, added, updated, total: sales.length };
}

const counted = (sales: number): string => (sales === 1 ? '1 sale' : `${sales} sales`);

/** An account holds a number of sales. The closet shows the newest first. */
function withRoom(changes: SaleChanges, most: number): SaleChanges {
  let left = most;
  return {
    ...changes,
    added: changes.added.filter(({ quantity }) => {
      left -= quantity;
      return left >= 0;
    }),
  };
}

/** Failures that end on their own. Any other needs the seller, so another try would fail, too. */
const worthRetrying: readonly FailureCode[] = ['marketplace_unavailable', 'too_many_requests', 'internal'];
/** How soon a job looks again during the operator's hold, and while no paired browser is open. */
const laterMs: Partial<Record<FailureCode, number>> = { on_hold: 60_000, browser_away: 3_600_000 };

export const salesJobs = (readings: SaleReadings, queue: Queue): Promise<void> =>
  queue.work('sales.read', async ({ userId }) => {
    try {
      await readings.readAfterSale(userId);
    } catch (error) {
      if (!(error instanceof Failure) || worthRetrying.includes(error.code)) throw error;
      const delayMs = laterMs[error.code];
      if (delayMs !== undefined) await queue.put('sales.read', { userId }, { key: userId, delayMs });
    }
  });
