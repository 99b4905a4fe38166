// Chart and list of the nearest comparables.
import type { MarketAnalysis } from '#contract/pricing/advice.ts';
import { ago, counted } from '#web/format/format.ts';
import { wholeDollars } from '#web/format/money-format.ts';
import { properties } from '#web/lib/browser/custom-properties.ts';
import { useNow } from '#web/lib/clock.ts';
import { marketMessages } from '#web/messages/pricing/market-analysis.ts';
import { pricingMessages } from '#web/messages/pricing/pricing.ts';
import { IntervalPlot } from '#web/ui/interval-plot.tsx';
import { axisFor, type PriceAxis, placeOn } from '#web/ui/price-axis.ts';
import { plotMessage, rangeShown } from './evidence-messages.ts';

const messages = marketMessages.sheet;
type Item = MarketAnalysis['comparableItems'][number];

/** Shows the listing and its comparables on one price axis, each with its source, its age, and whether it was sold or only listed. */
export const ComparablesChart = ({ analysis }: { analysis: MarketAnalysis }) => {
  const now = useNow(60_000);
  const { comparableItems: items, currentPrice, suggestedPrice, priceInterval, estimate, priceAdjustment } = analysis;
  const { band, text } = rangeShown({ ...analysis, interval: priceInterval, shown: items.length });
  const suggestion = estimate === null || priceAdjustment.direction === 'maintain' ? null : suggestedPrice;
  const own = items.filter(({ isOwn }) => isOwn).length;
  const others = items.flatMap(({ estimatedPriceRange: { low, high } }) => [low, high]);
  const axis = axisFor({
    about: [currentPrice, suggestedPrice, ...(priceInterval === null ? [] : [priceInterval.low, priceInterval.high])],
    others,
  });
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

const Row = ({ item, axis, now }: { item: Item; axis: PriceAxis; now: number }) => {
  const { low, high } = item.estimatedPriceRange;
  const [from, to] = [placeOn(axis, low), placeOn(axis, high)];
  return (
    <li className="comp-row">
      <span className="comp-what">
        <span>{item.description}</span>
        <small>
          {item.isOwn ? <b>from your closet</b> : messages.source[item.source]},{' '}
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
