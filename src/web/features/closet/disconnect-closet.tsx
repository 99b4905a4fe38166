// Disconnects the closet after the seller confirms it.
import { useState } from 'react';
import { useMarketplaceName } from '#web/lib/marketplace.ts';
import { accountFailureMessage } from '#web/lib/server/api.ts';
import { whenDone } from '#web/lib/server/when-done.ts';

import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { toastDone, toastFailed } from '#web/ui/toast-store.ts';
import { useDisconnect } from './queries.ts';

const verb = 'Disconnect closet';

export const DisconnectCloset = ({ username }: { username: string | null }) => {
  const [isAsking, setAsking] = useState(false);
  const marketplace = useMarketplaceName();
  const disconnect = useDisconnect();
  const run = () =>
    whenDone(disconnect.mutateAsync(undefined), {
      onSuccess: () => toastDone('Closet Disconnected', 'Your closet has been disconnected.'),
      onError: (error) =>
        toastFailed('Disconnection failed', accountFailureMessage(error, 'Failed to disconnect closet'), { error }),
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
      <Dialog
        title="Disconnect this closet?"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button look="danger" onClick={run} isPending={disconnect.isPending} pendingText="Disconnecting…">
              {verb}
            </Button>
            <Button data-first-focus onClick={() => setAsking(false)}>
              Keep it connected
            </Button>
          </>
        }
      >
        <p>
          The bot stops before its next share. Hangtag erases the saved password and session of{' '}
          <b>{username === null ? 'your closet' : `@${username}`}</b> right away.
        </p>
        <p>Your history and settings stay. Nothing on {marketplace} changes.</p>
      </Dialog>
    </>
  );
};
