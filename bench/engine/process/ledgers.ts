// Other ledgers to compare the real one with.

import type { Clock } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import { type Ledger, sendWindowMs } from '#server/features/bot/ledger/ledger.ts';
import { reserve, type SettleAsk, settle } from '#server/features/bot/ledger/store.ts';

/** A settlement that could not join a reservation is committed by itself after this time. */
const lonelyMs = 5_000;

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

type SingleLedger = Ledger & {
  readonly commits: number;
  /** Commits the settlements that did not join a reservation. Call it before the database is closed. */
  drain(): Promise<void>;
};

/**
 * As safe as the real ledger, but without group commit: each share is its own transaction. The settlement of a share is committed
 * with the reservation of the bot's next share, so that there is one commit per share and not two.
 */
export function ledgerOfSingleCommits(database: Database, clock: Clock): SingleLedger {
  type Open = { ask: SettleAsk; timer: NodeJS.Timeout };
  const open = new Map<string, Open>();
  let commits = 0;

  const commit = async <T>(work: (tx: Queryable) => Promise<T>): Promise<T> => {
    const value = await database.transaction(work);
    commits += 1;
    return value;
  };
  const takeOpen = (roundId: string): Open | undefined => {
    const last = open.get(roundId);
    open.delete(roundId);
    clearTimeout(last?.timer);
    return last;
  };
  const settleAlone = async (roundId: string): Promise<void> => {
    const last = takeOpen(roundId);
    if (last === undefined) return;
    await commit((tx) => settle(tx, [last.ask]));
  };

  return {
    get commits() {
      return commits;
    },
    async drain() {
      for (const roundId of [...open.keys()]) await settleAlone(roundId);
    },
    async reserve(ask) {
      const sendBefore = performance.now() + sendWindowMs;
      const last = takeOpen(ask.roundId);
      const at = clock.now();
      const answer = await commit(async (tx) => {
        if (last) await settle(tx, [last.ask]);
        const [one] = await reserve(tx, [ask], at);
        return one;
      }).catch(() => undefined);
      if (answer === undefined) return { kind: 'refused', why: 'failed' };
      const { userId, roundId, listingId } = ask;
      return answer.kind === 'reserved'
        ? { ...answer, userId, roundId, listingId, reservedAt: at, sendBefore }
        : answer;
    },
    async settle(ask) {
      await settleAlone(ask.roundId);
      const timer = setTimeout(() => void settleAlone(ask.roundId).catch(() => {}), lonelyMs).unref();
      open.set(ask.roundId, { ask: { ...ask, at: clock.now() }, timer });
      // Returns at once, because the engine reserves the next share only after this one is settled, and that commit includes it.
      return true;
    },
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
