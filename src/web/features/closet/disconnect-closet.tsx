import { useState } from 'react';
import { accountFailureMessage } from '#web/lib/server/api.ts';
import { whenDone } from '#web/lib/server/when-done.ts';
import { disconnectWords as words } from '#web/messages/closet.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { toastDone, toastFailed } from '#web/ui/toast-store.ts';
import { useDisconnect } from './queries.ts';

export const DisconnectCloset = ({ username }: { username: string | null }) => {
  const [isAsking, setAsking] = useState(false);
  const disconnect = useDisconnect();
  const run = () =>
    whenDone(disconnect.mutateAsync(undefined), {
      onSuccess: () => toastDone(words.done.title, words.done.text),
      onError: (error) => toastFailed(words.failed.title, accountFailureMessage(error, words.failed.text), { error }),
      onSettled: () => setAsking(false),
    });
  return (
    <>
      <p className="small mute disconnect">
        {words.ask}
        <button type="button" className="btn bare sm halt-text" onClick={() => setAsking(true)}>
          {words.verb}
        </button>
      </p>
      <Dialog
        title={words.title}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button look="danger" onClick={run} isPending={disconnect.isPending} pendingText={words.pending}>
              {words.verb}
            </Button>
            <Button onClick={() => setAsking(false)}>{words.keep}</Button>
          </>
        }
      >
        <p>
          {words.stops} <b>{username === null ? words.yours : `@${username}`}</b> {words.erased}
        </p>
        <p>{words.stays}</p>
      </Dialog>
    </>
  );
};
