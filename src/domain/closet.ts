// States and rules of the connection to a marketplace closet.

/** The three states of the marketplace connection (specification 4). */
export const connectionStates = ['setup_required', 'connection_issue', 'ready'] as const;
export type ConnectionState = (typeof connectionStates)[number];

/** Why a connection needs the seller; null if nothing is wrong. */
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

/** What a sync found: how many listings are new, changed, sold, and removed. */
export type SyncCounts = { added: number; updated: number; sold: number; removed: number };

export const sumOf = (one: SyncCounts, other: SyncCounts): SyncCounts => ({
  added: one.added + other.added,
  updated: one.updated + other.updated,
  sold: one.sold + other.sold,
  removed: one.removed + other.removed,
});

/** Sign-in takes the closet name. Entering an email address is the most common mistake. */
export const looksLikeEmail = (username: string): boolean => username.includes('@');

export const pendingSignInLifeMs = 10 * 60_000;
/** Minimum time between two requests for a one-time code, because a new code cancels the previous one. */
export const codeRequestSpacingMs = 60_000;

/** How sentences name the closet's marketplace. */
export type MarketplaceName = 'Poshmark' | 'the practice marketplace';
export const marketplaceName = (isPractice: boolean): MarketplaceName =>
  isPractice ? 'the practice marketplace' : 'Poshmark';

/** The same name at the start of a sentence. */
export const startWith = (name: MarketplaceName): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
