import type { AuthStatus } from '#contract/closet.ts';
import type { ConnectionState } from '#domain/closet.ts';
import type { StampKind } from '#web/ui/stamp.tsx';

/** The three states by their fixed names (specification 2), each with its shape. */
export const connectionStamps: Record<ConnectionState, { kind: StampKind; words: string }> = {
  setup_required: { kind: 'none', words: 'Setup Required' },
  connection_issue: { kind: 'halt', words: 'Connection Issue' },
  ready: { kind: 'go', words: 'Ready for Sharing' },
};

const reasons: Record<NonNullable<AuthStatus['reason']>, string> = {
  credentials_rejected: 'The marketplace did not accept the user name and password. Check them and save once more.',
  session_expired: 'The marketplace has signed you out. Connect your closet again.',
  code_required: 'The marketplace asks for a one-time code. Have it sent, then type it here.',
  human_check: 'The marketplace wants to see a person. Answer its check in your own browser, then test the connection.',
  account_blocked: 'The marketplace says this account is suspended. Its support can tell you why.',
  marketplace_refused:
    'The marketplace refused our requests. Look there with your own browser, then test the connection.',
  marketplace_unavailable: 'The marketplace did not answer properly. Test again in a few minutes.',
  marketplace_changed:
    'The marketplace answered in a way we do not know. Whoever runs this installation can look into it.',
};

/** What is wrong with the connection, in the server's words or in ours. */
export const connectionTrouble = ({ message, reason }: Pick<AuthStatus, 'message' | 'reason'>): string =>
  message ??
  (reason === undefined ? 'The last sign-in did not succeed. Test the connection, or connect again.' : reasons[reason]);

/** Whether the seller has to link anew; other troubles end at the marketplace, or by themselves. */
export const needsNewLink = ({ state, reason }: Pick<AuthStatus, 'state' | 'reason'>): boolean =>
  state === 'connection_issue' &&
  (reason === undefined || reason === 'credentials_rejected' || reason === 'session_expired');

/** A name from an address, as a first guess: what stands before the @. */
export const withoutAddress = (username: string): string => username.split('@')[0]?.trim() ?? '';
