// The content of a market analysis.
import type { MarketAnalysis } from '#contract/pricing/advice.ts';
import { usDollars } from '#domain/money.ts';
import { absolutePercent, dollars, percent, restOf, signedDollars } from '#web/format/money-format.ts';
import { properties } from '#web/lib/browser/custom-properties.ts';
import { marketMessages } from '#web/messages/pricing/market-analysis.ts';
import { pricingMessages } from '#web/messages/pricing/pricing.ts';
import { Hangtag } from '#web/ui/hangtag.tsx';
import { ComparablesChart } from '../evidence/comparables-chart.tsx';
import { Confidence, ConfidenceWarning } from '../evidence/confidence-line.tsx';
import { DemandPips } from '../evidence/demand-pips.tsx';
import { ImportSuggestion, isShortOfSales } from '../import/import-sales.tsx';

const messages = marketMessages.sheet;

/** Suggested price, uncertainty, comparables, and reasons, in this order. */
export const AnalysisBody = ({ analysis }: { analysis: MarketAnalysis }) => {
  const { marketInsights: insights, recommendations, evidence, basis, currency } = analysis;
  // Comps and fees are in US dollars.
  const isComparable = currency === usDollars;
  const demand = insights.isDemandKnown ? insights.demandLevel : 'unknown';
  return (
    <>
      <Verdict analysis={analysis} />
      {recommendations.length > 0 && (
        <section aria-label="Why">
          <ul className="recs">
            {recommendations.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </section>
      )}
      {isComparable && (
        <>
          <ComparablesChart analysis={analysis} />
          <p className="small mute evidence-line">
            {basis === 'prior' ? 'A generic category price, not based on comps.' : pricingMessages.evidence(evidence)}
          </p>
          {isShortOfSales(evidence) && <ImportSuggestion />}
        </>
      )}
      <div className="insights">
        <div>
          <h3 className="lab">Demand</h3>
          <p>
            <DemandPips level={demand} word={pricingMessages.demand[demand]} />
          </p>
          <p className="small mute">{pricingMessages.likes(analysis.likes)}</p>
        </div>
        {isComparable && <Insight name="Brand value" text={insights.brandValue} />}
        <Insight name="Seasonality" text={insights.seasonality} />
        {isComparable && <Insight name="Competitiveness" text={insights.competitiveness} />}
      </div>
      <PriceMakeup analysis={analysis} />
    </>
  );
};

const Insight = ({ name, text }: { name: string; text: string }) => (
  <div>
    <h3 className="lab">{name}</h3>
    <p>{text}</p>
  </div>
);

const Verdict = ({ analysis }: { analysis: MarketAnalysis }) => {
  const { priceAdjustment, suggestedPrice, currentPrice, currency, confidence, decidedBy, earnings, isAdvised } =
    analysis;
  const { direction, percentage } = priceAdjustment;
  const isChange = direction !== 'maintain';
  // If a rule decided, no chance is known for this listing.
  const hasChance = isChange || decidedBy === 'chance';
  if (!isAdvised) {
    return (
      <div className="verdict-none lines-close">
        <p className="disp">No advice yet</p>
        <p className="vsub">
          <span>
            Now <b>{dollars(currentPrice, currency)}</b>
          </span>
          {earnings !== null && <span>{pricingMessages.receive(dollars(earnings.before))}</span>}
        </p>
        {currency === usDollars && <p className="mute">Hangtag doesn’t know enough about this item yet.</p>}
      </div>
    );
  }
  return (
    <>
      <div className="verdict">
        <p className="disp">{messages.verdicts[direction]}</p>
        <span className="verdict-tag">
          <Hangtag price={dollars(suggestedPrice)} size={3.1} />
        </span>
      </div>
      {isChange && (
        <p className="vsub">
          <span>
            Now <b>{dollars(currentPrice)}</b>
          </span>
          <span>
            <b>{signedDollars(suggestedPrice - currentPrice)}</b>, {absolutePercent(percentage)}
          </span>
          <span>
            {pricingMessages.confidence.label} <Confidence value={confidence} />
          </span>
        </p>
      )}
      <p className="small mute">
        {earnings !== null &&
          (isChange
            ? `You receive ${dollars(earnings.after)} after fees (now ${dollars(earnings.before)}).`
            : pricingMessages.receive(dollars(earnings.before)))}{' '}
        {hasChance && !isChange && `${pricingMessages.confidence.of(percent(confidence))} `}
        {hasChance && messages.confidenceText[direction]}
      </p>
      {hasChance && <ConfidenceWarning value={confidence} />}
    </>
  );
};

/** Facts that change the price by less than this many dollars are summed up in one row. */
const smallestShown = 0.5;
/** The price as a sum: the price of a typical comparable, plus or minus what each fact about this item changes. */
const PriceMakeup = ({ analysis }: { analysis: MarketAnalysis }) => {
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
