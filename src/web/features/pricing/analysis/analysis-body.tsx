import type { MarketAnalysis } from '#contract/schemas/pricing.ts';
import { counted } from '#web/lib/format/format.ts';
import { dollars, percentChange, signedDollars } from '#web/lib/format/money-format.ts';
import { marketWords } from '#web/messages/pricing/market-analysis.ts';
import { pricingWords } from '#web/messages/pricing/pricing.ts';
import { DemandPips } from '#web/ui/demand-pips.tsx';
import { Hangtag } from '#web/ui/hangtag.tsx';
import { ComparablesChart } from '../evidence/comparables-chart.tsx';
import { Confidence, ConfidenceWarning } from '../evidence/confidence-line.tsx';
import { PriceMakeup } from './price-makeup.tsx';

const words = marketWords.sheet;

/** Verdict, doubt, evidence, reasons: in this order. */
export const AnalysisBody = ({ analysis }: { analysis: MarketAnalysis }) => {
  const { marketInsights: insights, recommendations, evidence, basis } = analysis;
  return (
    <>
      <Verdict analysis={analysis} />
      {recommendations.length > 0 && (
        <section aria-label={words.reasons}>
          <ul className="recs">
            {recommendations.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </section>
      )}
      <ComparablesChart analysis={analysis} />
      <p className="small mute evidence-line">
        {basis === 'prior'
          ? words.prior
          : `${words.evidence(
              counted(evidence.comparables, 'comparable'),
              String(evidence.sold),
              String(evidence.alike),
            )}.`}
      </p>
      <div className="insights">
        <div>
          <h3 className="lab">{words.insights.demand}</h3>
          <p>
            <DemandPips level={insights.demandLevel} word={pricingWords.demand[insights.demandLevel]} />
          </p>
        </div>
        <Insight name={words.insights.brand} text={insights.brandValue} />
        <Insight name={words.insights.season} text={insights.seasonality} />
        <Insight name={words.insights.competition} text={insights.competitiveness} />
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
  const { priceAdjustment, suggestedPrice, currentPrice, confidence, earnings, estimate } = analysis;
  const { direction, percentage } = priceAdjustment;
  if (estimate === null) {
    return (
      <div className="verdict-none">
        <p className="disp">{words.abstained}</p>
        <p className="vsub">
          <span>
            {words.now} <b>{dollars(currentPrice)}</b>
          </span>
          <span>{pricingWords.receive(dollars(earnings.before))}</span>
        </p>
        <p className="mute">{words.abstainedText}</p>
      </div>
    );
  }
  return (
    <>
      <div className="verdict">
        <p className="disp">{words.verdicts[direction]}</p>
        <span className="verdict-tag">
          <Hangtag price={dollars(suggestedPrice)} size={3.1} />
        </span>
      </div>
      <p className="vsub">
        {direction !== 'maintain' && (
          <>
            <span>
              {words.now} <b>{dollars(currentPrice)}</b>
            </span>
            <span>
              <b>{signedDollars(suggestedPrice - currentPrice)}</b>, {percentChange(percentage)}
            </span>
          </>
        )}
        <span>
          {pricingWords.confidence.label} <Confidence value={confidence} />
        </span>
      </p>
      <p className="small mute">
        {direction === 'maintain'
          ? pricingWords.receive(dollars(earnings.before))
          : pricingWords.receiveChange(dollars(earnings.before), dollars(earnings.after))}{' '}
        {words.confidenceText(direction)}
      </p>
      <ConfidenceWarning value={confidence} />
    </>
  );
};
