// The content of a market analysis.
import type { ReactNode } from 'react';
import type { Direction, MarketAnalysis } from '#contract/pricing/advice.ts';
import { fromDollars, usDollars } from '#domain/money.ts';
import { ago, counted } from '#web/format/format.ts';
import { absolutePercent, dollars, percent, restOf, signedDollars, wholeDollars } from '#web/format/money-format.ts';
import { properties } from '#web/lib/browser/custom-properties.ts';
import { useNow } from '#web/lib/clock.ts';
import { pricingMessages } from '#web/messages/pricing/pricing.ts';
import { IntervalPlot } from '#web/ui/figures/interval-plot.tsx';
import { axisFor, type PriceAxis, placeOn } from '#web/ui/figures/price-axis.ts';
import { Hangtag } from '#web/ui/hangtag.tsx';
import { keptMessage, nowMessage } from '../costs.ts';
import { Confidence, ConfidenceWarning, DemandPips, plotMessage, rangeShown } from '../evidence.tsx';
import { ImportSuggestion, isShortOfSales } from '../import-suggestion.tsx';

const verdicts: Record<Direction, string> = {
  increase: 'Raise it to',
  decrease: 'Lower it to',
  maintain: 'Keep it at',
};
const confidenceTexts: Record<Direction, string> = {
  increase: 'Confidence is the chance that this is right: another seller would ask at least 5% more.',
  decrease: 'Confidence is the chance that this is right: another seller would ask at least 5% less.',
  maintain:
    'Confidence is the chance that this is right: another seller would ask about as much, from 20% less to 25% more.',
};
const sources = { closet: 'from your closet', import: 'your sales', market: 'search', model: 'AI model' };

/** Suggested price, uncertainty, comparables, and reasons, in this order. */
export const AnalysisBody = ({ analysis, cost }: { analysis: MarketAnalysis; cost?: ReactNode }) => {
  const { marketInsights: insights, recommendations, evidence, basis, currency } = analysis;
  // Comps and fees are in US dollars.
  const isComparable = currency === usDollars;
  const demand = insights.isDemandKnown ? insights.demandLevel : 'unknown';
  return (
    <>
      <Verdict analysis={analysis} />
      {cost}
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
        {insight('Brand value', isComparable && insights.brandValue)}
        {insight('Seasonality', insights.seasonality)}
        {insight('Competitiveness', isComparable && insights.competitiveness)}
      </div>
      <PriceMakeup analysis={analysis} />
    </>
  );
};

const insight = (name: string, text: string | false) =>
  text !== false && (
    <div>
      <h3 className="lab">{name}</h3>
      <p>{text}</p>
    </div>
  );

const Verdict = ({ analysis }: { analysis: MarketAnalysis }) => {
  const { priceAdjustment, suggestedPrice, currentPrice, currency, confidence, decidedBy, isAdvised } = analysis;
  const { direction, percentage } = priceAdjustment;
  const isChange = direction !== 'maintain';
  // If a rule decided, no chance is known for this listing.
  const hasChance = isChange || decidedBy === 'chance';
  if (!isAdvised)
    return (
      <div className="verdict-none lines-close">
        <p className="disp">No advice yet</p>
        <p className="vsub">
          <span>
            Now <b>{dollars(currentPrice, currency)}</b>
          </span>
          <span>{keptOf(analysis)}</span>
        </p>
        {currency === usDollars && <p className="mute">Hangtag doesn’t know enough about this item yet.</p>}
      </div>
    );
  return (
    <>
      <div className="verdict spread">
        <p className="disp">{verdicts[direction]}</p>
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
      <p className="kept">{keptOf(analysis)}</p>
      <p className="small mute">
        {hasChance && !isChange && `${pricingMessages.confidence.of(percent(confidence))} `}
        {hasChance && confidenceTexts[direction]}
      </p>
      {hasChance && <ConfidenceWarning value={confidence} />}
    </>
  );
};

/** What the seller receives at the suggested price, and what is left of that if the cost is known. Fees are known in US dollars only. */
const keptOf = ({ earnings, priceAdjustment, currentPrice, suggestedPrice, costCents }: MarketAnalysis): string => {
  if (earnings === null) return '';
  const isChange = priceAdjustment.direction !== 'maintain';
  if (costCents !== null) {
    const kept = keptMessage(fromDollars(suggestedPrice), costCents);
    return isChange ? `${kept} ${nowMessage(fromDollars(currentPrice), costCents)}` : kept;
  }
  return isChange
    ? `You receive ${dollars(earnings.after)} after fees (now ${dollars(earnings.before)}).`
    : pricingMessages.receive(dollars(earnings.before));
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
      <dl className="makeup pairs small">
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

const ComparablesChart = ({ analysis }: { analysis: MarketAnalysis }) => {
  const now = useNow(60_000);
  const { comparableItems: items, currentPrice, suggestedPrice, priceInterval, estimate, priceAdjustment } = analysis;
  const { band, text } = rangeShown({ ...analysis, interval: priceInterval, shown: items.length });
  const suggestion = estimate === null || priceAdjustment.direction === 'maintain' ? null : suggestedPrice;
  const own = items.filter(({ isOwn }) => isOwn).length;
  const others = items.flatMap(({ estimatedPriceRange: { low, high } }) => [low, high]);
  const about = [
    currentPrice,
    suggestedPrice,
    ...(priceInterval === null ? [] : [priceInterval.low, priceInterval.high]),
  ];
  const axis = axisFor({ about, others });
  return (
    <section className="comps" aria-label="Comps">
      <div className="comps-head" aria-hidden="true">
        <span className="lab">Comps</span>
        <span className="lab">Price</span>
      </div>
      <IntervalPlot
        axis={axis}
        className={items.length === 0 ? 'rows empty' : 'rows'}
        suggestion={suggestion}
        band={band}
        now={{ price: currentPrice, word: 'now' }}
        label={plotMessage({ suggestion, band, now: currentPrice, others })}
      >
        {items.length === 0 ? (
          <p className="small mute comps-none">No close comps found.</p>
        ) : (
          <ul>
            {items.map((item, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two comparables can be identical
              <Row key={index} item={item} axis={axis} now={now} />
            ))}
          </ul>
        )}
      </IntervalPlot>
      <p className="small mute">
        {analysis.agreement !== null && `${pricingMessages.agreement[analysis.agreement]} `}
        {text} {items.length > 0 && 'Bars: what your item would sell for, going by each comp.'}{' '}
        {own > 0 && `${counted(items.length, 'comp')} shown, ${own} from your closet.`}
      </p>
    </section>
  );
};

type RowProps = { item: MarketAnalysis['comparableItems'][number]; axis: PriceAxis; now: number };

const Row = ({ item, axis, now }: RowProps) => {
  const { low, high } = item.estimatedPriceRange;
  const [from, to] = [placeOn(axis, low), placeOn(axis, high)];
  return (
    <li className="comp-row">
      <span className="comp-what">
        <span>{item.description}</span>
        <small>
          {item.isOwn ? <b>from your closet</b> : sources[item.source]},{' '}
          {item.seenAt === null ? 'no date' : ago(item.seenAt, now)}
        </small>
      </span>
      <span className="comp-bar" aria-hidden="true">
        <i style={properties({ from, to })} />
        <i className="point" style={properties({ x: placeOn(axis, item.adjustedPrice) })} />
      </span>
      <span className="comp-price">{wholeDollars(item.price)}</span>
    </li>
  );
};
