// The list of paired browsers, each with a way to remove it, and the choice whether one renews the server's session.
import { useState } from 'react';
import type { AuthStatus } from '#contract/closet/closet.ts';
import { paths } from '#contract/pages.ts';
import type { CompanionState } from '#domain/companion.ts';
import { ago, shortDay } from '#web/format/format.ts';
import { useNow } from '#web/lib/clock.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { useSteadyQuery } from '#web/lib/server/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { NoData, Section } from '#web/ui/panel.tsx';
import { Stamp } from '#web/ui/stamp.tsx';
import { SwitchRow } from '#web/ui/switch.tsx';
import { toastDone, toastFailure } from '#web/ui/toast-store.ts';
import { nameOf } from '../connection-messages.ts';
import { authStatusQuery } from '../queries.ts';
import { PairingCode } from './pairing-code.tsx';
import { companionsQuery, useChooseRenewal, useRemoveCompanion } from './queries.ts';
import '#web/ui/stamp.css';

export const PairedBrowsers = ({ timezone }: { timezone: string }) => {
  const [isEager, setEager] = useState(false);
  const { data, error, refetch } = useSteadyQuery(companionsQuery({ isEager }));
  const { data: status } = useSteadyQuery(authStatusQuery);
  const browsers = data?.companions;
  return (
    <Section id="paired" title="Paired browsers" level={3} className="profile-part">
      {browsers ? (
        <>
          <p className="small mute">
            {browsers.length === 0
              ? 'No browser is paired. Pair one here to share from it, without giving Hangtag your password.'
              : 'A paired browser can share for you and renew your session. Remove one that you don’t use anymore.'}
          </p>
          {browsers.length > 0 && <BrowserList browsers={browsers} timezone={timezone} />}
          {status && browsers.length > 0 && status.hasCredentials && status.transport === 'server' && (
            <Renewal status={status} />
          )}
          {/* A browser that was just paired is in the list, so its code goes. */}
          <PairingCode key={browsers.length} onShown={() => setEager(true)} />
          {browsers.length === 0 && (
            <p className="small">
              <a href={paths.companion}>Download the companion, and see what it may do</a>
            </p>
          )}
        </>
      ) : (
        <NoData error={error} onRetry={refetch} label="Loading your paired browsers" />
      )}
    </Section>
  );
};

type Browser = {
  id: string;
  name: string;
  pairedAt: string;
  lastSeenAt: string | null;
  isAwake: boolean;
  isWorking: boolean;
  state: CompanionState;
};

const BrowserList = ({ browsers, timezone }: { browsers: readonly Browser[]; timezone: string }) => {
  const remove = useRemoveCompanion();
  const now = useNow(30_000);
  const press = ({ id, name }: Browser) =>
    whenDone(remove.mutateAsync({ id }), {
      onSuccess: () => toastDone('Browser Removed', `${name} can’t do anything for you anymore.`),
      onError: (error) => toastFailure(error, 'Not removed', 'The browser couldn’t be removed. Try again in a moment.'),
    });
  return (
    <ul className="sessions">
      {browsers.map((browser) => {
        const { id, name, pairedAt, lastSeenAt } = browser;
        const seen = lastSeenAt === null ? 'Not seen yet' : `Last seen ${ago(lastSeenAt, now)}`;
        return (
          <li key={id}>
            <div>
              <b>{name}</b> <Presence browser={browser} />
              <p className="small mute">
                {seen}, paired {shortDay(pairedAt, timezone)}
              </p>
            </div>
            <Button
              isSmall
              aria-label={`Remove ${name}`}
              onClick={() => press(browser)}
              isPending={remove.isPending && remove.variables.id === id}
              pendingText="Removing…"
            >
              Remove
            </Button>
          </li>
        );
      })}
    </ul>
  );
};

const Presence = ({ browser: { isAwake, isWorking, state } }: { browser: Browser }) => {
  if (!isAwake) return <Stamp kind="off">Closed or asleep</Stamp>;
  if (state !== 'ready') return <Stamp kind="mind">{state === 'paused' ? 'Paused' : 'Needs you'}</Stamp>;
  return <Stamp kind={isWorking ? 'go' : 'none'}>{isWorking ? 'Open' : 'Standing by'}</Stamp>;
};

const Renewal = ({ status }: { status: AuthStatus }) => {
  const choose = useChooseRenewal();
  const isOn = choose.isPending ? choose.variables.body.renewsSession : status.renewsSession;
  const change = (renewsSession: boolean) =>
    whenDone(choose.mutateAsync({ body: { renewsSession } }), {
      onError: (error) => toastFailure(error, 'Not changed', 'Your choice couldn’t be saved. Try again in a moment.'),
    });
  return (
    <SwitchRow
      id="renewal"
      title="Renew my session from a paired browser"
      text={`When ${nameOf(status)} signs Hangtag out, your browser sends it a new session without asking. Turn it on in the companion’s settings, too.`}
      checked={isOn}
      onChange={(event) => change(event.target.checked)}
    />
  );
};
