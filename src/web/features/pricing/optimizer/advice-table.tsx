// The optimizer's table of advice.
import { useState } from 'react';
import type { Optimization } from '#contract/pricing/advice.ts';
import { counted } from '#web/format/format.ts';
import {
  absolutePercent,
  dollars,
  dollarsOfCents,
  percent,
  signedDollars,
  wholeDollars,
} from '#web/format/money-format.ts';
import { pricingMessages } from '#web/messages/pricing/pricing.ts';
import { Button } from '#web/ui/button.tsx';
import { AllCheck, ColumnHeads } from '#web/ui/column-head.tsx';
import { Options } from '#web/ui/field.tsx';
import { ChangeArrow, ChangeBar } from '#web/ui/figures/figures.tsx';
import { Hangtag } from '#web/ui/hangtag.tsx';
import { sortBy } from '#web/ui/list/row-order.ts';
import { toggled } from '#web/ui/list/selection.ts';
import { confidenceLevel, DemandPips, isWarned } from '../evidence.tsx';
import { isBelowCost, summarize, totalText } from './apply-dialog.tsx';
import './advice-table.css';

type Items = readonly Optimization[];
type Select = (selected: ReadonlySet<string>) => void;
type Props = {
  items: Items;
  selected: ReadonlySet<string>;
  onSelect: Select;
  isApplying: boolean;
  onApply: () => void;
};
type Sorting = { by: Order; isDescending: boolean };

const columns: { by: Order | null; name: string; className?: string }[] = [
  { by: 'title', name: 'Listing' },
  { by: 'now', name: 'Now', className: 'r' },
  { by: 'suggested', name: 'Suggested' },
  { by: 'change', name: 'Change', className: 'r' },
  { by: null, name: 'Lower | Raise', className: 'c bar-col' },
  { by: null, name: 'You receive', className: 'r' },
  { by: 'confidence', name: 'Confidence', className: 'r' },
];

export const AdviceTable = ({ items, selected, onSelect, isApplying, onApply }: Props) => {
  const [sorting, setSorting] = useState<Sorting>({ by: 'advice', isDescending: false });
  const chosen = items.filter(({ listingId }) => selected.has(listingId));
  return (
    <>
      <div className="opt-tools">
        <QuickPick items={items} hasChosen={chosen.length > 0} onSelect={onSelect} />
        <PhoneOrder by={sorting.by} onSort={setSorting} />
      </div>
      <table className="advice">
        <thead>
          <tr>
            <th className="tick-col">
              <AllCheck
                className="row-check"
                chosen={chosen.length}
                all={items.length}
                onChange={(isAll) => onSelect(isAll ? idsOf(items) : new Set())}
              >
                <span className="sr">Select all</span>
              </AllCheck>
            </th>
            <ColumnHeads columns={columns} sorting={sorting} startsDescending={startsDescending} onSort={setSorting} />
          </tr>
        </thead>
        <tbody>
          {orderAdvice(items, sorting).map((item) => (
            <AdviceRow
              key={item.listingId}
              item={item}
              isSelected={selected.has(item.listingId)}
              onToggle={() => onSelect(toggled(selected, item.listingId))}
            />
          ))}
        </tbody>
      </table>
      <SelectionFoot chosen={chosen} all={items.length} isApplying={isApplying} onApply={onApply} />
    </>
  );
};

export const idsOf = (wanted: readonly { listingId: string }[]) => new Set(wanted.map(({ listingId }) => listingId));

const QuickPick = ({ items, hasChosen, onSelect }: { items: Items; hasChosen: boolean; onSelect: Select }) => {
  // What sells below its cost is selected one by one, by a seller who has read that.
  const safe = items.filter((item) => !isBelowCost(item));
  const picks = [
    { name: safe.length === items.length ? 'All' : `${safe.length} above cost`, of: safe },
    ...(['increase', 'decrease'] as const).map((wanted) => {
      const of = safe.filter(({ category }) => category === wanted);
      return { name: `${of.length} to ${wanted === 'increase' ? 'raise' : 'lower'}`, of };
    }),
  ];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of buttons is not a set of fields
    <div className="answers" role="group" aria-label="Select">
      <span className="small mute" aria-hidden="true">
        Select
      </span>
      {picks.map(
        ({ name, of }) =>
          of.length > 0 && (
            <Button key={name} isSmall onClick={() => onSelect(idsOf(of))}>
              {name}
            </Button>
          ),
      )}
      {hasChosen && (
        <Button isSmall look="bare" onClick={() => onSelect(new Set())}>
          None
        </Button>
      )}
    </div>
  );
};

/** On phones, where the rows are cards without column heads. */
const PhoneOrder = ({ by, onSort }: { by: Order; onSort: (sorting: Sorting) => void }) => (
  <label className="sort-phone small">
    Sort by
    <select
      className="input"
      value={by}
      onChange={({ target }) => {
        const by = target.value as Order;
        onSort({ by, isDescending: startsDescending(by) });
      }}
    >
      <Options of={Object.entries(orderNames)} />
    </select>
  </label>
);

type FootProps = { chosen: Items; all: number; isApplying: boolean; onApply: () => void };

const SelectionFoot = ({ chosen, all, isApplying, onApply }: FootProps) => {
  const { difference } = summarize(chosen);
  return (
    <div className="opt-foot spread">
      <p role="status">
        <b>
          {chosen.length} of {all} selected.
        </b>{' '}
        {chosen.length > 0 && <span className="mute">{totalText(difference)}</span>}
      </p>
      <Button
        look="primary"
        onClick={onApply}
        disabled={chosen.length === 0 || isApplying}
        title={chosen.length === 0 ? 'Select at least one listing first' : undefined}
      >
        {chosen.length === 0 ? 'Apply prices' : `Apply ${counted(chosen.length, 'price')}`}
      </Button>
    </div>
  );
};

const orderNames = {
  advice: 'As advised',
  title: 'Listing',
  now: 'Price now',
  suggested: 'Suggested price',
  change: 'Change',
  difference: 'Difference',
  confidence: 'Confidence',
};
type Order = keyof typeof orderNames;

const keys: Record<Exclude<Order, 'advice'>, (item: Optimization) => number | string> = {
  title: ({ title }) => title.toLowerCase(),
  now: ({ currentPrice }) => currentPrice,
  suggested: ({ suggestedPrice }) => suggestedPrice,
  change: ({ percentChange }) => percentChange,
  difference: ({ priceDifference }) => priceDifference,
  confidence: ({ confidence }) => confidence,
};

/** The first direction of a column: texts from A to Z, numbers from the largest down. */
const startsDescending = (order: Order): boolean => order !== 'title' && order !== 'advice';

/** Equal ones keep the given order. `advice` keeps it for all. */
export const orderAdvice = (items: Items, { by, isDescending }: Sorting): Items =>
  by === 'advice' ? items : sortBy(items, keys[by], isDescending);

type AdviceRowProps = { item: Optimization; isSelected: boolean; onToggle: () => void };

const AdviceRow = ({ item, isSelected, onToggle }: AdviceRowProps) => {
  const isRaise = item.priceDifference > 0;
  return (
    <tr className={isSelected ? 'on' : undefined}>
      <td className="tick-col">
        <label className="row-check">
          <input
            className="check"
            type="checkbox"
            aria-label={`Select ${item.title}`}
            checked={isSelected}
            onChange={onToggle}
          />
        </label>
      </td>
      <td className="what">
        <div className="ti">{item.title}</div>
        <small>{pricingMessages.likes(item.likes)}</small>
        {isBelowCost(item) && (
          <p className="below-cost">
            {`Below what you paid (${dollarsOfCents(item.costCents ?? 0)}): you lose ${dollarsOfCents(-(item.profitCents ?? 0))}.`}
          </p>
        )}
        <Reasons item={item} />
      </td>
      <td className="r was">
        <s>{dollars(item.currentPrice)}</s>
      </td>
      <td className="sg">
        <Hangtag price={dollars(item.suggestedPrice)} size={1.12} />
      </td>
      <td className="r ch">
        <span className="chg">
          <ChangeArrow isRaise={isRaise} />
          <span className="sr">{isRaise ? 'raise' : 'lower'}</span>
          {absolutePercent(item.percentChange)}
        </span>
        <small>{signedDollars(item.priceDifference)}</small>
      </td>
      <td className="bar-col">
        <ChangeBar percent={item.percentChange} />
      </td>
      <td className="r get">
        <span className="phone-word">You receive </span>
        {item.earnings !== null && (
          <>
            {dollars(item.earnings.after)}
            <span className="phone-word">,</span> <small>now {dollars(item.earnings.before)}</small>
            {item.profitCents !== null && (
              <>
                <span className="phone-word">,</span> <small>{dollarsOfCents(item.profitCents)} after cost</small>
              </>
            )}
          </>
        )}
      </td>
      <td className="r cf">
        <span className="phone-word">{pricingMessages.confidence.label} </span>
        {percent(item.confidence)}
        <span className="phone-word">,</span>{' '}
        <small>{pricingMessages.confidence[confidenceLevel(item.confidence)].toLowerCase()}</small>
      </td>
    </tr>
  );
};

const Reasons = ({ item }: { item: Optimization }) => {
  const [first, ...others] = item.reasoning;
  const level = confidenceLevel(item.confidence);
  return (
    <details className="why">
      <summary>{first ?? 'Why'}</summary>
      <ul>
        {others.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
        {item.priceInterval !== null && (
          <li>{`Likely to sell for ${wholeDollars(item.priceInterval.low)} to ${wholeDollars(item.priceInterval.high)}.`}</li>
        )}
        <li>
          Demand: <DemandPips level={item.engagement} word={pricingMessages.demand[item.engagement]} />
        </li>
        {isWarned(level) && <li>{pricingMessages.confidence[`${level}_warning`]}</li>}
      </ul>
    </details>
  );
};
