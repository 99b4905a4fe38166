// The face of the activity feature: what happened to a seller, as one list.
import type { ActivityEntry, ShareCounts } from '#contract/activity/activity.ts';
import type { Handlers } from '#contract/route.ts';
import type { routes } from '#contract/routes.ts';
import type { ActivityAction, ActivityLog } from '#domain/activity.ts';
import { Failure } from '#domain/failure.ts';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import { type Cursor, countShares, insertEntry, type Row, readChanges, readEntries } from './store.ts';

/** For the ledger's transactions: many entries in one statement. */
export { insertEntries as recordMany, type NewEntry } from './store.ts';

export const createActivity = ({ database, clock }: { database: Database; clock: Clock }) => ({
  /** Shares are never recorded: the list reads them from the ledger. */
  record: (...[tx, entry]: Parameters<ActivityLog['record']>) => insertEntry(tx, { at: clock.now(), ...entry }),

  /** Newest first. `before` is an entry's id; throws `invalid_input` if it is not one. */
  async list(given: {
    userId: string;
    limit: number;
    before?: string | undefined;
    action?: ActivityAction | null | undefined;
  }): Promise<ActivityEntry[]> {
    const { userId, limit, before, action = null } = given;
    const ask = { userId, limit, before: before === undefined ? null : readId(before), action, now: clock.now() };
    return (await database.transaction((tx) => readEntries(tx, ask), { indexesOnly: true })).map(toEntry);
  },

  /** The outcomes of shares sent since then. A share that is still in flight is not counted. */
  shareCounts: (ask: { userId: string; since: Instant }): Promise<Omit<ShareCounts, 'since'>> =>
    countShares(database, ask),

  /**
   * For the live updates: the fingerprints of those users whose fingerprint isn't the known one. A fingerprint has one text per
   * event, joined by `|` in the order of `eventNames`, which changes when there is something new.
   */
  changes: (asks: readonly { userId: string; known: string | null }[]): Promise<Map<string, string>> =>
    database.transaction((tx) => readChanges(tx, asks, clock.now()), { indexesOnly: true }),
});

export type Activity = ReturnType<typeof createActivity>;

export function activityHttp(activity: Activity): Handlers<typeof routes.activity, { id: string }> {
  return {
    list: ({ user, query }) => activity.list({ userId: user.id, ...query }),
    shareCounts: async ({ user, query: { since } }) => ({
      since,
      ...(await activity.shareCounts({ userId: user.id, since: Date.parse(since) })),
    }),
  };
}

const toEntry = (row: Row): ActivityEntry => ({
  id: `${row.micros}-${row.source}-${row.first}-${row.second}`,
  action: row.action,
  details: row.details,
  timestamp: new Date(Math.floor(Number(row.micros) / 1000)).toISOString(),
  ...(row.listingId !== null && { listingId: row.listingId }),
  ...(isConfirmed(row.action) && row.evidence !== null && { evidence: row.evidence }),
});

const isConfirmed = (action: ActivityAction): boolean => ['SHARE', 'PARTY_SHARE', 'SHARE_BACK'].includes(action);

const largestNumber = 2n ** 63n - 1n;

/** An id says where an entry is in the list, so paging continues after it even if the entry is gone. */
function readId(id: string): Cursor {
  const [, micros = '', source, first = '', second = ''] = /^(\d{1,16})-([01])-(\d{1,19})-(-?\d{1,18})$/.exec(id) ?? [];
  if (source === undefined || BigInt(first) > largestNumber) {
    const message = 'There is no such entry';
    throw new Failure('invalid_input', message, { fields: { before: message } });
  }
  return { micros, source: source === '0' ? 0 : 1, first, second };
}
