// The calls that the practice marketplace received.

/** One call as the marketplace received it, without body, cookies, passwords, and codes. */
type JournalEntry = {
  n: number;
  /** ms since the epoch, by the practice marketplace's clock. */
  at: number;
  account: string | null;
  method: string;
  path: string;
  op: string;
  listingId: string | null;
  /** The party that a share names. */
  partyId?: string;
  /** `ok`, a code of the error catalog, or the name of the fault. */
  case: string;
  /** True if the call changed the state. */
  applied: boolean;
};

/** The last `limit` calls, numbered from 1. Older ones are dropped. */
export type Journal = ReturnType<typeof journalOf>;

export function journalOf(limit: number) {
  let entries: JournalEntry[] = [];
  let next = 1;
  const last = (count: number): JournalEntry[] => entries.slice(-Math.min(count, limit));
  return {
    last,
    add(entry: Omit<JournalEntry, 'n'>): void {
      entries.push({ n: next, ...entry });
      next += 1;
      // Rarely, because it moves all that stay.
      if (entries.length > limit * 1.25 + 100) entries = last(limit);
    },
    /** Entries numbered `since` and up, at most `most`, and the number for the next read. */
    read(since: number, most: number, account?: string): { entries: JournalEntry[]; next: number } {
      const found: JournalEntry[] = [];
      let n = Math.max(since, next - Math.min(entries.length, limit));
      for (; n < next && found.length < most; n += 1) {
        const entry = entries[n - next + entries.length];
        if (entry !== undefined && (account === undefined || entry.account === account)) found.push(entry);
      }
      return { entries: found, next: n };
    },
    /** Goes on after the entries of an earlier process, or at 1. */
    restart(earlier: readonly JournalEntry[] = []): void {
      entries = [...earlier];
      next = (earlier.at(-1)?.n ?? 0) + 1;
    },
  };
}
