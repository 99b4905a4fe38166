// The result of an HTTP call and the nature of the call, before it is classified.

/** How one HTTP call ended on the wire, before it is classified. */
export type Exchange =
  | { kind: 'answer'; status: number; headers: Headers; body: string }
  /** The reply was larger than the limit. The rest was not read. */
  | { kind: 'too_large' }
  /** No complete reply came. `sent`: the first byte of the request may have left. False proves that it did not. */
  | { kind: 'no_answer'; sent: boolean; reason: 'unreachable' | 'timeout' | 'cut' }
  /** The seller's browser doesn't make such calls, or not before the seller has agreed there. Nothing was sent. */
  | { kind: 'refused'; asksSeller?: true };

/** Names in lower case. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** The facts about a call that the meaning of its reply depends on. */
export type CallNature = {
  wants: 'json' | 'page';
  isWrite: boolean;
  /** Whether there was a session. */
  hasSession: boolean;
  /** Calls whose replies have special meanings. */
  on?: 'login' | 'login_page' | 'entry' | 'post';
  /** The same write was already refused with a 403, and the token was renewed since. */
  isRepeated?: boolean;
};
