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
        const { title, text } = {
          title: 'Export ready',
          text: `Saved as ${file}.csv, ${rows.length} ${rows.length === 1 ? 'row' : 'rows'}.`,
        };
        toastDone(title, text);
      },
      onError: (error) =>
        toastFailed('Export failed', failureMessage(error, 'Couldn’t create the table. Try again in a moment.'), {
          error,
        }),
    });
  return (
    <Button isSmall onClick={save} isPending={collect.isPending} pendingText="Collecting…">
      {messages.verbs[name]}
    </Button>
  );
};
