// Sends a price batch or its undo, follows it until it is done, and finds out how it ended if the reply is lost.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiFailure } from '#contract/failure.ts';
import type { BulkPriceResult, PriceBatch, UndoResult } from '#contract/listings/prices.ts';
import type { Optimization } from '#contract/pricing/advice.ts';
import { wait } from '#web/lib/clock.ts';
import { api, failureCode, isOutage } from '#web/lib/server/api.ts';
import { useChange } from '#web/lib/server/queries.ts';
import { pricingKeys } from '../queries.ts';
import { type KeptBatch, keepBatch, keptBatch, newKey } from './kept-batch.ts';

export type PriceBatchInHand = ReturnType<typeof usePriceBatch>;

/** The price batch that this tab started, from the first click until it is dismissed. It survives a reload. */
export const usePriceBatch = (sellerId: string) => {
  const [kept, setKept] = useState(() => keptBatch(sellerId));
  const apply = useChange(sendPrices);
  const undoing = useUndoPrices();
  const stopping = useChange(api.listings.stopPrices);
  const isSending = apply.isPending;
  const isUnsure = kept !== null && kept.batchId === null && !isSending;
  const query = useQuery({
    ...batchQuery(kept?.key ?? '', { isSending, isUndoing: undoing.isPending }),
    enabled: kept !== null && !isUnsure,
  });

  const keep = (batch: KeptBatch | null) => {
    keepBatch(sellerId, batch);
    setKept(batch);
  };
  const send = async (batch: KeptBatch): Promise<BulkPriceResult> => {
    keep(batch);
    try {
      const result = await apply.mutateAsync(batch);
      keep({ ...batch, batchId: result.batchId });
      return result;
    } catch (error) {
      // A refusal means that no price was changed, so forget the batch. Otherwise the server may be working on it.
      if (!mayHaveArrived(error)) keep(null);
      throw error;
    }
  };

  const interrupted = useRef(kept?.batchId === null ? kept : null);
  // Resumes a batch that a reload interrupted: session storage outlives the page.
  useEffect(() => {
    const batch = interrupted.current;
    interrupted.current = null;
    if (batch !== null) void send(batch).catch(() => null);
  });

  const rows = batchRows(kept?.items ?? [], query.data ?? undefined);
  return {
    kept,
    rows,
    /** The request is being sent, or the server is still working on the batch. */
    isUnderWay: isSending || query.data?.state === 'running',
    isUndoing: undoing.isPending || query.data?.state === 'undoing',
    /** How long the rest takes at the pace that Hangtag keeps. Whole minutes; 0 if it is less than half of one, or done. */
    minutesLeft: Math.round((query.data?.secondsLeft ?? 0) / 60),
    /** The request was sent, but no reply came: the server may or may not have the batch. */
    isUnsure,
    unread: isSending ? null : query.error,
    /** Listings whose price this batch has changed, has skipped when undoing, or will still change. */
    handledIds: new Set(
      rows.flatMap(({ listingId, state }) => (['updated', 'skipped', 'waiting'].includes(state) ? listingId : [])),
    ),
    start: (items: readonly Optimization[], confirmLarge: boolean) =>
      send({
        key: newKey(),
        batchId: null,
        confirmLarge,
        items: items.map(({ listingId, title, currentPrice, suggestedPrice }) => {
          return { listingId, title, oldPrice: currentPrice, newPrice: Math.round(suggestedPrice) };
        }),
      }),
    /** With the same key. If the server already has it, nothing is changed twice. */
    sendAgain: async () => (kept === null ? null : send(kept)),
    undo: (listingIds?: string[]) =>
      undoing.mutateAsync({ batchId: kept?.batchId ?? '', body: { ...(listingIds && { listingIds }) } }),
    /** Leaves what was not sent yet, of the changes or of their undo. */
    stop: () => stopping.mutateAsync({ batchId: kept?.key ?? '' }),
    isStopping: stopping.isPending,
    readAgain: () => query.refetch(),
    dismiss: () => keep(null),
  };
};

export type BatchRow = KeptBatch['items'][number] & {
  state: 'waiting' | 'updated' | 'stopped' | 'failed' | 'reverted' | 'skipped';
  why: string | null;
};

type Progress = Pick<PriceBatch, 'updated' | 'failed' | 'reverted' | 'skipped'>;

const isStopped = ({ error }: { error: string }): boolean => error === 'stopped';

/** A change waits until the server reports its result. Where the seller stopped an undo, the change is still there. */
export const batchRows = (items: KeptBatch['items'], progress: Progress | undefined): BatchRow[] =>
  items.map((item) => {
    const isIt = ({ listingId }: { listingId: string }) => listingId === item.listingId;
    const skipped = progress?.skipped.find(isIt);
    const failed = progress?.failed.find(isIt);
    const updated = progress?.updated.find(isIt);
    // The marketplace's old price, which is also the one that an undo restores, may not be the one that the page had loaded.
    const row = updated ? { ...item, oldPrice: updated.oldPrice, newPrice: updated.newPrice } : item;
    if (progress?.reverted.some(isIt)) return { ...row, state: 'reverted', why: null };
    if (skipped && !isStopped(skipped)) return { ...row, state: 'skipped', why: skipped.message };
    if (failed && isStopped(failed)) return { ...row, state: 'stopped', why: null };
    if (failed) return { ...row, state: 'failed', why: failed.message };
    return { ...row, state: updated ? 'updated' : 'waiting', why: null };
  });

const waitMs = 1000;
/** Longer than 100 changes take at the slowest pace. */
const longestWaitMs = 20 * 60_000;

/** The server may have it: it did not answer, it crashed, or this page doesn't understand its answer after an upgrade. */
const mayHaveArrived = (error: unknown): boolean =>
  isOutage(error) || (error instanceof ApiFailure && (error.status < 400 || error.code === 'internal'));

/** The state of a batch that the server may be working on, after a reply was lost; null if it can't be loaded or isn't there. */
const stateAfterOutage = (key: string): Promise<PriceBatch | null> =>
  api.listings.priceBatch({ batchId: key }).catch(() => null);

/** Its state as soon as it isn't open any longer, or when that takes too long. */
const followWhile = async (key: string, isOpen: (batch: PriceBatch | null) => boolean): Promise<PriceBatch | null> => {
  const until = Date.now() + longestWaitMs;
  for (;;) {
    const batch = await stateAfterOutage(key);
    if (!isOpen(batch) || Date.now() > until) return batch;
    await wait(waitMs);
  }
};

/** The server has the batch already. Nobody else knows its key, so another body came from an earlier version of this app. */
const hasIt: readonly string[] = ['in_progress', 'idempotency_mismatch'];

/**
 * Sends a price batch under its idempotency key. If the server has the batch already, for example after a reload, after an upgrade,
 * or because a proxy cut a long request, this follows the batch until it is done, however often the server can't be reached
 * meanwhile. It reads the batch and doesn't send it again, because the server takes only ten batches in a minute, and a refusal for
 * that says nothing about a batch that it has.
 */
export async function sendPrices({ key, items, confirmLarge }: KeptBatch): Promise<BulkPriceResult> {
  const updates = items.map(({ listingId, newPrice }) => ({ listingId, newPrice }));
  const expectedPrices = Object.fromEntries(items.map(({ listingId, oldPrice }) => [listingId, oldPrice]));
  try {
    return await api.listings.updatePrices({
      body: { updates, expectedPrices, ...(confirmLarge && { confirmLargeChanges: true }) },
      idempotencyKey: key,
    });
  } catch (error) {
    const code = failureCode(error);
    const mayBeStored = mayHaveArrived(error) || code === 'too_many_requests';
    const isStored = hasIt.includes(code) || (mayBeStored && (await stateAfterOutage(key)) !== null);
    if (!isStored) throw error;
    const batch = await followWhile(key, (one) => one === null || one.state === 'running');
    if (batch === null || batch.state === 'running') throw error;
    return batch;
  }
}

export const useUndoPrices = () => useChange(undoPrices);

/** Undoes changes of a batch. If the reply is lost, the batch shows what happened to them. */
async function undoPrices(input: { batchId: string; body: { listingIds?: string[] } }): Promise<UndoResult> {
  try {
    return await api.listings.undoPrices(input);
  } catch (error) {
    if (!mayHaveArrived(error)) throw error;
    const batch = await followWhile(input.batchId, (one) => one?.state === 'undoing');
    if (batch === null) throw error;
    const isAsked = ({ listingId }: { listingId: string }) => input.body.listingIds?.includes(listingId) ?? true;
    const reverted = batch.reverted.filter(isAsked);
    const skipped = batch.skipped.filter(isAsked);
    const ended = new Set([...reverted, ...skipped].map(({ listingId }) => listingId));
    const isOpen = ({ listingId, oldPrice, newPrice }: UndoResult['reverted'][number]): boolean =>
      oldPrice !== newPrice && !ended.has(listingId);
    // The request never arrived.
    if (ended.size === 0 || batch.updated.filter(isAsked).some(isOpen)) throw error;
    return { message: batch.message, reverted, skipped };
  }
}

const pollMs = 700;
const headStartMs = 400;

const batchQuery = (key: string, { isSending, isUndoing }: { isSending: boolean; isUndoing: boolean }) =>
  queryOptions({
    queryKey: pricingKeys.batch(key),
    queryFn: async ({ signal }) => {
      // Gives the request that creates the batch time to arrive first.
      if (isSending) await wait(headStartMs);
      try {
        return await api.listings.priceBatch({ batchId: key }, { signal });
      } catch (error) {
        if (failureCode(error) === 'not_found') return null;
        throw error;
      }
    },
    refetchInterval: ({ state: { data } }) =>
      isSending || isUndoing || data?.state === 'running' || data?.state === 'undoing' ? pollMs : false,
  });
