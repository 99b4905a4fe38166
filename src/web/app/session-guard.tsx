import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Redirect } from 'wouter';
import { accountKeys, meQuery } from '#web/features/account/queries.ts';
import { paths } from '#web/lib/paths.ts';
import { hasSignedInHint } from '#web/lib/signed-in-hint.ts';
import { Spinner } from '#web/ui/spinner.tsx';

export const sessionKey = accountKeys.me;

/** Only for signed-in users: a spinner while the session loads, the auth screen where there is none. */
export const Protected = ({ children }: { children: ReactNode }) => {
  const { data: user, isPending, isError } = useQuery(meQuery);
  if (user) return children;
  if (isError) return <Spinner label="The server does not answer. We keep trying by ourselves." isVisible />;
  if (isPending) return <Spinner label="Loading your session" />;
  return <Redirect to={paths.auth} replace />;
};

/** The auth screen: a signed-in user has no business there, but for a reset link from a mail. */
export const VisitorsOnly = ({ children }: { children: ReactNode }) => {
  // Who never signed in here is not asked about: the browser would report the refusal as an error.
  const { data: user } = useQuery({ ...meQuery, enabled: hasSignedInHint() });
  if (user && !location.hash.startsWith('#reset=')) return <Redirect to={paths.home} replace />;
  return children;
};
