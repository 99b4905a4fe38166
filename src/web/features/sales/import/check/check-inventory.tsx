// Shows what is in an inventory report before it is sent.
import { count, counted, fullDate } from '#web/format/format.ts';
import { failureMessage } from '#web/lib/server/api.ts';
import { FieldError } from '#web/ui/field.tsx';
import { Skeleton } from '#web/ui/panel.tsx';
import { type Reader, useAnswer, useDayStart } from '../reading/reader.ts';
import type { InventoryInFile } from '../reading/reader-worker.ts';
import { CheckEnd, Facts, Money, Preview, type Skippable } from './shown-rows.tsx';

const shown = 10;

type Props = Skippable & { reader: Reader; isSending: boolean; onSend: (found: InventoryInFile) => void };

export const CheckInventory = ({ reader, isSending, onSend, ...skip }: Props) => {
  const { found, error } = useAnswer({ now: useDayStart() }, reader.inventory);
  const listings = found?.listings ?? [];
  const withCost = listings.filter(({ costCents }) => costCents !== null).length;
  return (
    <>
      <p className="import-name">
        <b>{reader.file.name}</b>, Poshmark’s inventory report
      </p>
      {found === null && error === null && <Skeleton lines={6} label="Reading the listings" />}
      {error !== null && <FieldError>{failureMessage(error, 'Couldn’t read this file. Choose it again.')}</FieldError>}
      {found !== null && (
        <>
          <p role="status">
            {listings.length === 0
              ? 'This report has no listings.'
              : `${counted(listings.length, 'listing')}, ${withCost === listings.length ? 'all' : count(withCost)} with a cost.`}
          </p>
          <p className="small">
            Hangtag fills in what your listings lack: cost, SKU, listing date, and lowest price. What you typed yourself
            stays.
          </p>
          {listings.length > 0 && (
            <Preview
              title={listings.length > shown ? `The first ${count(shown)} listings` : 'The listings'}
              columns={['Listing', 'Price', 'Lowest price', 'Cost']}
            >
              {listings.slice(0, shown).map(({ row, title, listedOn, size, sku, price, lowestPrice, costCents }) => (
                <tr key={row}>
                  <td className="what">
                    <span className="ti">{title}</span>
                    <Facts facts={[listedOn && `listed ${fullDate(listedOn)}`, size, sku && `SKU ${sku}`]} />
                  </td>
                  <Money name="Price" cents={inCents(price)} />
                  <Money name="Lowest price" cents={inCents(lowestPrice)} />
                  <Money name="Cost" cents={costCents} isStrong />
                </tr>
              ))}
            </Preview>
          )}
        </>
      )}
      <CheckEnd
        {...skip}
        verb={listings.length === 0 ? 'Fill in' : `Fill in ${counted(listings.length, 'listing')}`}
        isReady={listings.length > 0}
        isPending={isSending}
        pendingText="Filling in…"
        onGo={() => found !== null && onSend(found)}
      />
    </>
  );
};

const inCents = (dollars: number | null): number | null => (dollars === null ? null : Math.round(dollars * 100));
