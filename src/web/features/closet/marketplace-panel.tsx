// The panel about the connection to the marketplace.
import { useState } from 'react';
import type { AuthStatus } from '#contract/closet/closet.ts';
import { type ConnectionState, looksLikeEmail } from '#domain/closet.ts';
import { ago } from '#web/format/format.ts';
import { takeFocus } from '#web/lib/browser/keep-focus.ts';
import { useNow } from '#web/lib/clock.ts';
import { useMarketplaceName } from '#web/lib/marketplace.ts';
import { accountFailureMessage, whenDone } from '#web/lib/server/api.ts';
import { useSteadyQuery } from '#web/lib/server/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { TriangleAlert } from '#web/ui/icons.tsx';
import { later } from '#web/ui/later.tsx';
import { NoData, Panel, Skeleton } from '#web/ui/panel.tsx';
import { Stamp } from '#web/ui/stamp.tsx';
import { toastDone, toastFailure } from '#web/ui/toast-store.ts';
import {
  connectionStamps,
  connectionTrouble,
  nameOf,
  needsCode,
  needsNewLink,
  shortName,
} from './connection-messages.ts';
import { authStatusQuery, useDisconnect } from './queries.ts';
import { TestAuthButton } from './test-auth-button.tsx';
import './marketplace-panel.css';

// Connected sellers need none of the forms.
const ConnectCloset = later(() => import('./connect-closet.tsx'), {
  waiting: () => (
    <div className="connect-reserved">
      <Skeleton lines={6} label="Loading the connection" />
    </div>
  ),
});
const SharingBrowser = later(() => import('./browser/sharing-browser.tsx'), {
  waiting: () => 'Your paired browser',
});
const OneTimeCodeForm = later(() => import('./one-time-code.tsx'), {
  waiting: () => <Skeleton lines={6} label="Loading the connection" />,
});

export const MarketplacePanel = () => {
  const { data: status, error, refetch } = useSteadyQuery(authStatusQuery);
  return (
    <Panel
      title="Marketplace"
      id="marketplace"
      className="lines"
      aside={status && <ConnectionStamp state={status.state} />}
    >
      {status ? (
        <Connection status={status} />
      ) : (
        <NoData error={error} onRetry={refetch} label="Loading the connection" />
      )}
    </Panel>
  );
};

export const MarketplaceConnection = () => {
  const { data: status, error, refetch } = useSteadyQuery(authStatusQuery);
  if (!status) return <NoData error={error} onRetry={refetch} label="Loading the connection" />;
  return (
    <div className="lines">
      <p>
        <ConnectionStamp state={status.state} />
      </p>
      <Connection status={status} />
    </div>
  );
};

/** What the seller has to do next about the connection, for the checklist. It takes the focus only once it `isShown`. */
export const ConnectionStep = ({ status, isShown }: { status: AuthStatus; isShown: boolean }) => (
  <div className="lines">
    {status.state === 'setup_required' && !needsCode(status) ? (
      <ConnectCloset status={status} />
    ) : (
      <Connection status={status} step={{ isShown }} />
    )}
  </div>
);

const Connection = ({ status, step }: { status: AuthStatus; step?: { isShown: boolean } }) => {
  const [changing, setChanging] = useState<'not' | 'now' | 'done'>('not');
  const isChanging = changing === 'now';
  const [neededCode] = useState(needsCode(status));
  if (needsCode(status))
    return (
      <>
        <OneTimeCodeForm name={nameOf(status)} isNext={step ? step.isShown : !neededCode} />
        <DisconnectCloset username={status.username} />
      </>
    );
  if (status.state === 'setup_required')
    return (
      <>
        <p className="small mute">Not Connected. Connect your closet to start sharing.</p>
        <ConnectCloset status={status} />
      </>
    );
  return (
    <>
      {status.state === 'connection_issue' && (
        <div className="warn" role="status">
          <TriangleAlert />
          <p>{connectionTrouble(status)}</p>
        </div>
      )}
      {status.state === 'ready' && status.username !== null && looksLikeEmail(status.username) && !isChanging && (
        <div className="warn" role="status">
          <TriangleAlert />
          <p>
            <b>This looks like an email.</b> Use your {shortName(nameOf(status))} username (no @).
          </p>
        </div>
      )}
      {!step && status.hasCredentials && <ConnectionFacts status={status} />}
      {isChanging || needsNewLink(status) ? (
        <ConnectCloset status={status} isNext={isChanging} onSaved={() => setChanging('done')} />
      ) : (
        <div className="answers">
          <TestAuthButton isSmall />
          {!status.practice && (
            <Button
              look="bare"
              isSmall
              onClick={() => setChanging('now')}
              {...(changing === 'done' ? { ref: takeFocus } : {})}
            >
              {status.transport === 'browser' ? 'Connect another way' : 'Change credentials'}
            </Button>
          )}
        </div>
      )}
      {isChanging && (
        <div className="answers">
          <Button look="bare" isSmall onClick={() => setChanging('done')}>
            Cancel
          </Button>
        </div>
      )}
      {status.hasCredentials && <DisconnectCloset username={status.username} />}
    </>
  );
};

const ConnectionFacts = ({ status }: { status: AuthStatus }) => {
  const now = useNow(10_000);
  const { practice, username, keepsPassword, lastTestedAt, lastTestPassed, reason, transport } = status;
  const kept = reason === 'credentials_rejected' ? 'Saved, but rejected' : 'Saved, never shown';
  return (
    <Facts
      isClose
      facts={[
        ['Closet', username === null ? 'Connected' : `@${username}`],
        practice === true && ['Kind', 'Practice closet (not real)'],
        ['Last test', lastTestedAt === null ? 'Not yet' : testedWords(ago(lastTestedAt, now), lastTestPassed)],
        transport === 'browser' && ['Shares through', <SharingBrowser key="browser" />],
        practice !== true &&
          transport === 'server' && ['Password', keepsPassword ? kept : 'Not saved, only the session'],
      ]}
    />
  );
};

export const ConnectionStamp = ({ state }: { state: ConnectionState }) => (
  <Stamp kind={connectionStamps[state].kind}>{connectionStamps[state].label}</Stamp>
);

const verb = 'Disconnect closet';

const DisconnectCloset = ({ username }: { username: string | null }) => {
  const [isAsking, setAsking] = useState(false);
  const marketplace = useMarketplaceName();
  const disconnect = useDisconnect();
  const run = () =>
    whenDone(disconnect.mutateAsync(undefined), {
      onSuccess: () => toastDone('Closet Disconnected', 'Your closet has been disconnected.'),
      onError: (error) =>
        toastFailure(error, 'Disconnection failed', 'Failed to disconnect closet', accountFailureMessage),
      onSettled: () => setAsking(false),
    });
  return (
    <>
      <p className="small mute disconnect">
        Want to disconnect?
        <button type="button" className="btn bare sm halt-text" onClick={() => setAsking(true)}>
          {verb}
        </button>
      </p>
      <ConfirmDialog
        title="Disconnect this closet?"
        isOpen={isAsking}
        look="danger"
        verb={verb}
        keep="Keep it connected"
        isPending={disconnect.isPending}
        pendingText="Disconnecting…"
        onGo={run}
        onClose={() => setAsking(false)}
      >
        <p>
          The bot stops before its next share. Hangtag erases the saved password and session of{' '}
          <b>{username === null ? 'your closet' : `@${username}`}</b> right away.
        </p>
        <p>Your history and settings stay. Nothing on {marketplace} changes.</p>
      </ConfirmDialog>
    </>
  );
};

const testedWords = (when: string, hasPassed: boolean | null): string =>
  hasPassed === null ? when : `${when}, ${hasPassed ? 'passed' : 'failed'}`;
