// Exports or deletes everything that is stored about the seller.
import { useState } from 'react';
import type { User } from '#contract/account/sign-in.ts';
import { saveFile } from '#web/format/csv.ts';
import { failureMessage } from '#web/lib/server/api.ts';
import { whenDone } from '#web/lib/server/when-done.ts';
import { accountMessages } from '#web/messages/account/account.ts';
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
        toastFailed('Export failed', failureMessage(error, 'Couldn’t create the export. Try again in a moment.'), {
          error,
        }),
    });
  return (
    <section className="profile-part" aria-labelledby="your-data">
      <h3 className="h-head" id="your-data">
        Your data
      </h3>
      <p className="small mute">
        Everything Hangtag stores about you, in one JSON file. It contains no passwords or sessions.
      </p>
      <div className="profile-actions">
        <Button onClick={save} isPending={collect.isPending} pendingText="Collecting…">
          Export my data
        </Button>
        <Button look="danger" onClick={() => setAsking(true)}>
          Delete my account
        </Button>
      </div>
      <p className="small mute">Spreadsheets (CSV)</p>
      <TableButtons />
      <DeleteAccount user={user} isOpen={isAsking} onClose={() => setAsking(false)} />
    </section>
  );
};
