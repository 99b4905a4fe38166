import type { Instant } from './clock.ts';

/**
 * How one call to the marketplace ended. Classified once, at the connector (wire protocol 14.3). `network`: no answer came; of
 * a share or another write it proves that the request never left, because a request that may have left ends as `uncertain`.
 */
export type ResultKind =
  | 'ok'
  | 'network'
  | 'uncertain'
  | 'unavailable'
  | 'bad_answer'
  | 'session_expired'
  | 'token_rejected'
  | 'invalid_credentials'
  | 'otp_required'
  | 'otp_invalid'
  | 'otp_expired'
  | 'human_check'
  | 'rate_limited'
  | 'blocked'
  | 'forbidden'
  | 'account_blocked'
  | 'listing_gone'
  | 'listing_not_available'
  | 'not_found'
  | 'validation'
  | 'write_not_applied'
  | 'protocol_changed'
  | 'unknown_failure';

export type MarketFailure = {
  kind: Exclude<ResultKind, 'ok'>;
  /** The marketplace's own words where it gave any, else a plain sentence. Never a secret. */
  message: string;
  retryAfterMs?: number;
  traceId?: string;
  restrictedAction?: string;
  /** Of `rate_limited`: the marketplace's own limit of shares ("share jail"), not one of calls. */
  shareLimit?: boolean;
};
export type MarketResult<T> = { kind: 'ok'; value: T; traceId?: string } | MarketFailure;

export type MarketListing = {
  id: string;
  title: string;
  brand?: string;
  sizeLabel?: string;
  /** null: the marketplace showed no readable price. */
  priceCents: number | null;
  originalPriceCents: number | null;
  currency: string;
  availability: 'available' | 'sold' | 'not_for_sale' | 'unavailable';
  condition?: 'nwt' | 'uln' | 'ug' | 'uf' | 'ret' | 'other';
  department?: string;
  category?: string;
  subcategory?: string;
  colors: string[];
  coverUrl?: string;
  pictureUrls: string[];
  likeCount: number;
  shareCount: number;
  commentCount: number;
  createdAt?: Instant;
  updatedAt?: Instant;
  availabilityChangedAt?: Instant;
  url: string;
};

export type Cookie = { name: string; value: string; domain?: string; path?: string; expires?: Instant };

/** All that is kept of a signed-in marketplace session. A secret: sealed at rest, never logged. */
export type MarketSession = {
  cookies: Cookie[];
  /** The current XSRF token (wire protocol 3), where one was seen. */
  token?: string;
  userId?: string;
  handle?: string;
};

export type MarketIdentity = { userId: string; handle: string };
export type ShippingDiscount = { id: string; label: string; sellerCostCents: number | null };
export type LikesSummary = { count: number; newestAt: Instant | null };
export type SearchQuery = {
  words: string;
  brand?: string;
  status: 'sold' | 'available';
  /** First page when absent, else what the last page named as `next`. */
  page?: string;
};
export type Page<T> = { items: T[]; next: string | null };

/** A sign-in that waits for the one-time code. Kept sealed, 10 minutes at most. */
export type PendingSignIn = { session: MarketSession; handle: string; requestToken?: string };
export type SignInResult =
  | { kind: 'ok'; value: MarketIdentity; traceId?: string }
  | { kind: 'otp_required'; pending: PendingSignIn; message: string; traceId?: string }
  | (MarketFailure & { kind: Exclude<MarketFailure['kind'], 'otp_required'> });

/**
 * One linked account at one marketplace. Calls of one account run one after another, never two at once. `session()` is the
 * session as it is now; save it whenever `revision` has changed.
 */
export type MarketAccount = {
  session(): MarketSession;
  readonly revision: number;
  /** Loads the page that carries token and identity (wire protocol 4). */
  bootstrap(): Promise<MarketResult<MarketIdentity>>;
  /** Who am I: proves that the session lives, changes nothing (6). */
  probe(): Promise<MarketResult<MarketIdentity>>;
  signIn(credentials: { username: string; password: string }): Promise<SignInResult>;
  requestCode(
    pending: PendingSignIn,
  ): Promise<MarketResult<PendingSignIn & { delivery?: string; destination?: string }>>;
  verifyCode(
    pending: PendingSignIn,
    input: { code: string; credentials: { username: string; password: string } },
  ): Promise<SignInResult>;
  /** Reads every page of the closet, in its own order (7). */
  closet(filter: 'available' | 'sold' | 'not_for_sale' | 'all'): Promise<MarketResult<MarketListing[]>>;
  listing(id: string): Promise<MarketResult<MarketListing>>;
  /**
   * One share, one attempt (9). `uncertain` where the answer can't prove anything. After `token_rejected` it neither
   * bootstraps nor repeats: the caller does, who has the ledger. `mayLeave` is asked at the moment when the first byte would
   * leave, because a connection may take seconds to open: where it says no, nothing is sent, and the share ends as `network`.
   */
  share(id: string, mayLeave?: () => boolean): Promise<MarketResult<null>>;
  /**
   * Read, change one field, write, verify (11). `priceCents` is a whole number of dollars. `beforeWrite` receives the price
   * that was read, just before it is written over, also where that happens a second time: it keeps what a crash must not
   * lose, or answers false, and the price is left. `newPriceCents` is the price that holds now, also where nothing was
   * written.
   */
  setPrice(
    id: string,
    priceCents: number,
    beforeWrite?: (oldPriceCents: number) => Promise<boolean>,
  ): Promise<MarketResult<{ oldPriceCents: number; newPriceCents: number }>>;
  shippingDiscounts(id: string, priceCents: number): Promise<MarketResult<ShippingDiscount[]>>;
  likes(id: string): Promise<MarketResult<LikesSummary>>;
  sendOffer(id: string, offer: { priceCents: number; discountId: string }): Promise<MarketResult<null>>;
  search(query: SearchQuery): Promise<MarketResult<Page<MarketListing>>>;
};

/** The marketplace as a place: one origin, many accounts. */
export type Marketplace = {
  readonly origin: string;
  /** Binds a kept session (or an empty one, to sign in with) to this marketplace. */
  account(session: MarketSession): MarketAccount;
  /** The exported cookies of the seller's own browser: a `Cookie` header or a JSON list. null: nothing usable in it. */
  readExportedSession(text: string): MarketSession | null;
  /** Reaches the origin without any session: for the API test. */
  reach(): Promise<MarketResult<null>>;
  close(): Promise<void>;
};

/** Practice only: sellers made on demand at the bundled stand-in. */
export type PracticeAdmin = {
  open(size?: { listings: number; sold: number }): Promise<{ username: string; password: string }>;
  close(username: string): Promise<void>;
};
