// Types of the practice marketplace’s in-memory state.

import type { Color } from '../seed/catalog.ts';
import type { ListingStart } from '../seed/closet.ts';
import type { Taste } from '../seed/facts.ts';
import type { IdKey } from '../seed/random.ts';
import type { Fault, LimitSet, Settings } from '../settings.ts';

/** The whole practice marketplace, in memory. */
export type World = {
  seed: number;
  key: IdKey;
  /** Date of the seeded closets. */
  asOfMs: number;
  settings: Settings;
  limits: LimitSet;
  faults: Fault[];
  journal: Journal;
  accounts: Map<number, Account>;
  byName: Map<string, Account>;
  sessions: Map<string, Session>;
  visitors: Map<string, Visitor>;
  nextSerial: number;
  /** Planted ones, instead of the four a day. */
  parties: Party[] | null;
  /** Times of the last calls without a session, as `rolling-count.ts` keeps them. */
  strangerCalls: number[];
  clock: {
    now(): number;
    /** Offset from the real clock, in ms. */
    offsetMs: number;
  };
  /** Called after each change that must survive a restart. */
  changed(): void;
};

export type AccountPlan = {
  kind: 'demo' | 'market' | 'made' | 'stranger';
  serial: number;
  handle: string;
  fullName: string;
  /** null if signing in is impossible (market sellers other than the demo accounts). */
  password: string | null;
  asOfMs: number;
  available: number;
  sold: number;
  /** Whether a sign-in requires a one-time code. */
  otp: boolean;
};

export type Account = AccountPlan & {
  id: string;
  email: string;
  sessions: Set<Session>;
  humanCheck: boolean;
  otpState: OtpState | null;
  /** Times of the last shares and calls, counted only while there is a limit. */
  sharesDay: number[];
  sharesBurst: number[];
  calls: number[];
  /** Created on first access, so that thousands of unopened closets cost little. */
  listings: Listing[] | null;
  order: Listing[] | null;
  lastBumpMs: number;
  taste: Taste | null;
  touched: Listing[];
  /** Orders that were planted. Those of sold listings, and older ones, follow from the seed. */
  orders: Order[];
  /** Planted news. Others follow from the seed. */
  news: NewsItem[];
};

/** Who shared a listing of a seller, by their serial numbers. */
export type NewsItem = { id: string; atMs: number; by: number[]; listingId: string };

export type Party = {
  id: string;
  title: string;
  startMs: number;
  endMs: number;
  /** As it was planted; null: none. Without it, the times decide. */
  status?: string | null | undefined;
  /** As the wire has it. */
  theme: Record<string, unknown>;
};

/** Current state of a listing. Times in ms, money in whole dollars. */
export type Listing = ListingStart & {
  account: Account;
  updatedMs: number;
  /** When likes were last set by hand; 0 if never. */
  likesMs: number;
  removed: boolean;
  revision: number;
  /** End of the current offer to likers; 0 if there is none. */
  offerUntilMs: number;
  /** The offers of the last 90 days, with the ids of the likers who got them. */
  offers: { atMs: number; price: number; likers: string[] }[];
  /** The seller's edits, or null if the listing is as seeded. */
  edits: Edits | null;
  touched: boolean;
};

/** Something that was bought. Money in cents. */
export type Order = {
  id: string;
  state: string;
  title: string;
  size: string;
  bundleSize: number;
  totalCents: number;
  /** null if the marketplace doesn't say. */
  earningsCents: number | null;
  currency: string;
  bookedMs: number;
  /** Path of the picture. */
  picture: string;
  buyer: { handle: string; fullName: string };
  /** `street, city, STATE zip` */
  address: string;
};

/** Fields that an update sets besides price and status. Complete, because an update is a full save. */
export type Edits = {
  title: string;
  description: string;
  brand: string | null;
  condition: string | null;
  colors: Color[];
  department: string;
  category: string;
  features: string[];
  sizes: unknown[];
  cover: string;
  pictures: string[];
  sku: unknown;
  styleTags: unknown[];
  videos: unknown[];
  discountId: string | null;
};

type DeadStyle = 'E8a' | 'E8b' | 'E8c' | 'E8d';

/** One signed-in browser or client. The last two tokens are valid. */
export type Session = {
  jwt: string;
  account: Account;
  token: string;
  previousToken: string | null;
  /** Set after the session has ended: which error its calls get. */
  dead: DeadStyle | null;
};

/** A browser before sign-in. Ties a one-time code to the sign-in that requested it. */
export type Visitor = {
  ssid: string;
  token: string;
  previousToken: string | null;
  /** The account whose password was correct and that now needs a code. */
  attempt: number | null;
};

export type OtpState = {
  code: string;
  requestToken: string;
  sentMs: number;
  tries: number;
  /** Replaced codes. Entering one of them gives "expired", not "wrong". */
  replaced: string[];
  /** Issued after a correct code. Valid for one sign-in. */
  entryToken: string | null;
  entryMs: number;
};

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
type Journal = ReturnType<typeof journalOf>;

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
