// What a plan would drop now, listing by listing, and why the other prices stay.
import { useState } from 'react';
import type { PreviewedDrop } from '#contract/drops.ts';
import { inWholeDollars, sharedCurrency } from '#domain/money.ts';
import { count, counted } from '#web/format/format.ts';
import { Button } from '#web/ui/button.tsx';
import { blockedWords, dropWords, leftWords, unknownLowest } from './preview-words.ts';

type Blocked = keyof typeof blockedWords;

export const DropPreview = ({ drops }: { drops: readonly PreviewedDrop[] }) => {
  const going = drops.filter(({ blocked }) => blocked === null);
  const reasons = (Object.keys(blockedWords) as Blocked[])
    .map((reason) => ({ reason, staying: drops.filter(({ blocked }) => blocked === reason) }))
    .filter(({ staying }) => staying.length > 0);
  return (
    <div className="drop-preview">
      <p role="status">{summaryOf(drops, going)}</p>
      <Drops drops={going} />
      {reasons.map(({ reason, staying }) => {
        const { name, why } = blockedWords[reason];
        return (
          <details key={reason} className="staying" open={going.length === 0 && reasons.length === 1}>
            <summary>
              {name} <span className="mute">{count(staying.length)}</span>
            </summary>
            <p className="small mute">{why}</p>
            <Drops drops={staying} />
          </details>
        );
      })}
    </div>
  );
};

function summaryOf(all: readonly PreviewedDrop[], going: readonly PreviewedDrop[]): string {
  if (all.length === 0) return 'No listing for sale fits this plan, as of the last sync.';
  if (going.length === 0) return 'Nothing drops now. Below is why.';
  const currency = sharedCurrency(going);
  const off = going.reduce((sum, { price, newPrice }) => sum + (price ?? 0) - (newPrice ?? 0), 0);
  const by = currency === null ? '' : `, ${inWholeDollars(off * 100, currency)} off in all`;
  const unknown = going.filter(({ lowestKnown }) => !lowestKnown).length;
  const reach =
    unknown === 0
      ? ' Poshmark tells the likers.'
      : ` Hangtag doesn’t know the lowest price of ${unknown === going.length ? 'any of them' : count(unknown)}, so likers may not hear of ${unknown === going.length ? 'it' : 'those'}. Import your inventory report to add the lowest prices.`;
  return `${counted(going.length, 'price')} ${going.length === 1 ? 'drops' : 'drop'}${by}.${reach}`;
}

const perPage = 20;

const Drops = ({ drops }: { drops: readonly PreviewedDrop[] }) => {
  const [shown, show] = useState(perPage);
  if (drops.length === 0) return null;
  return (
    <>
      <ul className="drop-list">
        {drops.slice(0, shown).map((drop) => (
          <li key={drop.listingId}>
            <span className="drop-title">{drop.title}</span>
            <span className="small">{dropWords(drop)}</span>
            <span className="small mute">{leftWords(drop)}</span>
            {!drop.lowestKnown && drop.blocked === null && <span className="small mute">{unknownLowest}</span>}
          </li>
        ))}
      </ul>
      {drops.length > shown && (
        <Button isSmall onClick={() => show(shown + perPage)}>
          {`Show ${Math.min(perPage, drops.length - shown)} more of ${count(drops.length - shown)}`}
        </Button>
      )}
    </>
  );
};
