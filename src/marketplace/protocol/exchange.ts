/** How one HTTP call ended on the wire, before it is classified. */
export type Exchange =
  | { kind: 'answer'; status: number; headers: Headers; body: string }
  /** The answer went past the size limit; the rest was not read. */
  | { kind: 'too_large' }
  /** No whole answer came. `sent`: the first byte of the request may have left. False proves that none did. */
  | { kind: 'no_answer'; sent: boolean; reason: 'unreachable' | 'timeout' | 'cut' };

/** Names in lower case. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** What was called, as far as the meaning of an answer depends on it. */
export type CallNature = {
  wants: 'json' | 'page';
  isWrite: boolean;
  /** Whether there was a session. */
  hasSession: boolean;
  /** Calls whose answers have a meaning of their own. */
  on?: 'login' | 'login_page' | 'entry' | 'post';
  /** The same write was already refused with a 403 and the token renewed since. */
  isRepeated?: boolean;
};
