// Shows what each fact adds to or takes from the price.

import type { MarketAnalysis } from '#contract/schemas/pricing.ts';
import { dollars, signedDollars } from '#web/format/money-format.ts';
import { properties } from '#web/lib/browser/custom-properties.ts';
import { marketMessages } from '#web/messages/pricing/market-analysis.ts';

const messages = marketMessages.sheet;
/** What adds less than this many dollars is no news. */
const leastTold = 0.5;
/** Half a cent. */
const leastRest = 0.005;

/** The price as a sum: what a middling comparable brings, and what each fact of this item adds or takes. */
export const PriceMakeup = ({ analysis }: { analysis: MarketAnalysis }) => {
  const { explanation, typicalPrice, estimate } = analysis;
  if (typicalPrice === null || estimate === null || explanation.length === 0) return null;
  const told = explanation.filter(({ dollars: amount }) => Math.abs(amount) >= leastTold);
  const most = Math.max(...told.map(({ dollars: amount }) => Math.abs(amount)), 1);
  // What is left out and what rounding took: the sum must come out.
  const rest = estimate - typicalPrice - told.reduce((sum, { dollars: amount }) => sum + amount, 0);
  return (
    <details className="fold">
      <summary>{messages.makeup}</summary>
      <dl className="makeup">
        <div>
          <dt>{messages.typical}</dt>
          <dd>{dollars(typicalPrice)}</dd>
        </div>
        {told.map(({ factor, dollars: amount }) => (
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
        {Math.abs(rest) >= leastRest && (
          <div>
            <dt>{messages.rest}</dt>
            <dd>{signedDollars(rest)}</dd>
          </div>
        )}
        <div className="sum">
          <dt>{messages.estimate}</dt>
          <dd>{dollars(estimate)}</dd>
        </div>
      </dl>
    </details>
  );
};
