// Adjusts price changes that were restored from a backup.

import type { Queryable } from '#domain/ports/database.ts';

/** Changes that were open when the backup was taken are not made now, and no device is notified of their end. */
export async function endRestoredPrices(tx: Queryable): Promise<void> {
  await tx.query(
    `update price_writes set settled_at = now(),
       state = case state when 'sending' then 'unknown' else 'failed' end,
       error = case state when 'sending' then 'outcome_unknown' else 'interrupted' end,
       message = 'A backup was restored before this was done.'
     where state in ('waiting', 'sending')`,
  );
  await tx.query('update price_batches set notified_at = created_at where notified_at is null');
}
