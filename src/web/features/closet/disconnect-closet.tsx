// Disconnects the closet after the seller confirms it.
import { useState } from 'react';
import { useMarketplaceName } from '#web/lib/marketplace.ts';
import { accountFailureMessage } from '#web/lib/server/api.ts';
import { whenDone } from '#web/lib/server/when-done.ts';
import { disconnectMessages as messages } from '#web/messages/closet/closet.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { toastDone, toastFailed } from '#web/ui/toast-store.ts';
import { useDisconnect } from './queries.ts';

export const DisconnectCloset = ({ username }: { username: string | null }) => {
  const [isAsking, setAsking] = useState(false);
  const marketplace = useMarketplaceName();
  const disconnect = useDisconnect();
  const run = () =>
    whenDone(disconnect.mutateAsync(undefined), {
      onSuccess: () => toastDone(messages.done.title, messages.done.text),
      onError: (error) =>
        toastFailed(messages.failed.title, accountFailureMessage(error, messages.failed.text), { error }),
      onSettled: () => setAsking(false),
    });
  return (
    <>
      <p className="small mute disconnect">
        {messages.ask}
        <button type="button" className="btn bare sm halt-text" onClick={() => setAsking(true)}>
          {messages.verb}
        </button>
      </p>
      <Dialog
        title={messages.title}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button look="danger" onClick={run} isPending={disconnect.isPending} pendingText={messages.pending}>
              {messages.verb}
            </Button>
            <Button data-first-focus onClick={() => setAsking(false)}>
              {messages.keep}
            </Button>
          </>
        }
      >
        <p>
          {messages.stops} <b>{username === null ? messages.yours : `@${username}`}</b> {messages.erased}
        </p>
        <p>{messages.stays(marketplace)}</p>
      </Dialog>
    </>
  );
};
