// Shows what a photo is worth, and why.
import { type ReactNode, useState } from 'react';
import type { PhotoAnalysis } from '#contract/pricing/photo.ts';
import { fromDollars } from '#domain/money.ts';
import { garmentName } from '#domain/pricing/facts/garments.ts';
import { counted } from '#web/format/format.ts';
import { dollars, dollarsOfCents, percent, wholeDollars } from '#web/format/money-format.ts';
import { conditionName, photoMessages as messages, pricingMessages } from '#web/messages/pricing/pricing.ts';
import { Button } from '#web/ui/button.tsx';
import { Chips, Field, FieldError } from '#web/ui/field.tsx';
import { IntervalPlot, PlotDot } from '#web/ui/figures/interval-plot.tsx';
import { axisFor, stackDots } from '#web/ui/figures/price-axis.ts';
import { Hangtag } from '#web/ui/hangtag.tsx';
import { keptMessage, profitAt, readFact } from '../costs.ts';
import { ConfidenceWarning, plotMessage, rangeShown } from '../evidence.tsx';
import { ImportSuggestion, isShortOfSales } from '../import-suggestion.tsx';
import { type Editing, PhotoFacts, saysNothing } from './photo-facts.tsx';
import { type Photo, photoAlt } from './prepare-photo.ts';

const sourceNames: Record<string, string> = {
  closet: 'from your closet',
  import: 'your sales',
  market: 'search',
  prior: 'generic category price',
  model: 'AI model',
};

type Props = {
  photo: Photo;
  analysis: PhotoAnalysis;
  editing: Editing;
  /** The price again after the seller corrected a fact. `error`: the shown price is still that of the earlier facts. */
  correction: { isRunning: boolean; error: Error | null; onRetry: () => void };
  /** The tag and the AI model, which need the photo once more. */
  more: ReactNode;
  moreName: string;
  actions: ReactNode;
};

export const PhotoResult = ({ photo, analysis, editing, correction, more, moreName, actions }: Props) => {
  const price = analysis.suggestedPrice;
  return (
    <>
      <div className="photo-top" aria-busy={correction.isRunning}>
        <div className="shot">
          <img src={photo.dataUrl} alt={photoAlt} />
          {price !== null && (
            <div className="shot-tag">
              <Hangtag price={dollars(price)} size={1.9} />
            </div>
          )}
        </div>
        <PhotoFacts analysis={analysis} editing={editing} />
      </div>
      <KindGuesses editing={editing} />
      <p className="sr" role="status">
        {correction.isRunning ? 'Updating the price…' : ''}
      </p>
      {correction.error !== null && (
        <div className="lines-tight" role="alert">
          <FieldError>Couldn’t update the price. This one is for the earlier details.</FieldError>
          <Button isSmall onClick={correction.onRetry}>
            Try again
          </Button>
        </div>
      )}
      {analysis.itemDescription !== '' && <p className="small mute">{analysis.itemDescription}</p>}
      {analysis.note !== undefined && <p className="warn plain">{analysis.note}</p>}
      {price === null ? (
        <div className="lines-tight">
          <h3 className="h-head">No price yet</h3>
          <p className="small mute">Hangtag doesn’t know enough about this item yet. This would help:</p>
        </div>
      ) : (
        <>
          <Evidence analysis={analysis} price={price} />
          <AfterCost price={price} />
        </>
      )}
      {analysis.recommendations.length > 0 && (
        <ul className="recs">
          {analysis.recommendations.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <Comparables analysis={analysis} />
      {/* Without a type, no sale would help. */}
      {analysis.sources.itemCategory !== 'unknown' && isShortOfSales(analysis.marketData.evidence) && (
        <ImportSuggestion />
      )}
      <p className="hint">
        {analysis.engine === 'embedded'
          ? 'Priced on this server.'
          : `Described by ${analysis.engine}, priced on this server.`}{' '}
        {messages.private}
      </p>
      <details className="fold" open={price === null}>
        <summary>{moreName}</summary>
        {more}
      </details>
      {actions}
    </>
  );
};

/** Confirms or corrects the type with one tap. Until then none is checked, because a photo shows no type for certain. */
const KindGuesses = ({ editing: { hints, seen, onHint } }: { editing: Editing }) => {
  const guesses = seen.kindGuesses.filter((garment) => !saysNothing(garment, seen));
  if (guesses.length === 0) return null;
  return (
    <Chips
      title="Which type is it?"
      titleClass="lab"
      options={guesses.map((garment) => [garment, garmentName(garment)] as const)}
      chosen={hints.kind}
      onChoose={(kind) => onHint({ kind })}
    />
  );
};

const Evidence = ({ analysis, price }: { analysis: PhotoAnalysis; price: number }) => {
  const { marketData, priceInterval, earnings, usualAsk, confidence } = analysis;
  // Market data is in cents, all other prices are in dollars.
  const seen = marketData.comparableListings.map((item) => item.price / 100);
  const { totalComparables, averageMarketPrice, priceRange } = marketData;
  const [average = '', min = '', max = ''] = [averageMarketPrice, priceRange.min, priceRange.max].map(dollarsOfCents);
  const { band, text } = rangeShown({ ...marketData, interval: priceInterval, shown: totalComparables });
  const about = [price, ...(priceInterval ? [priceInterval.low, priceInterval.high] : [])];
  const axis = axisFor({ about, others: seen });
  return (
    <>
      <IntervalPlot
        axis={axis}
        className="dots"
        suggestion={price}
        band={band}
        label={plotMessage({ suggestion: price, band, others: seen })}
      >
        {stackDots(axis, seen).map(({ x, row }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: dots have no identity, and all are redrawn together
          <PlotDot key={index} x={x} row={row} />
        ))}
      </IntervalPlot>
      <div className="evidence lines-tight small mute">
        <p>{text}</p>
        <p>
          {totalComparables === 0
            ? 'No close comps found.'
            : `${counted(totalComparables, 'comp')}${min === max ? ` at ${min}` : `, average ${average}, range ${min} to ${max}`}.`}
          {marketData.agreement !== null && ` ${pricingMessages.agreement[marketData.agreement]}`}
        </p>
        {totalComparables > 0 && <p>{pricingMessages.evidence(marketData.evidence)}</p>}
        {usualAsk !== null && (
          <p>Similar items are usually listed for about {wholeDollars(usualAsk)}, which leaves room for offers.</p>
        )}
        {earnings !== null && <p className="strong">{pricingMessages.receive(dollars(earnings))}</p>}
        <p>
          {pricingMessages.confidence.of(percent(confidence))} That is the chance that this price is right: it sells
          within 20% of it.
        </p>
      </div>
      <ConfidenceWarning value={confidence} />
    </>
  );
};

/** What was paid is kept on this page only: the item isn't a listing yet. */
const AfterCost = ({ price }: { price: number }) => {
  const [typed, type] = useState('');
  const { change, error } = readFact('costCents', typed);
  const cost = change?.costCents ?? null;
  const isLoss = (profitAt(fromDollars(price), cost) ?? 0) < 0;
  return (
    <div className="after-cost">
      <Field
        label="What you paid"
        isOptional
        inputMode="decimal"
        autoComplete="off"
        placeholder="$"
        value={typed}
        error={error}
        onChange={({ target }) => type(target.value)}
      />
      <p className={isLoss ? 'warn plain small' : 'small strong'} role="status">
        {cost !== null && keptMessage(fromDollars(price), cost)}
      </p>
    </div>
  );
};

const Comparables = ({ analysis }: { analysis: PhotoAnalysis }) => {
  const { comparableListings } = analysis.marketData;
  if (comparableListings.length === 0) return null;
  const own = comparableListings.filter(({ source }) => source === 'closet').length;
  return (
    <details className="fold">
      <summary>
        See {counted(comparableListings.length, 'comp')}
        {own > 0 && `, ${own} from your closet`}
      </summary>
      <ul className="comp-list pairs small">
        {comparableListings.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two comparables can be identical
          <li key={index}>
            <span>
              {item.title}
              <small className="below">
                {[
                  conditionName(item.condition),
                  item.state && (item.state === 'sold' ? 'sold' : 'asking'),
                  sourceNames[item.source] ?? item.source,
                ]
                  .filter(Boolean)
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
