// Texts and stamps for the state of the connection.
import type { AuthStatus } from '#contract/closet/closet.ts';
import { type ConnectionState, type MarketplaceName, marketplaceName, startWith } from '#domain/closet.ts';
import type { StampKind } from '#web/ui/stamp.tsx';

const connectionReason = (reason: NonNullable<AuthStatus['reason']>, marketplace: MarketplaceName): string => {
  const name = startWith(marketplace);
  switch (reason) {
    case 'credentials_rejected':
      if (marketplace !== 'Poshmark')
        return 'The practice marketplace doesn’t know this closet. Disconnect it, then start a new practice closet.';
      return `${name} rejected your username and password. Check them and save them again.`;
    case 'session_expired':
      return `${name} signed you out. Connect your closet again.`;
    case 'code_required':
      return `${name} needs a one-time code. Sign in to ${marketplace} in your own browser and enter the code there. Then connect your closet again here.`;
    case 'human_check':
      return `${name} wants to verify you’re human. Complete the check in your own browser. The next share shows whether it’s done.`;
    case 'account_blocked':
      return `${name} suspended your account. Only ${marketplace} support can explain it and lift it.`;
    case 'marketplace_refused':
      return `${name} refused Hangtag’s requests. Open ${marketplace} in your own browser, then test the connection.`;
    case 'marketplace_unavailable':
      return `${name} is having problems. Test the connection again in a few minutes.`;
    case 'marketplace_changed':
      return `Hangtag doesn’t recognize the answers from ${marketplace}. Your administrator can look into it.`;
  }
};

/** The names and shapes of the three states. The names are fixed (section 2 of the specification). */
export const connectionStamps: Record<ConnectionState, { kind: StampKind; label: string }> = {
  setup_required: { kind: 'none', label: 'Setup Required' },
  connection_issue: { kind: 'halt', label: 'Connection Issue' },
  ready: { kind: 'go', label: 'Ready for Sharing' },
};

/**
 * What is wrong with the connection: the server's message, or else our own text. Also our own if the server asks for a code and
 * this screen can't, because no password is stored, and if it asks for the password of a practice closet, which Hangtag made.
 */
export const connectionTrouble = (status: AuthStatus): string => {
  const { reason, transport } = status;
  const asksForCode = reason === 'code_required' && transport === 'server';
  const message = asksForCode || isPracticeLost(status) ? undefined : status.message;
  return (
    message ??
    (reason === undefined
      ? 'The last sign-in didn’t succeed. Test the connection, or connect again.'
      : connectionReason(reason, nameOf(status)))
  );
};

/** The practice marketplace rejected the password that Hangtag made, as after a restore, which leaves that marketplace out. */
export const isPracticeLost = ({ hasCredentials, practice, reason }: AuthStatus): boolean =>
  hasCredentials && practice === true && reason === 'credentials_rejected';

/** The marketplace of the linked closet, or of the one that can be linked. */
export const nameOf = ({ hasCredentials, practice, offers }: AuthStatus): MarketplaceName =>
  marketplaceName(hasCredentials ? practice === true : !offers.real);

/**
 * Whether the seller must connect, or connect again. Other problems are solved at the marketplace, or go away on their own. A
 * closet that its seller's browser shares is connected again by a sign-in there.
 */
export const needsNewLink = ({ state, reason, transport, hasCredentials }: AuthStatus): boolean =>
  state === 'connection_issue' &&
  (!hasCredentials ||
    (transport === 'server' &&
      (reason === undefined ||
        reason === 'credentials_rejected' ||
        reason === 'session_expired' ||
        reason === 'code_required')));

/**
 * Whether the seller requests and enters a one-time code here. For a new code Hangtag has to sign in, which needs a stored
 * password. One that the seller's browser is asked for is entered there.
 */
export const needsCode = ({ codePending, reason, transport, keepsPassword }: AuthStatus): boolean =>
  codePending || (reason === 'code_required' && transport === 'server' && keepsPassword);

/** Whether the seller connects in the checklist: until the sign-in has worked once. */
export const isConnecting = (status: AuthStatus): boolean =>
  status.state === 'setup_required' || needsCode(status) || needsNewLink(status);

export const withoutAddress = (username: string): string => username.split('@')[0]?.trim() ?? '';

/** The marketplace’s name before "username" and "cookies". */
export const shortName = (name: MarketplaceName): string => (name === 'Poshmark' ? 'Poshmark' : 'Practice');
