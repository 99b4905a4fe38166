// What rules or a plan would do now, listing by listing, and why nothing happens to the others.
import { type ReactNode, useState } from 'react';
import { inDollars, usDollars } from '#domain/money.ts';
import { count } from '#web/format/format.ts';
import { Button } from '../button.tsx';
import './sentence.css';

type Previewed<Reason> = { listingId: string; blocked: Reason | null };

type Props<Reason extends string, One> = {
  all: readonly One[];
  /** The reasons in the order in which they are shown, each with what it means and what to do. */
  reasons: Readonly<Record<Reason, { name: string; why: string }>>;
  line: (one: One) => ReactNode;
};

export const PreviewLists = <Reason extends string, One extends Previewed<Reason>>({
  all,
  reasons,
  line,
}: Props<Reason, One>) => {
  const held = (Object.keys(reasons) as Reason[])
    .map((reason) => ({ reason, ...reasons[reason], of: all.filter(({ blocked }) => blocked === reason) }))
    .filter(({ of }) => of.length > 0);
  const ready = all.filter(({ blocked }) => blocked === null);
  return (
    <>
      <Lines all={ready} line={line} />
      {held.map(({ reason, ...shown }) => (
        <Held key={reason} {...shown} line={line} isAll={ready.length === 0 && held.length === 1} />
      ))}
    </>
  );
};

type HeldProps<One> = { name: string; why: string; of: readonly One[]; isAll: boolean } & Pick<LinesProps<One>, 'line'>;

/** Opens by itself only as it comes: the next preview must not close what a seller reads. */
const Held = <One extends Previewed<string>>({ name, why, of, line, isAll }: HeldProps<One>) => {
  const [wasAll] = useState(isAll);
  return (
    <details className="held-back" open={wasAll}>
      <summary>
        {name} <span className="mute">{count(of.length)}</span>
      </summary>
      <p className="small mute">{why}</p>
      <Lines all={of} line={line} />
    </details>
  );
};

const perPage = 20;

type LinesProps<One> = Pick<Props<string, One>, 'all' | 'line'>;

const Lines = <One extends Previewed<string>>({ all, line }: LinesProps<One>) => {
  const [shown, show] = useState(perPage);
  if (all.length === 0) return null;
  return (
    <>
      <ul className="preview-list">
        {all.slice(0, shown).map((one) => (
          <li key={one.listingId}>{line(one)}</li>
        ))}
      </ul>
      {all.length > shown && (
        <Button isSmall onClick={() => show(shown + perPage)}>
          {`Show ${Math.min(perPage, all.length - shown)} more of ${count(all.length - shown)}`}
        </Button>
      )}
    </>
  );
};

type Left = { earningsCents: number; profitCents: number | null; currency?: string; isAbout?: boolean };

/** “you keep $28.80, $12.30 after cost” */
export function keptWords({ earningsCents, profitCents, currency = usDollars, isAbout = false }: Left): string {
  const money = (cents: number) => inDollars(cents, currency);
  const keeps = `you keep ${isAbout ? 'about ' : ''}${money(earningsCents)}`;
  if (profitCents === null) return `${keeps}, cost unknown`;
  return profitCents < 0
    ? `${keeps}, a loss of ${money(-profitCents)} after cost`
    : `${keeps}, ${money(profitCents)} after cost`;
}
