// Exports or deletes everything that is stored about the seller.
import { useState } from 'react';
import type { User } from '#contract/schemas/account.ts';
import { saveFile } from '#web/format/csv.ts';
import { failureMessage } from '#web/lib/server/api.ts';
import { whenDone } from '#web/lib/server/when-done.ts';
import { accountMessages } from '#web/messages/account/account.ts';
import { tableMessages } from '#web/messages/tables.ts';
import { Button } from '#web/ui/button.tsx';
import { toastDone, toastFailed } from '#web/ui/toast-store.ts';
import { useExport } from '../queries.ts';
import { DeleteAccount } from './delete-account.tsx';
import { TableButtons } from './tables/table-buttons.tsx';

const messages = accountMessages.data;

export const YourData = ({ user }: { user: User }) => {
  const [isAsking, setAsking] = useState(false);
  const collect = useExport();
  const save = () =>
    whenDone(collect.mutateAsync(undefined), {
      onSuccess: (everything) => {
        const name = `hangtag-export-${new Date().toISOString().slice(0, 10)}.json`;
        saveFile(name, 'application/json', JSON.stringify(everything, null, 2));
        toastDone(messages.exported(name).title, messages.exported(name).text);
      },
      onError: (error) =>
        toastFailed(messages.exportFailed.title, failureMessage(error, messages.exportFailed.text), { error }),
    });
  return (
    <section className="profile-part" aria-labelledby="your-data">
      <h3 className="h-head" id="your-data">
        {messages.title}
      </h3>
      <p className="small mute">{messages.text}</p>
      <div className="profile-actions">
        <Button onClick={save} isPending={collect.isPending} pendingText={messages.exporting}>
          {messages.export}
        </Button>
        <Button look="danger" onClick={() => setAsking(true)}>
          {messages.erase}
        </Button>
      </div>
      <p className="small mute">{tableMessages.title}</p>
      <TableButtons />
      <DeleteAccount user={user} isOpen={isAsking} onClose={() => setAsking(false)} />
    </section>
  );
};
