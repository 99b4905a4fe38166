// Sets the cost or the shelf of many listings.
import { useState } from 'react';
import type { Listing } from '#contract/listings/listings.ts';
import { fromDollars, usDollars } from '#domain/money.ts';
import { bulkMessages } from '#web/messages/pricing/bulk.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { BulkForm } from '#web/ui/list/bulk.tsx';
import { profitAt } from '../costs/kept.ts';
import { readFact } from '../costs/read-fact.ts';
import { Named } from './floor-form.tsx';
import type { Edit } from './use-bulk-edit.ts';

const messages = bulkMessages.factForm;

type Fact = 'costCents' | 'shelf';
type Props = { fact: Fact; chosen: readonly Listing[]; onSet: (edit: Edit) => void; onCancel: () => void };

export const FactForm = ({ fact, chosen, onSet, onCancel }: Props) => {
  const [typed, type] = useState('');
  const [error, setError] = useState<string>();
  const edit = readEdit(fact, typed);
  const has = chosen.filter((listing) => listing[fact] !== null);
  return (
    <BulkForm
      verb={messages.set[fact]}
      others={
        has.length > 0 && (
          <Button onClick={() => onSet(fact === 'costCents' ? { costCents: null } : { shelf: null })}>
            {messages.remove[fact]}
          </Button>
        )
      }
      onSubmit={() => (edit ? onSet(edit) : setError(readFact(fact, typed).error ?? messages.empty[fact]))}
      onCancel={onCancel}
    >
      <p className="h-head">{messages.title[fact](chosen.length)}</p>
      <Field
        label={messages.label[fact]}
        inputMode={fact === 'costCents' ? 'decimal' : undefined}
        autoFocus
        autoComplete="off"
        value={typed}
        hint={messages.hint[fact]}
        error={error}
        onChange={({ target }) => {
          type(target.value);
          setError(undefined);
        }}
      />
      <div className="bulk-effect small" role="status">
        {has.length > 0 && <p className="mute">{messages.replaces[fact](has.length)}</p>}
        {edit && 'costCents' in edit && <Losing cost={edit.costCents} chosen={chosen} />}
      </div>
    </BulkForm>
  );
};

/** null: nothing was typed yet, or it can't be read. */
const readEdit = (fact: Fact, typed: string): Edit | null => {
  const { costCents, shelf } = readFact(fact, typed).change ?? {};
  if (typeof costCents === 'number') return { costCents };
  return typeof shelf === 'string' ? { shelf } : null;
};

const Losing = ({ cost, chosen }: { cost: number | null; chosen: readonly Listing[] }) => {
  const losing = chosen.filter(
    ({ price, currency }) => price !== null && currency === usDollars && (profitAt(fromDollars(price), cost) ?? 0) < 0,
  );
  return losing.length > 0 && <Named title={messages.losing(losing.length)} listings={losing} />;
};
