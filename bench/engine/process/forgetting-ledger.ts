// A ledger to compare the real one with.

import type { Database } from '#domain/ports/database.ts';
import { type Ledger, sendWindowMs } from '#server/features/bot/ledger/ledger.ts';

/** Allows everything and writes nothing: shows what the engine could do without any safety. */
export async function ledgerThatForgets(database: Database): Promise<Ledger> {
  const marketIds = await readMarketIds(database);
  const counts = new Map<string, number>();
  return {
    async reserve({ userId, roundId, listingId }) {
      const sharesToday = (counts.get(userId) ?? 0) + 1;
      counts.set(userId, sharesToday);
      return {
        kind: 'reserved',
        userId,
        roundId,
        listingId,
        reservedAt: Date.now(),
        marketId: marketIds.get(listingId) ?? '',
        tries: 1,
        sharesToday,
        sendBefore: performance.now() + sendWindowMs,
      };
    },
    settle: async () => true,
  };
}

async function readMarketIds(database: Database): Promise<Map<number, string>> {
  const marketIds = new Map<number, string>();
  for (let last = 0, page = -1; page !== 0; ) {
    const { rows } = await database.query<{ id: string; market: string }>(
      'select id, poshmark_id as market from listings where id > $1 order by id limit 50000',
      [last],
    );
    page = rows.length;
    for (const { id, market } of rows) {
      last = Number(id);
      marketIds.set(last, market);
    }
  }
  return marketIds;
}
