// Fills in what an inventory report says about the closet's listings.

import type { InventoryReport, InventoryResult } from '#contract/listings/inventory-report.ts';
import { readInventory } from '#domain/listings/inventory-report.ts';
import { matchReport } from '#domain/listings/match-report.ts';
import type { ListingsNeeds } from '../needs/needs.ts';
import { findReportable, saveReported } from './store.ts';

export async function applyReport(
  { database, clock, onCostsChanged }: Pick<ListingsNeeds, 'database' | 'clock' | 'onCostsChanged'>,
  userId: string,
  report: InventoryReport,
): Promise<InventoryResult> {
  const read = readInventory(
    report.rows.map(({ cells }) => cells),
    { now: clock.now() },
  );
  const known = report.rows.flatMap(({ row }, at) => {
    const said = read[at]?.row;
    return said === null || said === undefined ? [] : [{ ...said, row }];
  });
  const { matched, changed } = await database.transaction(async (tx) => {
    const matched = matchReport(known, await findReportable(tx, userId));
    const reported = known.flatMap(({ costCents, sku, lowestPrice, listedOn }, at) => {
      const match = matched[at];
      if (match?.kind !== 'matched') return [];
      // Noon in UTC is on that day in all of the United States.
      const listedAt = listedOn === null ? null : Date.parse(`${listedOn}T12:00:00Z`);
      return [{ id: match.listingId, costCents, sku, lowestPrice, listedAt }];
    });
    const changed = await saveReported(tx, { userId, reported });
    await onCostsChanged?.(tx, userId, changed);
    return { matched, changed };
  });
  return {
    matched: matched.filter(({ kind }) => kind === 'matched').length,
    changed: changed.length,
    ambiguous: known.flatMap(({ row, title }, at) => {
      const match = matched[at];
      return match?.kind === 'ambiguous' ? [{ row, title, listingIds: match.listingIds }] : [];
    }),
    unmatched: known.flatMap(({ row, title }, at) => (matched[at]?.kind === 'unmatched' ? [{ row, title }] : [])),
    refused: report.rows.flatMap(({ row }, at) => (read[at]?.faults ?? []).map((fault) => ({ row, ...fault }))),
  };
}
