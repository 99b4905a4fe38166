/** The three states of the marketplace connection, as the panel names them (specification 4). */
export const connectionStates = ['setup_required', 'connection_issue', 'ready'] as const;
export type ConnectionState = (typeof connectionStates)[number];

/** Why a connection needs the seller. `null` where nothing is wrong. */
export const connectionReasons = [
  'credentials_rejected',
  'session_expired',
  'code_required',
  'human_check',
  'account_blocked',
  'marketplace_refused',
  'marketplace_unavailable',
  'marketplace_changed',
] as const;
export type ConnectionReason = (typeof connectionReasons)[number];

/** The marketplace is signed in to with the closet's name; an address there is the commonest mistake. */
export const looksLikeEmail = (username: string): boolean => username.includes('@');

/** How long a sign-in waits for its one-time code. */
export const pendingSignInLifeMs = 10 * 60_000;
/** A one-time code is asked for at most once in this time: a new one voids the one before. */
export const codeRequestSpacingMs = 60_000;
