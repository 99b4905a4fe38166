// Ring buffer of the calls that the practice marketplace received.

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
  /** `ok`, a code of the error catalog, or the name of the fault. */
  case: string;
  /** True if the call changed the state. */
  applied: boolean;
};

/** The last `limit` calls. Older ones are dropped. */
export type Journal = {
  add(entry: Omit<JournalEntry, 'n'>): void;
  /** Entries numbered `since` and up, at most `most`, and the number for the next read. */
  read(since: number, most: number, account?: string): { entries: JournalEntry[]; next: number };
  tail(count: number): JournalEntry[];
  /** Restores the entries of `tail` and continues their numbering. */
  restore(entries: readonly JournalEntry[]): void;
  /** Clears the journal and restarts the numbering at 1. */
  clear(): void;
};

export function journalOf(limit: number): Journal {
  let ring: JournalEntry[] = [];
  let next = 1;
  const put = (entry: JournalEntry) => {
    ring[entry.n % limit] = entry;
    next = entry.n + 1;
  };
  const first = () => Math.max(1, next - Math.min(limit, ring.length));
  return {
    add: (entry) => {
      put({ n: next, ...entry });
    },
    read: (since, most, account) => {
      const entries: JournalEntry[] = [];
      let n = Math.max(since, first());
      for (; n < next && entries.length < most; n += 1) {
        const entry = ring[n % limit];
        if (entry?.n === n && (account === undefined || entry.account === account)) entries.push(entry);
      }
      return { entries, next: n };
    },
    tail: (count) => {
      const entries: JournalEntry[] = [];
      for (let n = Math.max(1, next - Math.min(count, limit)); n < next; n += 1) {
        const entry = ring[n % limit];
        if (entry?.n === n) entries.push(entry);
      }
      return entries;
    },
    restore: (entries) => {
      for (const entry of entries) put(entry);
    },
    clear: () => {
      ring = [];
      next = 1;
    },
  };
}
