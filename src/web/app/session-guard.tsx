// Decides who sees a screen: signed-in users, or visitors only.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment, type ReactNode, useEffect } from 'react';
import { Redirect } from 'wouter';
import { forgetEverything, meQuery, useIsSessionLost } from '#web/features/account/queries.ts';
import { hasSignedInHint } from '#web/lib/browser/signed-in-hint.ts';
import { paths } from '#web/lib/paths.ts';
import { isOutage } from '#web/lib/server/api.ts';
import { onSignedOutElsewhere } from '#web/lib/server/signed-out.ts';
import { accountMessages } from '#web/messages/account.ts';
import { appMessages as messages } from '#web/messages/app.ts';
import { later } from '#web/ui/later.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { MissingDialog } from './missing.tsx';

/** Prefetched: a session may end while the server is being restarted, and signing in again is the way to the Stop button. */
const SignInAgain = later(() => import('#web/features/account/auth/sign-in-again.tsx'), {
  failed: ({ failure }) => <MissingDialog title={accountMessages.signInAgain.title} failure={failure} />,
  isPrefetched: true,
});

/**
 * For signed-in users only: a spinner while the session loads, the auth screen without one, the error screen where the
 * server can't tell. Where the session ends under an open screen, the screen stays behind a dialog that asks for the
 * password, so that nothing typed is lost.
 */
export const Protected = ({ children }: { children: ReactNode }) => {
  const { data: user, isPending, error } = useQuery(meQuery);
  const isLost = useIsSessionLost();
  const client = useQueryClient();
  // Other tabs stand outside of React: signing out in one signs out all.
  useEffect(() => onSignedOutElsewhere(() => void forgetEverything(client)), [client]);
  if (user) {
    return (
      <>
        {/* Another account is another screen: nothing of the one before may stay in it. */}
        <Fragment key={user.id}>{children}</Fragment>
        {isLost && <SignInAgain user={user} />}
      </>
    );
  }
  if (isOutage(error)) return <Spinner label={messages.session.unreachable} isVisible />;
  if (error) throw error;
  if (isPending) return <Spinner label={messages.session.loading} />;
  return <Redirect to={paths.auth} replace />;
};

/** The auth screen: a signed-in user has no business there, but for a reset link from a mail. */
export const VisitorsOnly = ({ children }: { children: ReactNode }) => {
  // Who never signed in here is not asked about: the browser would report the refusal as an error.
  const { data: user } = useQuery({ ...meQuery, enabled: hasSignedInHint() });
  if (user && !location.hash.startsWith('#reset=')) return <Redirect to={paths.home} replace />;
  return children;
};
