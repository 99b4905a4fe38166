// Where the seller is signed in, and what happened to the account, newest first: sign-ins, also refused ones, and changes.

import { useState } from 'react';
import { ago, shortDay } from '#web/format/format.ts';
import { browserName } from '#web/lib/browser/this-browser.ts';
import { useNow } from '#web/lib/clock.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { useSteadyQuery } from '#web/lib/server/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { NoData, Section } from '#web/ui/panel.tsx';
import { Stamp } from '#web/ui/stamp.tsx';
import { Time } from '#web/ui/time.tsx';
import { toastDone, toastFailure } from '#web/ui/toast-store.ts';
import { sessionsQuery, useEndSession } from '../queries.ts';
import { securityLogQuery, useSignOutBrowser } from '../security/queries.ts';
import '#web/ui/stamp.css';

export const SessionsList = ({ timezone }: { timezone: string }) => {
  const { data: sessions, error, refetch } = useSteadyQuery(sessionsQuery);
  const end = useEndSession();
  const now = useNow(30_000);
  const signOut = (id: string, name: string) =>
    whenDone(end.mutateAsync({ id }), {
      onSuccess: () => toastDone('Signed out', `${name} has to sign in again.`),
      onError: (failure) =>
        toastFailure(failure, 'Error', 'That session couldn’t be signed out. Try again in a moment.'),
    });
  return (
    <Section id="sessions" title="Where you’re signed in" level={3} className="profile-part">
      <p className="small mute">Sign out anything you don’t recognize, then change your password.</p>
      {sessions ? (
        <ul className="sessions">
          {sessions.map(({ id, current, createdAt, lastSeenAt, userAgent }) => {
            const name = browserName(userAgent) ?? 'Unknown browser';
            return (
              <li key={id}>
                <div>
                  <b>{name}</b>
                  <p className="small mute">
                    last seen {ago(lastSeenAt, now)}, since {shortDay(createdAt, timezone)}
                  </p>
                </div>
                {current ? (
                  <Stamp kind="go">This browser</Stamp>
                ) : (
                  <Button
                    isSmall
                    aria-label={`Sign out ${name}`}
                    onClick={() => signOut(id, name)}
                    isPending={end.isPending && end.variables.id === id}
                    pendingText="Signing out…"
                  >
                    Sign out
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      ) : (
        <NoData error={error} onRetry={refetch} label="Loading where you’re signed in" />
      )}
    </Section>
  );
};

const messages = {
  what: {
    registered: 'Account created',
    signed_in: 'Signed in',
    password_changed: 'Password changed',
    password_reset: 'Password reset with a link',
    email_change_asked: 'New email address entered',
    email_changed: 'Email changed',
    email_confirmed: 'Email address confirmed',
    session_ended: 'Another browser signed out',
    sessions_ended_by_operator: 'Signed out everywhere by your administrator',
    exported: 'Data exported',
    backup_saved: 'Backup saved',
    browser_paired: 'Browser paired',
    browser_removed: 'Paired browser removed',
    new_browser: 'Signed in from a new browser',
    browser_signed_out: 'New browser signed out',
    phone_signed_in: 'Phone signed in with a QR code',
    password_refused: 'Wrong password',
    code_refused: 'Right password, but a wrong code',
    passkey_added: 'Passkey added',
    passkey_removed: 'Passkey removed',
    app_added: 'Authenticator app turned on',
    app_removed: 'Authenticator app turned off',
    recovery_codes_made: 'New recovery codes made',
    recovery_code_used: 'Recovery code used',
    second_factor_removed_by_operator: 'Second step turned off by your administrator',
    second_factor_removed_by_proof: 'Second step turned off, because your address was proved for the first time',
  },
  times: (what: string, times: number) => (times === 1 ? what : `${what}, ${times} times`),
} as const;

const shownAtFirst = 5;
const dayMs = 86_400_000;

/** For a browser that signed in for the first time, and still is. */
const EndBrowser = ({ id }: { id: string }) => {
  const end = useSignOutBrowser();
  const signOut = () =>
    whenDone(end.mutateAsync({ id }), {
      onSuccess: () => toastDone('Signed out', 'That browser has to sign in again. Change your password now.'),
      onError: (error) => toastFailure(error, 'Error', 'That couldn’t be done. Try again in a moment.'),
    });
  return (
    <Button isSmall onClick={signOut} isPending={end.isPending} pendingText="Signing out…">
      Sign out that browser
    </Button>
  );
};

export const SecurityLog = ({ timezone }: { timezone: string }) => {
  const { data: entries, error, refetch } = useSteadyQuery(securityLogQuery);
  const [isWhole, showAll] = useState(false);
  const now = useNow(30_000);
  const shown = isWhole ? entries : entries?.slice(0, shownAtFirst);
  const hidden = (entries?.length ?? 0) - (shown?.length ?? 0);
  return (
    <Section id="security-log" title="Sign-ins and changes" level={3} className="profile-part">
      <p className="small mute">
        If you don’t recognize something here, change your password, and remove paired browsers that aren’t yours.
      </p>
      {shown ? (
        shown.length === 0 ? (
          <p className="small mute">Nothing yet.</p>
        ) : (
          <ul className="sessions">
            {shown.map(({ at, what, times, address, userAgent, signedInBrowser }) => (
              <li key={`${at} ${what} ${address ?? ''}`}>
                <div>
                  <b>{messages.times(messages.what[what], times)}</b>
                  {address !== null ? (
                    <p className="small mute">{`${browserName(userAgent ?? '') ?? 'Unknown browser'} at ${address}`}</p>
                  ) : (
                    what.endsWith('_refused') && <p className="small mute">From other addresses</p>
                  )}
                </div>
                <span className="small mute">
                  <Time at={at} zone={timezone}>
                    {now - Date.parse(at) < dayMs ? ago(at, now) : shortDay(at, timezone)}
                  </Time>
                </span>
                {signedInBrowser !== null && <EndBrowser id={signedInBrowser} />}
              </li>
            ))}
          </ul>
        )
      ) : (
        <NoData error={error} onRetry={refetch} label="Loading sign-ins and changes" />
      )}
      {hidden > 0 && (
        <Button isSmall onClick={() => showAll(true)}>
          Show {hidden} more
        </Button>
      )}
    </Section>
  );
};
