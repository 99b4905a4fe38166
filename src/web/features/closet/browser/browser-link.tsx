// Connects a closet through the seller's own browser: pair it with a code, and Hangtag does the rest.
import { useState } from 'react';
import type { AuthStatus } from '#contract/schemas/closet.ts';
import type { MarketplaceName } from '#domain/closet.ts';
import { thisBrowser } from '#web/lib/browser/this-browser.ts';
import { failureMessage } from '#web/lib/server/api.ts';
import { useSteadyQuery } from '#web/lib/server/use-steady-query.ts';
import { whenDone } from '#web/lib/server/when-done.ts';
import { browserLinkMessages as messages } from '#web/messages/closet/browser.ts';
import { connectMessages } from '#web/messages/closet/connect.ts';
import { Button } from '#web/ui/button.tsx';
import { PanelError, Skeleton } from '#web/ui/panel.tsx';
import { toastDone, toastFailed } from '#web/ui/toast-store.ts';
import { nameOf } from '../connection-messages.ts';
import { PairingCode } from './pairing-code.tsx';
import { companionsQuery, useLinkBrowser } from './queries.ts';
import './browser-link.css';

type Props = { status: AuthStatus; onSaved?: () => void };

export const BrowserLink = ({ status, onSaved }: Props) => {
  const [isEager, setEager] = useState(false);
  const [{ isPhone }] = useState(thisBrowser);
  const { data, error, refetch } = useSteadyQuery(companionsQuery({ isEager }));
  const name = nameOf(status);
  if (!data)
    return error ? <PanelError error={error} onRetry={() => refetch()} /> : <Skeleton label={messages.reading} />;
  const { companions } = data;
  const best = companions.find(({ isAwake }) => isAwake) ?? companions[0];
  return (
    <div className="browser-link">
      <p className="small mute">{messages.why(name)}</p>
      {isPhone && best === undefined && <p className="small">{messages.onPhone}</p>}
      {best === undefined ? (
        <Steps name={name} onShown={() => setEager(true)} />
      ) : (
        <Paired browser={best} status={status} {...(onSaved ? { onSaved } : {})} />
      )}
    </div>
  );
};

const Steps = ({ name, onShown }: { name: MarketplaceName; onShown: () => void }) => (
  <>
    <ol className="browser-steps" aria-label={messages.steps}>
      <li>
        <a href="/companion">{messages.install.verb}</a> {messages.install.text}
      </li>
      <li>{messages.signIn(name)}</li>
      <li>{messages.enter}</li>
    </ol>
    <PairingCode isMain onShown={onShown} />
  </>
);

type Browser = { name: string; isAwake: boolean };

/** A closet that isn't connected yet is connected by the server, as soon as the browser asks for work. */
const Paired = ({ browser, status, onSaved }: Props & { browser: Browser }) => {
  const link = useLinkBrowser();
  const isConnecting = status.state === 'setup_required' && browser.isAwake;
  const press = () =>
    whenDone(link.mutateAsync(undefined), {
      onSuccess: ({ message }) => {
        toastDone(connectMessages.authenticated, message);
        onSaved?.();
      },
      onError: (error) =>
        toastFailed(connectMessages.notAuthenticated, failureMessage(error, messages.failed), { error }),
    });
  return (
    <>
      <p className="small" role="status">
        {isConnecting
          ? messages.connecting(browser.name)
          : browser.isAwake
            ? messages.ready(browser.name)
            : messages.asleep(browser.name)}
      </p>
      <div className="connect-actions">
        <Button look="primary" onClick={press} isPending={link.isPending} pendingText={messages.pending}>
          {messages.verb}
        </Button>
      </div>
    </>
  );
};
