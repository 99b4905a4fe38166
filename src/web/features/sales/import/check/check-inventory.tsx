// Shows what is in an inventory report before it is sent.
import { count, counted, fullDate } from '#web/format/format.ts';
import { failureMessage } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldError, FormError } from '#web/ui/field.tsx';
import { Skeleton } from '#web/ui/panel.tsx';
import { type Reader, useAnswer, useDayStart } from '../reading/reader.ts';
import type { InventoryInFile } from '../reading/reader-worker.ts';
import { Money, type Skippable } from './shown-rows.tsx';

const shown = 10;

type Props = Skippable & { reader: Reader; isSending: boolean; onSend: (found: InventoryInFile) => void };

export const CheckInventory = ({ reader, fault, isSending, onSend, skipText, onSkip }: Props) => {
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
            <section className="import-part lines-tight" aria-label="Preview">
              <h3 className="h-head">
                {listings.length > shown ? `The first ${count(shown)} listings` : 'The listings'}
              </h3>
              <table className="numbers-table import-table small">
                <thead>
                  <tr>
                    <th scope="col">Listing</th>
                    <th scope="col">Price</th>
                    <th scope="col">Lowest price</th>
                    <th scope="col">Cost</th>
                  </tr>
                </thead>
                <tbody>
                  {listings.slice(0, shown).map((listing) => (
                    <tr key={listing.row}>
                      <td className="what">
                        <span className="ti">{listing.title}</span>
                        <small className="below">
                          {[
                            listing.listedOn && `listed ${fullDate(listing.listedOn)}`,
                            listing.size,
                            listing.sku && `SKU ${listing.sku}`,
                          ]
                            .filter(Boolean)
                            .join(', ')}
                        </small>
                      </td>
                      <Money name="Price" cents={inCents(listing.price)} />
                      <Money name="Lowest price" cents={inCents(listing.lowestPrice)} />
                      <Money name="Cost" cents={listing.costCents} isStrong />
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          )}
        </>
      )}
      <FormError>{fault}</FormError>
      <div className="dialog-actions">
        <Button
          look="primary"
          disabled={listings.length === 0}
          isPending={isSending}
          pendingText="Filling in…"
          onClick={() => found !== null && onSend(found)}
        >
          {listings.length === 0 ? 'Fill in' : `Fill in ${counted(listings.length, 'listing')}`}
        </Button>
        <Button onClick={onSkip}>{skipText}</Button>
      </div>
    </>
  );
};

const inCents = (dollars: number | null): number | null => (dollars === null ? null : Math.round(dollars * 100));
