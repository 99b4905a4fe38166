// Shows the QR code that signs a phone in, and which device used it.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PhoneLinkState } from '#contract/account/phone-link.ts';
import { phoneLinkLifeMs } from '#domain/account.ts';
import { ago, countdown } from '#web/format/format.ts';
import { takeFocus } from '#web/lib/browser/keep-focus.ts';
import { browserName } from '#web/lib/browser/this-browser.ts';
import { useNow } from '#web/lib/clock.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { toastDone, toastFailure } from '#web/ui/toast-store.ts';
import { useEndSession } from '../queries.ts';
import { phoneLinkQuery, useMakePhoneLink } from './queries.ts';
import './qr-sign-in.css';

/** By this browser's own clock, which may differ from the server's. */
type Shown = { id: string; url: string; until: number };

export const QrSignIn = ({ email }: { email: string }) => {
  const [shown, show] = useState<Shown | null>(null);
  const make = useMakePhoneLink();
  const ask = () =>
    whenDone(make.mutateAsync(), {
      onSuccess: ({ id, url }) => show({ id, url, until: Date.now() + phoneLinkLifeMs }),
      onError: (error) => toastFailure(error, 'QR code', 'Couldn’t make a code. Try again in a moment.'),
    });
  const again: Again = (name, look) => (
    <div className="answers">
      <Button look={look} isSmall={look === 'line'} onClick={ask} isPending={make.isPending} pendingText="One moment…">
        {name}
      </Button>
    </div>
  );
  return (
    <>
      <p className="small mute">
        Point your phone’s camera at the code and open the link. It signs your phone in as {email}, once. Show it to
        nobody else.
      </p>
      {shown === null ? again('Show the QR code', 'primary') : <Code key={shown.id} {...shown} again={again} />}
    </>
  );
};

type Again = (name: string, look: 'primary' | 'line') => React.ReactNode;

const Code = ({ id, url, until, again }: Shown & { again: Again }) => {
  const { data } = useQuery(phoneLinkQuery(id));
  const now = useNow(1_000);
  // The screen's clock ticks once a second, so it may be behind the moment at which the code was made.
  const leftMs = Math.min(phoneLinkLifeMs, Math.max(0, until - now));
  if (data?.usedBy) return <Used id={id} by={data.usedBy} after={again('Show another code', 'line')} />;
  if (leftMs === 0 || data?.state === 'over')
    return (
      <>
        <p className="small" role="status">
          That code has expired.
        </p>
        {again('Show a new code', 'primary')}
      </>
    );
  return (
    <div className="qr-sign-in" tabIndex={-1} ref={takeFocus}>
      <QrCode text={url} label="QR code that signs your phone in" />
      <div className="lines-close">
        <p className="small mute qr-left">Works once, for {countdown(leftMs)} more</p>
        <p className="small" role="status">
          Waiting for your phone…
        </p>
        <p className="small mute">Can’t scan it? Open {new URL(url).origin} on your phone and sign in there.</p>
      </div>
    </div>
  );
};

type By = NonNullable<PhoneLinkState['usedBy']>;

const Used = ({ id, by, after }: { id: string; by: By; after: React.ReactNode }) => {
  const client = useQueryClient();
  const end = useEndSession();
  const now = useNow(30_000);
  const name = browserName(by.userAgent) ?? 'An unknown browser';
  const signOut = () =>
    whenDone(end.mutateAsync({ id: by.sessionId }), {
      onSuccess: () => toastDone('Signed out', `${name} has to sign in again.`),
      onError: (error) => toastFailure(error, 'Error', 'That device couldn’t be signed out. Try again in a moment.'),
      onSettled: () => void client.invalidateQueries({ queryKey: phoneLinkQuery(id).queryKey }),
    });
  return (
    <div className="lines-close" tabIndex={-1} ref={takeFocus}>
      <p role="status">
        <b>
          {name} at {by.address} {by.isSignedIn ? 'is signed in' : 'was signed out'}.
        </b>{' '}
        <span className="small mute">It used the code {ago(by.at, now)}.</span>
      </p>
      {by.isSignedIn && (
        <p className="small mute">
          Not your phone? Sign it out, then change your password. You find it under “Where you’re signed in” in your
          profile, too.
        </p>
      )}
      <div className="answers">
        {by.isSignedIn && (
          <Button isSmall onClick={signOut} isPending={end.isPending} pendingText="Signing out…">
            Sign it out
          </Button>
        )}
        {after}
      </div>
    </div>
  );
};
