// The bar below the sales: what the selected ones, or all that are shown, add up to, and changes of many at once.
import { useMemo, useState } from 'react';
import type { Sale } from '#contract/sales/sales.ts';
import { saleStates } from '#domain/sales/sale.ts';
import { count, counted } from '#web/format/format.ts';
import { dollarsOfCents } from '#web/format/money-format.ts';
import { readTyped } from '#web/format/typed-money.ts';
import { failureMessage } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Chips, Field, SelectField } from '#web/ui/field.tsx';
import { Bulk, BulkForm, BulkLine, BulkReport } from '#web/ui/list/bulk.tsx';
import { useChangeSales } from './queries.ts';
import { addUp, type Sums, stateNames } from './sale-rows.ts';

type Change = Parameters<ReturnType<typeof useChangeSales>['mutateAsync']>[0][number];
type Report =
  | { kind: 'running'; done: number; of: number }
  | { kind: 'done'; text: string; undo: readonly Change[]; problem: string | null };

/** `hidden`: how many of the chosen ones the filters hide. */
type Props = { rows: readonly Sale[]; chosen: readonly Sale[]; hidden: number; onClear: () => void };

const mostAtOnce = 500;

export const SalesBar = ({ rows, chosen, hidden, onClear }: Props) => {
  const { report, run, dismiss } = useManyChanges();
  const [form, open] = useState<'cost' | 'state' | null>(null);
  const Form = form === 'cost' ? CostForm : StateForm;
  const isEmpty = chosen.length === 0;
  const sums = useMemo(() => addUp(isEmpty ? rows : chosen), [isEmpty, rows, chosen]);
  const isRunning = report?.kind === 'running';
  const set = (changes: readonly Change[], text: (done: number) => string) => {
    open(null);
    const before = new Map(chosen.map((sale) => [sale.id, sale]));
    void run(changes, text, (change) => asBefore(change, before.get(change.id)));
  };
  return (
    <Bulk label="Selected sales" isEmpty={rows.length === 0 && isEmpty && report === null}>
      {report?.kind === 'running' && (
        <BulkLine status={`Saving ${count(report.done)} of ${counted(report.of, 'sale')}`} />
      )}
      {report?.kind === 'done' && (
        <BulkReport
          text={report.text}
          stopped={report.problem}
          next={
            report.undo.length > 0 && {
              word: 'Undo',
              onPress: () => void run(report.undo, (done) => `Undone for ${counted(done, 'sale')}.`),
            }
          }
          onDone={dismiss}
        />
      )}
      {form !== null && !isEmpty && <Form chosen={chosen} onCancel={() => open(null)} onSet={set} />}
      {form === null && (
        <div className="bulk-line">
          <p>
            <b>{isEmpty ? `${counted(rows.length, 'sale')} shown` : `${count(chosen.length)} selected`}</b>{' '}
            <span className="mute">
              {hidden > 0 && `${count(hidden)} hidden by filters, `}
              {inWords(sums)}
            </span>
          </p>
          {!isEmpty && (
            <>
              <div className="bulk-acts answers">
                {(['cost', 'state'] as const).map((what) => (
                  <Button key={what} isSmall isPending={isRunning} onClick={() => open(what)}>
                    {`Set ${what}`}
                  </Button>
                ))}
              </div>
              <Button isSmall look="bare" onClick={onClear}>
                Clear selection
              </Button>
            </>
          )}
        </div>
      )}
    </Bulk>
  );
};

const inWords = ({ sales, left, revenue, earned, profit, withoutCost }: Sums): string =>
  [
    `${dollarsOfCents(revenue)} sold`,
    `${dollarsOfCents(earned)} earned`,
    profit !== null && `${dollarsOfCents(profit)} profit${withoutCost > 0 ? ` of ${count(sales - withoutCost)}` : ''}`,
    withoutCost > 0 && `${count(withoutCost)} without a cost`,
    left > 0 && `${count(left)} canceled or returned, not counted`,
  ]
    .filter(Boolean)
    .join(', ');

const asBefore = (change: Change, sale: Sale | undefined): Change | null => {
  if (sale === undefined) return null;
  const { id, costCents, costBy, state, stateBySeller } = sale;
  return change.costCents === undefined ? { id, state, stateBySeller } : { id, costCents, costBy };
};

/** 500 at a time. What a call changed stays changed if a later one fails, and the seller can take it back. */
const useManyChanges = () => {
  const [report, setReport] = useState<Report | null>(null);
  const { mutateAsync } = useChangeSales();
  const run = async (
    changes: readonly Change[],
    text: (done: number) => string,
    undoOf: (change: Change) => Change | null = () => null,
  ) => {
    const undo: Change[] = [];
    let done = 0;
    let problem: string | null = null;
    setReport({ kind: 'running', done, of: changes.length });
    for (let at = 0; at < changes.length && problem === null; at += mostAtOnce) {
      const part = changes.slice(at, at + mostAtOnce);
      try {
        const { sales, failed } = await mutateAsync([...part]);
        const changed = new Set(sales.map(({ id }) => id));
        done += changed.size;
        undo.push(...part.flatMap((change) => (changed.has(change.id) ? (undoOf(change) ?? []) : [])));
        if (failed.length > 0) problem = `${counted(failed.length, 'sale')} not changed: ${failed[0]?.message}`;
        setReport({ kind: 'running', done, of: changes.length });
      } catch (error) {
        problem = `${failureMessage(error, 'Hangtag didn’t save the rest.')} The rest stays as it was.`;
      }
    }
    const said = done > 0 ? text(done) : problem === null ? 'Nothing to change.' : '';
    setReport({ kind: 'done', text: said, undo, problem });
  };
  return { report, run, dismiss: () => setReport(null) };
};

type FormProps = {
  chosen: readonly Sale[];
  onCancel: () => void;
  onSet: (changes: readonly Change[], text: (done: number) => string) => void;
};

/** What is typed is the cost of each. Costs that are there already stay, unless the seller says otherwise. */
const CostForm = ({ chosen, onCancel, onSet }: FormProps) => {
  const [typed, type] = useState('');
  const [error, setError] = useState<string | undefined>();
  const without = chosen.filter(({ costCents }) => costCents === null);
  const [isAll, setAll] = useState(without.length === 0);
  const isMixed = without.length > 0 && without.length < chosen.length;
  const submit = () => {
    const read = readTyped(typed);
    if (read.error !== undefined) return setError(read.error);
    if (read.cents === null) return setError('Enter what each one cost you');
    const { cents } = read;
    onSet(
      (isAll ? chosen : without).map(({ id }) => ({ id, costCents: cents })),
      (done) => `Cost of ${counted(done, 'sale')} set to ${dollarsOfCents(cents)} each.`,
    );
  };
  return (
    <BulkForm
      verb={`Set cost of ${counted(isAll ? chosen.length : without.length, 'sale')}`}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <Field
        label="Cost of each"
        inputMode="decimal"
        autoFocus
        autoComplete="off"
        value={typed}
        error={error}
        onChange={({ target }) => {
          type(target.value);
          setError(undefined);
        }}
      />
      {isMixed && (
        <Chips
          title="Which sales"
          options={[
            [false, `Only the ${count(without.length)} without a cost`],
            [true, `All ${count(chosen.length)}`],
          ]}
          chosen={isAll}
          onChoose={setAll}
        />
      )}
    </BulkForm>
  );
};

const StateForm = ({ chosen, onCancel, onSet }: FormProps) => {
  const [state, choose] = useState<Sale['state']>('returned');
  const submit = () => {
    onSet(
      chosen.filter((sale) => sale.state !== state).map(({ id }) => ({ id, state })),
      (done) => `${counted(done, 'sale')} marked as ${stateNames[state].toLowerCase()}.`,
    );
  };
  return (
    <BulkForm verb={`Set state of ${counted(chosen.length, 'sale')}`} onSubmit={submit} onCancel={onCancel}>
      <SelectField
        label="State"
        autoFocus
        hint="Canceled and returned sales count nothing. What you choose isn’t changed by reports."
        value={state}
        onChange={({ target }) => choose(saleStates.find((name) => name === target.value) ?? 'returned')}
        options={saleStates.map((name) => [name, stateNames[name]])}
      />
    </BulkForm>
  );
};
