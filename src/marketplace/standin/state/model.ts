import type { Fault } from '../faults.ts';
import type { Color } from '../seed/catalog.ts';
import type { InventoryStatus } from '../seed/closet.ts';
import type { Taste } from '../seed/facts.ts';
import type { IdKey } from '../seed/ids.ts';
import type { LimitSet, Settings } from '../settings.ts';
import type { Journal } from './journal.ts';
import type { Rolling } from './rolling-count.ts';

/** The whole practice marketplace, in memory. */
export type World = {
  seed: number;
  key: IdKey;
  /** The day that the seeded closets are set on. */
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
  strangerCalls: Rolling | null;
  clock: WorldClock;
  /** Told after each change that a restart must remember. */
  changed(): void;
};

export type WorldClock = {
  now(): number;
  /** How far the clock was moved from the one it was given, ms. */
  offsetMs: number;
};

export type AccountPlan = {
  kind: 'demo' | 'market' | 'made';
  serial: number;
  handle: string;
  fullName: string;
  /** null: nobody can log in (the sellers of the wider market). */
  password: string | null;
  asOfMs: number;
  available: number;
  sold: number;
  /** Asks for a one-time code at log-in. */
  otp: boolean;
};

export type Account = AccountPlan & {
  id: string;
  email: string;
  sessions: Set<Session>;
  humanCheck: boolean;
  otpState: OtpState | null;
  /** Kept only while the limit is on. */
  sharesDay: Rolling | null;
  sharesBurst: Rolling | null;
  calls: Rolling | null;
  /** Made when first looked at: ten thousand sellers whose closets nobody opens cost little. */
  listings: Listing[] | null;
  order: Listing[] | null;
  lastBumpMs: number;
  taste: Taste | null;
  touched: Listing[];
  /** Changes from the state file, waiting for the closet to be made. */
  pending: ListingChange[];
};

/** One listing as it stands now. Moments in ms, money in whole dollars. */
export type Listing = {
  account: Account;
  index: number;
  id: string;
  bornMs: number;
  bumpMs: number;
  updatedMs: number;
  shares: number;
  likes: number;
  /** When likes last changed by hand; 0: as seeded. */
  likesMs: number;
  price: number;
  original: number;
  status: InventoryStatus;
  statusMs: number;
  removed: boolean;
  revision: number;
  /** An offer to likers runs until then; 0: none. */
  offerUntilMs: number;
  /** What its seller wrote over the seeded facts by an update; null: nothing. */
  edits: Edits | null;
  touched: boolean;
};

/** What an update may change besides price and status; the whole of it, since an update is a full save. */
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

export type ListingChange = Omit<Listing, 'account' | 'id' | 'bornMs' | 'touched'>;

export type DeadStyle = 'E8a' | 'E8b' | 'E8c' | 'E8d';

/** One signed-in browser or client. The last two tokens are good (wire protocol 3). */
export type Session = {
  jwt: string;
  account: Account;
  token: string;
  previousToken: string | null;
  /** Set once the session was ended; how calls with it are answered. */
  dead: DeadStyle | null;
};

/** A browser before log-in. Ties a one-time code to the attempt that asked for it. */
export type Visitor = {
  ssid: string;
  token: string;
  previousToken: string | null;
  /** The account whose password was right and whose code is awaited. */
  attempt: number | null;
};

export type OtpState = {
  code: string;
  requestToken: string;
  sentMs: number;
  tries: number;
  /** Codes that a newer one replaced: typing one of them is "too old", not "wrong". */
  replaced: string[];
  /** The right code was typed: this opens the log-in once. */
  entryToken: string | null;
  entryMs: number;
};
