// The screen that a phone opens with a QR code: whose account it is, and a button that signs it in.

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { phoneLinkOwnerQuery, useLoginWithPhoneLink } from '#web/features/account/phone-link/queries.ts';
import { meQuery } from '#web/features/account/queries.ts';
import { paths } from '#web/lib/paths.ts';
import { failureMessage, isOutage, whenDone } from '#web/lib/server/api.ts';
import { hasSignedInHint } from '#web/lib/server/session.ts';
import { BrandMark } from '#web/ui/brand-mark.tsx';
import { Button } from '#web/ui/button.tsx';
import { NoData } from '#web/ui/panel.tsx';
import { toastDone } from '#web/ui/toast-store.ts';
import './auth.css';

const PhoneSignInPage = () => (
  <div className="phone-sign-in">
    <title>Sign in on this phone · Hangtag</title>
    <header>
      <Link className="brand" href={paths.home}>
        <BrandMark />
      </Link>
    </header>
    <main id="main" className="lines">
      <h1 className="disp">Sign in on this phone</h1>
      <PhoneSignIn />
    </main>
  </div>
);

export default PhoneSignInPage;

/** The token stays in this page alone: out of the history, of a bookmark, and of what the seller might copy. */
const takeToken = (): string | null => {
  const token = location.hash.slice(1);
  if (token === '') return null;
  history.replaceState(null, '', location.pathname);
  return token;
};

const PhoneSignIn = () => {
  const [, navigate] = useLocation();
  const [token] = useState(takeToken);
  const { data: me } = useQuery({ ...meQuery, enabled: hasSignedInHint() });
  const { data: owner, error, refetch } = useQuery(phoneLinkOwnerQuery(token));
  const signIn = useLoginWithPhoneLink();
  const go = () =>
    whenDone(signIn.mutateAsync({ body: { token: token ?? '' } }), {
      onSuccess: ({ firstName }) => {
        toastDone('Signed in', `Hello, ${firstName}. This phone stays signed in until you log out.`);
        navigate(paths.phone, { replace: true });
      },
      onError: () => undefined,
    });
  const leave = () => navigate(paths.auth, { replace: true });
  const failure = signIn.error ?? error;
  if (token === null || (failure !== null && !isOutage(failure)))
    return (
      <>
        <p role={token === null ? undefined : 'alert'}>
          {token === null
            ? 'Show a code on your computer, on the page “Use it on your phone”, and scan it with this phone.'
            : failureMessage(failure, 'This code doesn’t work. Show a new one on your computer.')}
        </p>
        <div className="answers">
          <Button onClick={leave}>Sign in with your password</Button>
        </div>
      </>
    );
  if (owner === undefined) return <NoData error={error} onRetry={refetch} label="Looking at the code" />;
  const isOther = me && me.email !== owner.email;
  return (
    <>
      <p>
        This signs this phone in to the account of <b>{owner.firstName}</b>, <b className="long-word">{owner.email}</b>.
      </p>
      {isOther && (
        <p className="warn plain">This phone is signed in as {me.email} now. It will use the other account instead.</p>
      )}
      <p className="small mute">
        Only go on if this is your account, and you are looking at the code on your own screen.
      </p>
      {signIn.error !== null && (
        <p className="small" role="alert">
          {failureMessage(signIn.error, 'Couldn’t sign in. Try again in a moment.')}
        </p>
      )}
      <div className="answers">
        <Button look="primary" onClick={go} isPending={signIn.isPending} pendingText="Signing in…">
          Sign in on this phone
        </Button>
        <Button look="bare" onClick={leave}>
          Not now
        </Button>
      </div>
    </>
  );
};
