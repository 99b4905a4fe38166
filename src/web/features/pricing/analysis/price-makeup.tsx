// Shows what each fact adds to or takes from the price.

import type { MarketAnalysis } from '#contract/pricing/advice.ts';
import { dollars, restOf, signedDollars } from '#web/format/money-format.ts';
import { properties } from '#web/lib/browser/custom-properties.ts';

/** Facts that change the price by less than this many dollars are summed up in one row. */
const smallestShown = 0.5;
/** The price as a sum: the price of a typical comparable, plus or minus what each fact about this item changes. */
export const PriceMakeup = ({ analysis }: { analysis: MarketAnalysis }) => {
  const { explanation, typicalPrice, estimate } = analysis;
  if (typicalPrice === null || estimate === null || explanation.length === 0) return null;
  const shown = explanation.filter(({ dollars: amount }) => Math.abs(amount) >= smallestShown);
  const most = Math.max(...shown.map(({ dollars: amount }) => Math.abs(amount)), 1);
  // The facts left out and the rounding errors, so that the rows add up on a calculator.
  const rest = restOf(estimate, [typicalPrice, ...shown.map(({ dollars: amount }) => amount)]);
  return (
    <details className="fold">
      <summary>How this price adds up</summary>
      <dl className="makeup">
        <div>
          <dt>Typical comparable</dt>
          <dd>{dollars(typicalPrice)}</dd>
        </div>
        {shown.map(({ factor, dollars: amount }) => (
          <div key={factor}>
            <dt>{factor}</dt>
            <dd>
              <i
                className={amount < 0 ? 'minus' : undefined}
                style={properties({ w: (Math.abs(amount) / most) * 100 })}
                aria-hidden="true"
              />
              {signedDollars(amount)}
            </dd>
          </div>
        ))}
        {rest !== 0 && (
          <div>
            <dt>Everything else</dt>
            <dd>{signedDollars(rest)}</dd>
          </div>
        )}
        <div className="sum">
          <dt>Likely selling price</dt>
          <dd>{dollars(estimate)}</dd>
        </div>
      </dl>
    </details>
  );
};
