// Port: the marketplace, as calls on one linked account.

import type { Carrier } from './carrier.ts';
import type { Instant } from './clock.ts';

/**
 * How one call to the marketplace ended, as the connector classifies it. `network` means that no reply came.
 * For a share or another write it also proves that the request never left, because one that may have left ends as `uncertain`.
 * `browser_refused`: the seller's browser doesn't make such calls. It proves the same. `other_account`: that browser is signed in
 * with another account than the closet's.
 */
type ResultKind =
  | 'ok'
  | 'network'
  | 'browser_refused'
  | 'uncertain'
  | 'unavailable'
  | 'bad_answer'
  | 'session_expired'
  | 'other_account'
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
  /** The marketplace's own message if it sent one, else a plain sentence. Never contains a secret. */
  message: string;
  retryAfterMs?: number;
  traceId?: string;
  /** For `rate_limited`: true if it limits shares ("share jail"), false if it limits calls. */
  shareLimit?: boolean;
  /** For `listing_not_available`: what the listing is instead. */
  availability?: Exclude<MarketListing['availability'], 'available'>;
  /** For `browser_refused`: the browser does it once the seller has agreed there. */
  asksSeller?: true;
  /** For `listing_gone`: the answer was only a "page not found" page, as for a path that the marketplace no longer has. */
  isPage?: boolean;
};
/** Replies that prove that a share, an offer, or another write was not made. */
export const provesRefusal: ReadonlySet<MarketFailure['kind']> = new Set([
  'session_expired',
  'token_rejected',
  'invalid_credentials',
  'otp_required',
  'otp_invalid',
  'otp_expired',
  'human_check',
  'rate_limited',
  'blocked',
  'forbidden',
  'account_blocked',
  'listing_gone',
  'listing_not_available',
  'not_found',
  'validation',
  'browser_refused',
  'other_account',
]);

export type MarketResult<T> = { kind: 'ok'; value: T; traceId?: string } | MarketFailure;

export type MarketListing = {
  id: string;
  title: string;
  brand?: string;
  /** Missing where the marketplace names the brand only. */
  brandId?: string;
  sizeLabel?: string;
  /** null if the marketplace sent no readable price. */
  priceCents: number | null;
  originalPriceCents: number | null;
  currency: string;
  /** `reserved`: a buyer is paying. It is sold or available again soon. */
  availability: 'available' | 'sold' | 'not_for_sale' | 'reserved' | 'unavailable';
  condition?: 'nwt' | 'uln' | 'ug' | 'uf' | 'ret' | 'other';
  department?: string;
  category?: string;
  subcategory?: string;
  /** Of the category and its subcategories, as far as the marketplace says. */
  categoryIds: string[];
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

/**
 * One order of the closet as its seller sees it. Who bought it, and where it went, is nobody's here: the connector drops that where
 * it parses the answer. All amounts are US dollars in whole cents.
 */
export type MarketplaceSale = {
  id: string;
  /** `sold`, `shipped`, `delivered`, `complete`, `cancelled`, `returned`, or whatever else the marketplace says. */
  state: string;
  title: string;
  isBundle: boolean;
  /** How many listings the order has. */
  bundleSize: number;
  totalPriceCents: number;
  /** null if the marketplace doesn't say. */
  earningsCents: number | null;
  bookedAt: Instant;
  size: string | null;
  pictureUrl: string | null;
};
/** An order that can't be read, and why: one sentence without a value of the answer. */
export type UnreadableSale = { id: string | null; why: string };
export type MarketplaceSales = { sales: MarketplaceSale[]; unreadable: UnreadableSale[] };

/** Whose rules a listing has to meet, each that isn't empty. */
export type PartyTheme = {
  /** Names or ids. */
  brands: string[];
  /** Ids of categories or subcategories. */
  categories: string[];
  sizes: string[];
  /** Kinds of rules that Hangtag doesn't know, by the marketplace's names. What they allow can't be told. */
  unknown: string[];
};
export type MarketParty = {
  id: string;
  title: string;
  startsAt: Instant;
  endsAt: Instant;
  status: 'upcoming' | 'ongoing' | 'ended';
  theme: PartyTheme;
};

/** People who shared one of the seller's listings. Their ids are never stored or logged. */
export type NewsItem = { itemId: string; listingId: string; at: Instant; people: { id: string; name: string }[] };

/** A listing that is for sale, as it was read right before a write. */
export type LiveListing = MarketListing & { priceCents: number };

export type Cookie = { name: string; value: string; domain?: string; path?: string; expires?: Instant };

/** Stored part of a signed-in session. Secret: encrypted at rest, never logged. */
/** What a text without a session looks like, so that the seller learns what to copy instead. */
export type PastedText =
  | 'other_site'
  | 'expired'
  | 'signed_out'
  | 'request'
  | 'response'
  | 'fetch'
  | 'har'
  | 'json'
  | 'page'
  | 'address'
  | 'email'
  | 'text';
export type ExportedSession = { kind: 'session'; session: MarketSession } | { kind: 'none'; looksLike: PastedText };

export type MarketSession = {
  cookies: Cookie[];
  /** The current XSRF token, if one is known. */
  token?: string;
  userId?: string;
  handle?: string;
};

export type MarketIdentity = { userId: string; handle: string };
export type ShippingDiscount = { id: string; label: string; sellerCostCents: number | null };
/** Someone who likes a listing. `id` is the marketplace's, and is never stored or logged. */
export type Liker = { id: string; likedAt: Instant | null };
export type Offer = { priceCents: number; discountId: string };
/** What an offer depends on besides the listing. Each is a call to the marketplace. */
export type OfferFacts = {
  likers(): Promise<MarketResult<Liker[]>>;
  discounts(priceCents: number): Promise<MarketResult<ShippingDiscount[]>>;
};
export type SearchQuery = {
  words: string;
  brand?: string;
  status: 'sold' | 'available';
  /** The `next` of the page before, as it was. Leave it out for the first page. */
  page?: string;
};
export type Page<T> = { items: T[]; next: string | null };

/** A sign-in that waits for its one-time code. Stored encrypted for at most 10 minutes. */
export type PendingSignIn = { session: MarketSession; handle: string; requestToken?: string };
export type SignInResult =
  | { kind: 'ok'; value: MarketIdentity; traceId?: string }
  | { kind: 'otp_required'; pending: PendingSignIn; message: string; traceId?: string }
  | (MarketFailure & { kind: Exclude<MarketFailure['kind'], 'otp_required'> });

/**
 * One linked account. Its calls run one after another, never two at once. `session()` returns the current session; save it
 * whenever `revision` has changed.
 */
export type MarketAccount = {
  session(): MarketSession;
  readonly revision: number;
  /** Loads the page that contains token and identity. */
  bootstrap(): Promise<MarketResult<MarketIdentity>>;
  /** Who-am-I call: proves that the session is alive and changes nothing. */
  probe(): Promise<MarketResult<MarketIdentity>>;
  signIn(credentials: { username: string; password: string }): Promise<SignInResult>;
  requestCode(pending: PendingSignIn): Promise<MarketResult<PendingSignIn & { destination?: string }>>;
  verifyCode(
    pending: PendingSignIn,
    input: { code: string; credentials: { username: string; password: string } },
  ): Promise<SignInResult>;
  /**
   * Reads all pages of the closet in its own order. `beforeNext` gets how many listings were read before each further page. It may
   * wait; if it throws, nothing more is read.
   */
  closet(
    filter: 'available' | 'sold' | 'not_for_sale' | 'all',
    beforeNext?: (seen: number) => Promise<void>,
  ): Promise<MarketResult<MarketListing[]>>;
  listing(id: string): Promise<MarketResult<MarketListing>>;
  /**
   * One share, one attempt. `uncertain` if the reply proves nothing. After `token_rejected` it neither bootstraps nor
   * repeats, because only the caller has the ledger. `mayLeave` is called right before the first byte is sent, because opening a
   * connection may take seconds. If it returns false, nothing is sent and the share ends as `network`. With `partyId` it also goes to
   * that party. `id` may be somebody else's listing.
   */
  share(id: string, options?: { partyId?: string; mayLeave?: () => boolean }): Promise<MarketResult<null>>;
  /**
   * Reads the listing, changes its price, writes it, and verifies it. `priceCents` must be whole dollars. `beforeWrite` gets
   * the listing as it was read, just before each write, even if it has the price already. It stores what must survive a crash, or
   * returns false to leave the price as it is. `newPriceCents` is the current price, even if nothing was written.
   */
  setPrice(
    id: string,
    priceCents: number,
    beforeWrite?: (live: LiveListing) => Promise<boolean>,
  ): Promise<MarketResult<{ oldPriceCents: number; newPriceCents: number }>>;
  /**
   * Reads the listing, and sends its likers the offer that `decide` makes of what was read, once. If `decide` returns null or a
   * failure, nothing is sent, and that is the result.
   */
  sendOffer(
    id: string,
    decide: (live: LiveListing, facts: OfferFacts) => Promise<MarketResult<Offer | null>>,
  ): Promise<MarketResult<Offer | null>>;
  search(query: SearchQuery): Promise<MarketResult<Page<MarketListing>>>;
  /** The parties that the marketplace shows now. */
  parties(): Promise<MarketResult<MarketParty[]>>;
  /** Who shared the seller's listings since then, newest first. */
  news(options: { since: Instant }): Promise<MarketResult<NewsItem[]>>;
  /** Somebody's newest listing that is for sale, by the first page of their closet; null if there is none. */
  newestListing(userId: string): Promise<MarketResult<MarketListing | null>>;
  /**
   * Reads the closet's orders, newest first: all of them, or down to the first page that has only orders from before `since`.
   * `beforeNext` gets how many were read before each further page. It may wait; if it throws, nothing more is read.
   */
  sales(options?: {
    since?: Instant;
    beforeNext?: (seen: number) => Promise<void>;
  }): Promise<MarketResult<MarketplaceSales>>;
};

/** One marketplace origin with many accounts. */
export type Marketplace = {
  readonly origin: string;
  /**
   * Opens an account with a stored session, or with an empty one in order to sign in. With a carrier, its calls travel through the
   * seller's own browser, which has the cookies, and who it says that it is holds up nobody else.
   */
  account(session: MarketSession, carrier?: Carrier): MarketAccount;
  /** Reads a session in what a seller copied from their own browser. */
  readExportedSession(text: string): ExportedSession;
  /** Calls the origin without a session, for the API test. */
  reach(): Promise<MarketResult<null>>;
  close(): Promise<void>;
};

/** Creates sellers on demand, only at the practice marketplace. */
export type PracticeAdmin = {
  open(size?: { listings: number; sold: number }): Promise<{ username: string; password: string }>;
  close(username: string): Promise<void>;
};
