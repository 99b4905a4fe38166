// Buttons that download the seller's data as CSV files.
import { saveCsv } from '#web/format/csv.ts';
import { failureMessage } from '#web/lib/server/api.ts';
import { whenDone } from '#web/lib/server/when-done.ts';
import { tableMessages as messages } from '#web/messages/tables.ts';
import { Button } from '#web/ui/button.tsx';
import { toastDone, toastFailed } from '#web/ui/toast-store.ts';
import { useTable } from './collect-table.ts';

const tables = ['listings', 'activity', 'prices'] as const;

export const TableButtons = () => (
  <div className="profile-actions">
    {tables.map((name) => (
      <TableButton key={name} name={name} />
    ))}
  </div>
);

const TableButton = ({ name }: { name: (typeof tables)[number] }) => {
  const collect = useTable();
  const save = () =>
    whenDone(collect.mutateAsync(name), {
      onSuccess: ({ head, rows }) => {
        const file = `hangtag-${name}-${new Date().toISOString().slice(0, 10)}`;
        saveCsv(file, head, rows);
        const { title, text } = messages.done(file, rows.length);
        toastDone(title, text);
      },
      onError: (error) => toastFailed(messages.failed.title, failureMessage(error, messages.failed.text), { error }),
    });
  return (
    <Button isSmall onClick={save} isPending={collect.isPending} pendingText={messages.pending}>
      {messages.verbs[name]}
    </Button>
  );
};
