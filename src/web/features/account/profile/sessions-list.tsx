// The list of open sessions, each with a way to sign it out.
import { ago, shortDay } from '#web/format/format.ts';
import { browserName } from '#web/lib/browser/this-browser.ts';
import { useNow } from '#web/lib/clock.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { useSteadyQuery } from '#web/lib/server/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { NoData } from '#web/ui/panel.tsx';
import { Stamp } from '#web/ui/stamp.tsx';
import { toastDone, toastFailure } from '#web/ui/toast-store.ts';
import { sessionsQuery, useEndSession } from '../queries.ts';
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
    <section className="profile-part" aria-labelledby="sessions">
      <h3 className="h-head" id="sessions">
        Where you’re signed in
      </h3>
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
    </section>
  );
};
