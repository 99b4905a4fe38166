// The fields of a sale: all of one that is made by hand, and of any other what its seller may say.
import { type FormEvent, useRef, useState } from 'react';
import { ApiFailure } from '#contract/failure.ts';
import type { NewSale, Sale, SaleChange } from '#contract/sales/sales.ts';
import { poshmark, saleStates } from '#domain/sales/sale.ts';
import { dollarsOfCents } from '#web/format/money-format.ts';
import { readTyped, typedMoney } from '#web/format/typed-money.ts';
import { failureMessage } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, FormError, SelectField, TextField } from '#web/ui/field.tsx';
import { stateNames } from './sale-rows.ts';

const amounts = [
  ...(['priceCents', 'feeCents', 'shippingDiscountCents'] as const),
  ...(['costCents', 'otherFeesCents', 'listPriceCents'] as const),
];
const texts = ['title', 'brand', 'category', 'size', 'sku', 'shelf', 'note'] as const;
type Name = (typeof amounts)[number] | (typeof texts)[number] | 'soldOn' | 'listedOn' | 'place' | 'state' | 'quantity';
type Values = Record<Name, string>;

const valuesOf = (sale: Sale | null): Values => ({
  title: sale?.title ?? '',
  soldOn: sale?.soldOn ?? '',
  listedOn: sale?.listedOn ?? '',
  place: sale === null || sale.channel === poshmark ? '' : sale.channel,
  state: sale?.state ?? 'complete',
  quantity: String(sale?.quantity ?? 1),
  brand: sale?.brand ?? '',
  category: sale?.category ?? '',
  size: sale?.size ?? '',
  sku: sale?.sku ?? '',
  shelf: sale?.shelf ?? '',
  note: sale?.note ?? '',
  priceCents: typedMoney(sale?.priceCents ?? null),
  feeCents: sale?.feeBy === 'seller' ? typedMoney(sale.feeCents) : '',
  shippingDiscountCents: typedMoney(sale?.shippingDiscountCents ?? null),
  costCents: typedMoney(sale?.costCents ?? null),
  otherFeesCents: sale === null || sale.otherFeesBy === 'seller' ? typedMoney(sale?.otherFeesCents ?? null) : '',
  listPriceCents: typedMoney(sale?.listPriceCents ?? null),
});

const ofAny: readonly Name[] = ['costCents', 'otherFeesCents', 'state', 'note'];
const isAmount = (name: Name): name is (typeof amounts)[number] => amounts.some((amount) => amount === name);
const isText = (name: Name): boolean => texts.some((text) => text === name);

type Read = { body: Partial<NewSale> & SaleChange; errors: Partial<Values> };

/** What is different from the sale as it is. A new one has everything that isn't empty. */
const read = (values: Values, { sale, names }: { sale: Sale | null; names: readonly Name[] }): Read => {
  const before = valuesOf(sale);
  const errors: Partial<Values> = {};
  const body: Record<string, unknown> = {};
  for (const name of names) {
    const typed = values[name].trim();
    if (sale === null ? typed === '' : typed === before[name].trim()) continue;
    if (isAmount(name)) {
      const { cents, error } = readTyped(typed);
      if (error !== undefined) errors[name] = error;
      else body[name] = cents;
    } else if (name === 'place') body.channel = typed === '' ? poshmark : typed;
    else if (name === 'quantity') body.quantity = Number(typed);
    else body[name] = typed === '' && (name === 'listedOn' || (isText(name) && name !== 'title')) ? null : typed;
  }
  if (sale === null || sale.source === 'manual') {
    if (values.title.trim() === '') errors.title = 'Enter a title';
    if (values.soldOn === '') errors.soldOn = 'Enter the day of the sale';
    if (values.priceCents.trim() === '') errors.priceCents = 'Enter what the buyer paid for it';
  }
  return { body: body as Read['body'], errors };
};

const names = Object.keys(valuesOf(null)) as Name[];

/** Errors keep what was typed. `sale`: null for a new one. `onSave` rejects with what the seller should read. */
export const SaleForm = ({ sale, onSave }: { sale: Sale | null; onSave: (body: Read['body']) => Promise<unknown> }) => {
  const [values, setValues] = useState(() => valuesOf(sale));
  const [errors, setErrors] = useState<Partial<Values>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [wasSaved, setSaved] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const isWhole = sale === null || sale.source === 'manual';
  const isElsewhere = values.place.trim() !== '';

  const refuse = (found: Partial<Values>) => {
    setErrors(found);
    // In the next frame, when the field is marked.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSaving) return;
    setProblem(null);
    setSaved(false);
    const { body, errors: found } = read(values, { sale, names: isWhole ? names : ofAny });
    if (Object.keys(found).length > 0) return refuse(found);
    setErrors({});
    if (Object.keys(body).length === 0) return setSaved(true);
    setSaving(true);
    try {
      await onSave(body);
      setSaved(true);
    } catch (error) {
      const known = Object.entries(error instanceof ApiFailure ? error.fields : {})
        .map(([name, message]) => [name === 'channel' ? 'place' : name, message] as const)
        .filter(([name]) => names.some((one) => one === name));
      if (known.length > 0) refuse(Object.fromEntries(known));
      else setProblem(failureMessage(error, 'Hangtag didn’t save this. Try again.'));
    } finally {
      setSaving(false);
    }
  };
  const field = (name: Name) => ({
    value: values[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => {
      setValues((known) => ({ ...known, [name]: target.value }));
      setErrors(({ [name]: _, ...others }) => others);
      setSaved(false);
    },
  });
  const text = (name: Name) => ({ ...field(name), isOptional: true, autoComplete: 'off' });
  const money = (name: (typeof amounts)[number]) => ({ ...text(name), inputMode: 'decimal' as const });
  const state = (
    <SelectField
      label="State"
      hint="Canceled and returned sales count nothing."
      {...field('state')}
      options={saleStates.map((name) => [name, stateNames[name]])}
    />
  );
  return (
    <form className="lines" ref={form} onSubmit={submit} noValidate>
      {isWhole && (
        <>
          <Field label="Title" autoComplete="off" {...field('title')} />
          <div className="field-pair">
            <Field label="Sold on" type="date" {...field('soldOn')} />
            <Field label="Price" hint="What the buyer paid for it" {...money('priceCents')} isOptional={false} />
          </div>
          <div className="field-pair">
            <Field label="Sold elsewhere" hint="A market, another app. Empty: at Poshmark" {...text('place')} />
            <Field
              label="Fee"
              hint={isElsewhere ? 'What that place kept. Empty: nothing' : 'Empty: Poshmark’s fee of that day'}
              {...money('feeCents')}
            />
          </div>
        </>
      )}
      <div className="field-pair">
        <Field label="Cost" hint="What you paid for it" {...money('costCents')} />
        <Field
          label="Other fees"
          hint={
            sale?.otherFeesBy === 'report'
              ? `Labels, packaging. Empty: ${dollarsOfCents(sale.otherFeesCents ?? 0)}, as the report says`
              : 'Labels, packaging'
          }
          {...money('otherFeesCents')}
        />
      </div>
      {isWhole ? (
        <div className="field-pair">
          {state}
          <Field label="Shipping discount" hint="Paid by you" {...money('shippingDiscountCents')} />
        </div>
      ) : (
        state
      )}
      <TextField label="Note" {...field('note')} />
      {isWhole && (
        <details className="unfold">
          <summary>More about the item</summary>
          <div className="lines">
            <div className="field-pair">
              <Field label="Listed on" isOptional type="date" {...field('listedOn')} />
              <Field label="List price" {...money('listPriceCents')} />
            </div>
            <div className="field-pair">
              <Field label="Brand" {...text('brand')} />
              <Field label="Category" {...text('category')} />
            </div>
            <div className="field-pair">
              <Field label="Size" {...text('size')} />
              <Field label="Pieces" inputMode="numeric" {...field('quantity')} />
            </div>
            <div className="field-pair">
              <Field label="SKU" {...text('sku')} />
              <Field label="Shelf" {...text('shelf')} />
            </div>
          </div>
        </details>
      )}
      <FormError>{problem}</FormError>
      <div className="answers">
        <Button look="primary" type="submit" isPending={isSaving} pendingText="Saving…">
          {sale === null ? 'Add sale' : 'Save'}
        </Button>
        <span className="small mute" role="status">
          {wasSaved && sale !== null && 'Saved'}
        </span>
      </div>
    </form>
  );
};
