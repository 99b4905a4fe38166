// The face of this room: how much an account may store, and how old history gets.
import type { Stored } from '#contract/cost.ts';
import { Failure } from '#domain/failure.ts';
import type { Clock } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import type { PersonalTable } from '../../personal-table.ts';
import { bytesOf, eraseAll, eraseOldest, eraseOldOfNobody, eraseSome, eraseSomeHistory } from './store.ts';

export type StorageTools = {
  database: Database;
  clock: Clock;
  personalTables: readonly PersonalTable[];
  /** In bytes. */
  storage?: { ofAccount: number; ofGuest: number };
};

const usual = { ofAccount: 50e6, ofGuest: 5e6 };
const dayMs = 86_400_000;
/** A year of history, plus the month that comparing with last year needs. */
const retentionMs = 400 * dayMs;
/** For accounts that are full. */
const shortRetentionMs = 90 * dayMs;
/** How long an account that had room counts as having room. */
const roomyMs = 10 * 60_000;
const rowsAtOnce = 2_000;
/** Of one table. Old history is forgotten for so many accounts at a time, and so many of each one's rows. */
const sellersAtOnce = 500;
const rowsOfSellerAtOnce = 50;
/** How often the same accounts are looked at in one run. The next run continues. */
const mostBatches = 100;
const mostKnown = 10_000;

const hasHistory = (table: PersonalTable): table is PersonalTable & { history: string } => table.history !== undefined;

export function createStorage({ database, clock, personalTables, storage = usual }: StorageTools) {
  const stored = personalTables.filter(({ grows }) => grows === 'stored');
  const histories = personalTables.filter(hasHistory);
  /** When an account was found to have room. Summing up its rows before each small call would cost more than the call. */
  const roomyAt = new Map<string, number>();

  const eraseHistory = async (userId: string): Promise<void> => {
    const before = clock.now() - shortRetentionMs;
    for (const table of histories)
      while ((await eraseSomeHistory(database, table, { userId, before, most: rowsAtOnce })) === rowsAtOnce);
  };

  const forgetOldOf = async (table: PersonalTable & { history: string }, before: number): Promise<void> => {
    let after = '0';
    for (let batch = 1; ; batch++) {
      const { last, erased } = await eraseOldest(database, table, {
        before,
        after,
        sellers: sellersAtOnce,
        each: rowsOfSellerAtOnce,
      });
      if (last === null) return;
      if (erased > 0 && batch < mostBatches) continue;
      after = last;
      batch = 0;
    }
  };

  return {
    /**
     * Throws `storage_full` if an account stores more than it may, even after its older history was erased. Never does before a call
     * that only adds entries to its log.
     */
    async refuseFull({ id, isGuest }: { id: string; isGuest: boolean }, stores: Stored): Promise<void> {
      const now = clock.now();
      if (stores !== 'much' && now - (roomyAt.get(id) ?? Number.NEGATIVE_INFINITY) < roomyMs) return;
      const most = isGuest ? storage.ofGuest : storage.ofAccount;
      if ((await bytesOf(database, id, stored)) > most) {
        await eraseHistory(id);
        if (stores === 'log') return;
        if ((await bytesOf(database, id, stored)) > most) throw full(isGuest);
      }
      if (roomyAt.size >= mostKnown) roomyAt.clear();
      roomyAt.set(id, now);
    },

    /** Erases an account's rows in the tables that stay small. Its own row stays. */
    async eraseSmall(tx: Queryable, userId: string): Promise<void> {
      for (const table of personalTables.filter(({ grows, key }) => grows === undefined && key === undefined))
        await eraseAll(tx, table, userId);
    },

    /** Erases what an account stores in small steps, because a large one would block other accounts. Its own row stays. */
    async eraseRows(userId: string): Promise<void> {
      for (const table of personalTables.filter(({ grows }) => grows !== undefined))
        while ((await eraseSome(database, table, { userId, most: rowsAtOnce })) === rowsAtOnce);
    },

    /** For maintenance: forgets what is older than its retention. */
    async forgetOld(): Promise<void> {
      for (const table of histories) {
        const { historyDays } = table;
        const before = clock.now() - (historyDays === undefined ? retentionMs : historyDays * dayMs);
        await forgetOldOf(table, before);
        await eraseOldOfNobody(database, table, before);
      }
    },
  };
}

const full = (isGuest: boolean): Failure =>
  new Failure(
    'storage_full',
    isGuest
      ? 'This demo has stored as much as it can. Create an account to continue.'
      : 'Your account has stored as much as it can. Your bot keeps running. Ask your administrator to make room.',
  );
