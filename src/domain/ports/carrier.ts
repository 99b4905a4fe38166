// Port: carries calls to the marketplace through a seller's own browser.

export type CarriedRequest = {
  method: 'GET' | 'POST' | 'PUT';
  /** Path with query, from the root. */
  path: string;
  /** Names in lower case. Cookies, origin, referrer, and user agent are the browser's own. */
  headers: Readonly<Record<string, string>>;
  body: string | null;
  /** For the whole call. */
  deadlineMs: number;
  /** Asked until a browser has taken the request. Once it returns false, the request is withdrawn. */
  mayLeave?: (() => boolean) | undefined;
};

/** How the call ended. Only `not_sent` proves that nothing reached the marketplace. */
export type Carried =
  | { kind: 'answered'; status: number; path: string; headers: Readonly<Record<string, string>>; body: string }
  | { kind: 'too_large' }
  /** `not_allowed`: the call isn't on the companion's list. `asks_seller`: the companion wants the seller's agreement first. */
  | { kind: 'not_sent'; reason?: 'not_allowed' | 'asks_seller' | 'no_tab' | 'paused' | 'too_late' }
  /** A browser took the request, and no complete answer came. */
  | { kind: 'cut' };

/** Carries one call. Never rejects, and never carries a call twice. */
export type Carry = (request: CarriedRequest) => Promise<Carried>;

export type Carrier = { sellerId: string; carry: Carry };
