// Shows what a photo is worth, and why.

import { type ReactNode, useState } from 'react';
import type { FieldSource, PhotoAnalysis } from '#contract/schemas/pricing.ts';
import { conditions } from '#domain/pricing/facts/condition.ts';
import { counted } from '#web/format/format.ts';
import { dollars, dollarsOfCents, percent } from '#web/format/money-format.ts';
import { photoMessages as messages, pricingMessages } from '#web/messages/pricing/pricing.ts';
import { DemandPips } from '#web/ui/demand-pips.tsx';
import { Hangtag } from '#web/ui/hangtag.tsx';
import { IntervalPlot, PlotDot } from '#web/ui/interval-plot.tsx';
import { axisFor, leastForBand, stackDots } from '#web/ui/price-axis.ts';
import { Confidence, ConfidenceWarning } from '../evidence/confidence-line.tsx';
import { bandMessage, plotMessage } from '../evidence/evidence-messages.ts';
import type { Photo } from './prepare-photo.ts';

type Props = { photo: Photo; analysis: PhotoAnalysis; hints: ReactNode; actions: ReactNode };

/** What Hangtag recognized in a photo and the price. Without a price the hints are unfolded, because they would help most. */
export const PhotoResult = ({ photo, analysis, hints, actions }: Props) => {
  const price = analysis.suggestedPrice;
  const [isHinting, openHints] = useState(price === null);
  return (
    <>
      <div className="photo-top">
        <div className="shot">
          <img src={photo.dataUrl} alt={messages.photoAlt} />
          {price !== null && (
            <div className="shot-tag">
              <Hangtag price={dollars(price)} size={1.9} />
            </div>
          )}
        </div>
        <PhotoFacts analysis={analysis} onAdd={() => openHints(true)} />
      </div>
      {analysis.itemDescription !== '' && <p className="small mute">{analysis.itemDescription}</p>}
      {analysis.note !== undefined && <p className="warn plain">{analysis.note}</p>}
      {price === null ? (
        <div className="abstained">
          <h3 className="h-head">{messages.noPrice}</h3>
          <p className="small mute">{messages.noPriceText}</p>
        </div>
      ) : (
        <Evidence analysis={analysis} price={price} />
      )}
      {analysis.recommendations.length > 0 && (
        <ul className="recs">
          {analysis.recommendations.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <Comparables analysis={analysis} />
      <p className="hint">
        {analysis.engine === 'embedded' ? messages.engine : messages.engineModel(analysis.engine)} {messages.private}
      </p>
      <details className="fold" open={isHinting} onToggle={({ currentTarget }) => openHints(currentTarget.open)}>
        <summary>{messages.more}</summary>
        {hints}
      </details>
      {actions}
    </>
  );
};

type Findings = Pick<
  PhotoAnalysis,
  | 'marketDemand'
  | 'itemCategory'
  | 'brand'
  | 'condition'
  | 'colorAndStyle'
  | 'size'
  | 'sources'
  | 'confidence'
  | 'engine'
>;

/** What Hangtag recognized, each with its source. `onAdd` opens the fields for what it doesn't know. */
export const PhotoFacts = ({ analysis, onAdd = () => {} }: { analysis: Findings; onAdd?: () => void }) => {
  const { sources } = analysis;
  return (
    <dl className="facts">
      <div>
        <dt>{pricingMessages.demandLabel}</dt>
        <dd>
          <DemandPips level={analysis.marketDemand} word={pricingMessages.demand[analysis.marketDemand]} />
        </dd>
      </div>
      <Fact
        name={messages.fields.category}
        value={analysis.itemCategory}
        from={sources.itemCategory}
        engine={analysis.engine}
      />
      <Fact
        name={messages.fields.brand}
        value={analysis.brand}
        from={sources.brand}
        engine={analysis.engine}
        add={{ verb: messages.addBrand, onAdd }}
      />
      <Fact
        name={messages.fields.condition}
        value={conditionWord(analysis.condition)}
        from={sources.condition}
        engine={analysis.engine}
        add={{ verb: messages.addCondition, onAdd }}
      />
      <Fact
        name={messages.fields.color}
        value={analysis.colorAndStyle}
        from={sources.colorAndStyle}
        engine={analysis.engine}
      />
      <Fact name={messages.fields.size} value={analysis.size} from={sources.size} engine={analysis.engine} />
      <div>
        <dt>{pricingMessages.confidence.label}</dt>
        <dd>
          <Confidence value={analysis.confidence} />
        </dd>
      </div>
    </dl>
  );
};

type FactProps = {
  name: string;
  value: string;
  from: FieldSource;
  engine: string;
  /** Opens the field where the seller can enter it. */
  add?: { verb: string; onAdd: () => void };
};

const Fact = ({ name, value, from, engine, add }: FactProps) => (
  <div>
    <dt>{name}</dt>
    <dd>
      {from !== 'unknown' ? (
        <>
          {value}
          <small>{from === 'model' && engine !== 'embedded' ? messages.fromModel(engine) : messages.from[from]}</small>
        </>
      ) : add === undefined ? (
        messages.notKnown
      ) : (
        <button type="button" className="btn bare sm" onClick={add.onAdd}>
          {add.verb}
        </button>
      )}
    </dd>
  </div>
);

const conditionWord = (told: string): string => {
  const known = conditions.find((level) => level === told);
  return known === undefined ? told : pricingMessages.conditions[known];
};

const Evidence = ({ analysis, price }: { analysis: PhotoAnalysis; price: number }) => {
  const { marketData, priceInterval, earnings, usualAsk, confidence } = analysis;
  // Market data is in cents, all other prices are in dollars.
  const seen = marketData.comparableListings.map((item) => item.price / 100);
  const band = marketData.totalComparables < leastForBand ? null : priceInterval;
  const axis = axisFor({ about: [price, ...(band ? [band.low, band.high] : [])], others: seen });
  const dots = stackDots(axis, seen);
  return (
    <>
      <IntervalPlot
        axis={axis}
        className="dots"
        suggestion={price}
        band={band}
        label={plotMessage({ suggestion: price, band, others: seen })}
      >
        {dots.map(({ x, row }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: dots have no identity, and all are redrawn together
          <PlotDot key={index} x={x} row={row} />
        ))}
      </IntervalPlot>
      <div className="evidence small mute">
        <p>{band === null ? `${pricingMessages.tooFew}.` : bandMessage(band)}</p>
        <p>
          {marketData.totalComparables === 0
            ? messages.noEvidence
            : `${messages.evidence(
                counted(marketData.totalComparables, 'comp'),
                dollarsOfCents(marketData.averageMarketPrice),
                dollarsOfCents(marketData.priceRange.min),
                dollarsOfCents(marketData.priceRange.max),
              )}.`}
        </p>
        {marketData.totalComparables > 0 && <p>{pricingMessages.evidence(marketData.evidence)}</p>}
        {usualAsk !== null && <p>{messages.usualAsk(dollars(usualAsk))}</p>}
        {earnings !== null && <p className="strong">{pricingMessages.receive(dollars(earnings))}</p>}
        <p>
          {pricingMessages.confidence.label} {percent(confidence)}. {messages.confidenceText}
        </p>
      </div>
      <ConfidenceWarning value={confidence} />
    </>
  );
};

const Comparables = ({ analysis }: { analysis: PhotoAnalysis }) => {
  const { comparableListings, agreement } = analysis.marketData;
  if (comparableListings.length === 0) return null;
  const own = comparableListings.filter(({ source }) => source === 'closet').length;
  return (
    <details className="fold">
      <summary>
        {messages.comparables(counted(comparableListings.length, messages.comparable))}
        {own > 0 && messages.ownComparables(own)}
      </summary>
      {agreement !== null && <p className="small mute">{pricingMessages.agreement[agreement]}</p>}
      <ul className="comp-list">
        {comparableListings.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two comparables can be identical
          <li key={index}>
            <span>
              {item.title}
              <small>
                {[
                  conditionWord(item.condition),
                  item.state === null ? '' : messages.stateOf[item.state],
                  messages.sourceOf[item.source] ?? item.source,
                ]
                  .filter((word) => word !== '')
                  .join(', ')}
              </small>
            </span>
            <b>{dollarsOfCents(item.price)}</b>
          </li>
        ))}
      </ul>
    </details>
  );
};
