// Connects a closet through the seller's own browser: pair it with a code, and Hangtag does the rest.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AuthStatus } from '#contract/closet/closet.ts';
import { paths } from '#contract/pages.ts';
import { type CompanionState, canCarry } from '#domain/companion.ts';
import { thisBrowser } from '#web/lib/browser/this-browser.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { useSteadyQuery } from '#web/lib/server/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { NoData } from '#web/ui/panel.tsx';
import { toastDone, toastFailure } from '#web/ui/toast-store.ts';
import { nameOf } from '../connection-messages.ts';
import { connectionQuery } from '../queries.ts';
import { CompanionSteps } from '../session/session-steps.tsx';
import { PairingCode } from './pairing-code.tsx';
import { companionsQuery, useLinkBrowser } from './queries.ts';
import '../marketplace-panel.css';

type Props = { status: AuthStatus; onSaved?: (() => void) | undefined };

export const BrowserLink = ({ status, onSaved }: Props) => {
  const [isEager, setEager] = useState(false);
  const [{ isPhone }] = useState(thisBrowser);
  const { data, error, refetch } = useSteadyQuery(companionsQuery({ isEager }));
  const name = nameOf(status);
  if (!data) return <NoData error={error} onRetry={refetch} label="Loading your paired browsers" />;
  const { companions } = data;
  const best =
    companions.find((one) => one.isAwake && canCarry(one)) ??
    companions.find(({ isAwake }) => isAwake) ??
    companions[0];
  return (
    <div className="lines">
      <p className="small mute">
        Hangtag shares through the browser where you’re signed in to {name}. Your password and cookies stay there.
        Sharing waits while that browser is closed.
      </p>
      {best === undefined && isPhone ? (
        <p className="warn plain">
          This needs Chrome, Edge, or Firefox on a computer: open this page there. On this phone, connect with your
          username and password.
        </p>
      ) : best === undefined ? (
        <>
          <CompanionSteps name={name} />
          <p>
            <a href={`${paths.companion}#may`} target="_blank" rel="noreferrer">
              What the companion may do
            </a>
          </p>
          <PairingCode isMain onShown={() => setEager(true)} />
        </>
      ) : (
        <Paired browser={best} status={status} onSaved={onSaved} />
      )}
      {best !== undefined && !best.isAwake && (
        <>
          <p className="small mute">
            If you use another browser, or have installed the companion again, pair it with a new code:
          </p>
          <PairingCode onShown={() => setEager(true)} />
        </>
      )}
    </div>
  );
};

type Browser = { name: string; isAwake: boolean; state: CompanionState };

function browserNews({ name, isAwake, state }: Browser, status: AuthStatus): string {
  const marketplace = nameOf(status);
  if (!isAwake) return `${name} is paired, but closed or asleep. Open it to connect.`;
  switch (state) {
    case 'paused':
      return `${name} is paired, but you paused the companion. Click it there, then click Resume.`;
    case 'no_permission':
      return `${name} is paired. One more click: in the companion’s settings there, allow it to work on ${marketplace}.`;
    case 'signed_out':
      return `${name} is paired, but not signed in to ${marketplace}. Sign in there, then connect.`;
    case 'human_check':
      return `${name} is paired, but ${marketplace} wants to verify you’re human. Do the check there, then connect.`;
    case 'ready':
      return status.state === 'setup_required'
        ? `${name} is paired. Connecting your closet…`
        : `${name} is paired and open.`;
  }
}

/** A closet that isn't connected yet is connected by the server, as soon as the browser asks for work. */
const Paired = ({ browser, status, onSaved }: Props & { browser: Browser }) => {
  const link = useLinkBrowser();
  const isReady = browser.isAwake && canCarry(browser);
  useQuery(connectionQuery({ isConnecting: isReady && status.state === 'setup_required' }));
  const press = () =>
    whenDone(link.mutateAsync(undefined), {
      onSuccess: ({ message }) => {
        toastDone('Authentication Successful', message);
        onSaved?.();
      },
      onError: (error) =>
        toastFailure(
          error,
          'Authentication Failed',
          'Your closet couldn’t be connected through your browser. Try again in a moment.',
        ),
    });
  return (
    <>
      <p className="small" role="status">
        {browserNews(browser, status)}
      </p>
      {isReady && (
        <div className="answers">
          <Button look="primary" onClick={press} isPending={link.isPending} pendingText="Connecting…">
            Connect through your browser
          </Button>
        </div>
      )}
    </>
  );
};
