// Maps a closet's row to the connection panel and the profile's summary.
import type { AuthStatus } from '#contract/closet/closet.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { ClosetContext } from '../session/closet-context.ts';
import type { ClosetRow } from '../state/store.ts';

const linkingNow = 'Hangtag is signing in to your closet. This takes a moment.';

export function readStatus(row: ClosetRow | null, { now, offers }: { now: Instant; offers: AuthStatus['offers'] }) {
  const codePending = row?.pendingUntil != null && row.pendingUntil > now;
  const hasCredentials = row !== null && (row.credentials !== null || row.session !== null);
  const isExpected = row?.transport === 'browser' && row.state === 'connection_issue';
  const state = row !== null && (hasCredentials || codePending || isExpected) ? row.state : 'setup_required';
  const status: AuthStatus = {
    isAuthenticated: state === 'ready',
    hasCredentials,
    isProven: row !== null && row.marketUserId !== null,
    state,
    username: row?.username ?? row?.handle ?? null,
    keepsPassword: row !== null && row.credentials !== null,
    codePending,
    lastTestedAt: row?.lastTestedAt == null ? null : new Date(row.lastTestedAt).toISOString(),
    lastTestPassed: row?.lastTestPassed ?? null,
    offers,
    transport: row?.transport ?? 'server',
    renewsSession: row?.renewsSession ?? false,
  };
  if (row !== null && state !== 'setup_required') {
    if (row.practice) status.practice = true;
    if (state === 'connection_issue') {
      if (row.reason !== null) status.reason = row.reason;
      status.message = row.message ?? linkingNow;
    }
  }
  return status;
}

/** A human check that the seller says is done doesn't keep a write from showing it. */
export function whyNoWrites(row: ClosetRow | null): 'human_check' | 'account_blocked' | null {
  if (row?.state !== 'connection_issue') return null;
  if (row.reason === 'human_check') return row.checkSaidDone ? null : 'human_check';
  return row.reason === 'account_blocked' ? row.reason : null;
}

export function readSummary(row: ClosetRow) {
  const hasCredentials = row.credentials !== null || row.session !== null;
  return {
    connected: hasCredentials && row.state === 'ready',
    /** A human check is open as far as anyone knows. Only a share shows whether it is done. */
    hasOpenCheck: hasCredentials && row.state === 'connection_issue' && row.reason === 'human_check',
    hasCredentials,
    practice: row.practice,
    username: row.username ?? row.handle,
    handle: row.handle,
    marketUserId: row.marketUserId,
    lastSyncedAt: row.lastSyncedAt,
  };
}

export function readCompanionView(row: ClosetRow | null, { real, practice }: ClosetContext['marketplaces']) {
  const own = row !== null && row.session !== null ? (row.practice ? practice : real) : (real ?? practice);
  return {
    closet: row?.handle ?? null,
    marketplace: own?.origin ?? '',
    transport: row?.transport ?? ('server' as const),
    wantsSession:
      row !== null &&
      row.transport === 'server' &&
      row.renewsSession &&
      row.state === 'connection_issue' &&
      row.reason === 'session_expired',
    renewsSession: row?.renewsSession ?? false,
  };
}
