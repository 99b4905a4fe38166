import { useState } from 'react';
import { failureMessage } from '#web/lib/api.ts';
import { whenDone } from '#web/lib/when-done.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { toastDone, toastFailed } from '#web/ui/toast-store.ts';
import { useDisconnect } from './queries.ts';

export const DisconnectCloset = ({ username }: { username: string | null }) => {
  const [isAsking, setAsking] = useState(false);
  const disconnect = useDisconnect();
  const run = () =>
    whenDone(disconnect.mutateAsync(undefined), {
      onSuccess: () => toastDone('Closet Disconnected', 'Your marketplace closet has been disconnected.'),
      onError: (error) => toastFailed('Disconnection failed', failureMessage(error, 'Failed to disconnect closet')),
      onSettled: () => setAsking(false),
    });
  return (
    <>
      <p className="small mute disconnect">
        Selling elsewhere now?
        <button type="button" className="btn bare sm halt-text" onClick={() => setAsking(true)}>
          Disconnect closet
        </button>
      </p>
      <Dialog
        title="Disconnect this closet?"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button look="danger" onClick={run} isPending={disconnect.isPending} pendingText="Disconnecting…">
              Disconnect closet
            </Button>
            <Button onClick={() => setAsking(false)}>Keep it connected</Button>
          </>
        }
      >
        <p>
          The bot stops before its next share. The stored password and session of{' '}
          <b>{username === null ? 'your closet' : `@${username}`}</b> are erased at once.
        </p>
        <p>Your history and settings stay. Nothing changes at the marketplace.</p>
      </Dialog>
    </>
  );
};
