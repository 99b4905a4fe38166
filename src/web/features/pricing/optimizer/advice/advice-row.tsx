// One row of the optimizer's table.
import type { Optimization } from '#contract/pricing/advice.ts';
import { absolutePercent, dollars, percent, signedDollars, wholeDollars } from '#web/format/money-format.ts';
import { optimizerMessages as messages } from '#web/messages/pricing/price-changes.ts';
import { pricingMessages } from '#web/messages/pricing/pricing.ts';
import { ChangeArrow, ChangeBar } from '#web/ui/change-bar.tsx';
import { Hangtag } from '#web/ui/hangtag.tsx';
import { confidenceLevel, isWarned } from '../../evidence/confidence-line.tsx';
import { DemandPips } from '../../evidence/demand-pips.tsx';

type Props = { item: Optimization; isSelected: boolean; onToggle: () => void };

/** The advice for one listing: current price, suggested price, reasons, and confidence. */
export const AdviceRow = ({ item, isSelected, onToggle }: Props) => {
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

/** Shows the most important reason. The other reasons, the range, and the demand unfold. */
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
          <li>{messages.range(wholeDollars(item.priceInterval.low), wholeDollars(item.priceInterval.high))}</li>
        )}
        <li>
          Demand: <DemandPips level={item.engagement} word={pricingMessages.demand[item.engagement]} />
        </li>
        {isWarned(level) && <li>{pricingMessages.confidence[`${level}_warning`]}</li>}
      </ul>
    </details>
  );
};
