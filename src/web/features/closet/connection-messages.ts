// Texts and stamps for the state of the connection.
import type { AuthStatus } from '#contract/schemas/closet.ts';
import type { ConnectionState } from '#domain/closet.ts';
import { connectionReasons, connectionStates, connectMessages } from '#web/messages/connect.ts';
import type { StampKind } from '#web/ui/stamp.tsx';

/** The three states by their fixed names (specification 2), each with its shape. */
export const connectionStamps: Record<ConnectionState, { kind: StampKind; label: string }> = {
  setup_required: { kind: 'none', label: connectionStates.setup_required },
  connection_issue: { kind: 'halt', label: connectionStates.connection_issue },
  ready: { kind: 'go', label: connectionStates.ready },
};

/** What is wrong with the connection, in the server's words or in ours. */
export const connectionTrouble = ({ message, reason }: Pick<AuthStatus, 'message' | 'reason'>): string =>
  message ?? (reason === undefined ? connectMessages.unknownTrouble : connectionReasons[reason]);

/** Whether the seller has to link anew; other troubles end at the marketplace, or by themselves. */
export const needsNewLink = ({ state, reason }: Pick<AuthStatus, 'state' | 'reason'>): boolean =>
  state === 'connection_issue' &&
  (reason === undefined || reason === 'credentials_rejected' || reason === 'session_expired');

/** A name from an address, as a first guess: what stands before the @. */
export const withoutAddress = (username: string): string => username.split('@')[0]?.trim() ?? '';
