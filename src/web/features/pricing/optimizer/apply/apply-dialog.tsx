// Asks before prices are changed.
import type { Optimization } from '#contract/pricing/advice.ts';
import { percentChange } from '#domain/money.ts';
import { isLargeChange } from '#domain/prices/price-change.ts';
import { counted } from '#web/format/format.ts';
import { dollars, signedPercent } from '#web/format/money-format.ts';
import { optimizerMessages as messages } from '#web/messages/pricing/price-changes.ts';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { isBelowCost } from '../below-cost.ts';

type Step = 'summary' | 'large' | null;
type Props = {
  step: Step;
  chosen: readonly Optimization[];
  onStep: (step: Step) => void;
  onApply: (confirmLarge: boolean) => void;
};

export const ApplyDialog = ({ step, chosen, onStep, onApply }: Props) => {
  const { up, down, largest, difference, large } = summarize(chosen);
  // If none looks large here, a price at the marketplace has changed and the server found a large change. It does not say which.
  const doubtful = large.length > 0 ? large : chosen;
  const losing = chosen.filter(isBelowCost).length;
  const close = () => onStep(null);
  return (
    <>
      <ConfirmDialog
        title={`Change ${counted(chosen.length, 'price')}?`}
        isOpen={step === 'summary'}
        verb={chosen.length === 1 ? 'Apply 1 price' : `Apply ${chosen.length} prices`}
        keep="Not now"
        onGo={() => (large.length > 0 ? onStep('large') : onApply(false))}
        onClose={close}
      >
        <p className="apply-sum">
          <b>
            {[
              ...(up > 0 ? [`${up} up`] : []),
              ...(down > 0 ? [`${down} down`] : []),
              `largest ${signedPercent(largest)}`,
            ].join(', ')}
          </b>
        </p>
        <p>{messages.total(difference, dollars(Math.abs(difference)))}</p>
        <p>Prices update one at a time. You can undo any or all of them.</p>
        {losing > 0 && <p className="warn plain">{messages.sellBelow(losing, chosen.length)}</p>}
        {down > 0 && <p>Drops of 10% or more notify likers.</p>}
      </ConfirmDialog>
      <ConfirmDialog
        title="Change by more than 60%?"
        isOpen={step === 'large'}
        verb={doubtful.length === 1 ? 'Yes, change it' : 'Yes, change them'}
        keep="Not now"
        onGo={() => onApply(true)}
        onClose={close}
      >
        <p>Check these again. They may contain a typo.</p>
        <ul className="large-list">
          {doubtful.map(({ listingId, title, currentPrice, suggestedPrice }) => (
            <li key={listingId}>
              {title}: {dollars(currentPrice)} to {dollars(suggestedPrice)},{' '}
              {signedPercent(((suggestedPrice - currentPrice) / currentPrice) * 100)}
            </li>
          ))}
        </ul>
      </ConfirmDialog>
    </>
  );
};

type Change = Pick<Optimization, 'currentPrice' | 'suggestedPrice'>;

type ApplySummary<Item extends Change> = {
  up: number;
  down: number;
  largest: number;
  difference: number;
  large: Item[];
};

const percentOf = ({ currentPrice, suggestedPrice }: Change): number => percentChange(currentPrice, suggestedPrice);

export const summarize = <Item extends Change>(chosen: readonly Item[]): ApplySummary<Item> => ({
  up: chosen.filter(({ currentPrice, suggestedPrice }) => suggestedPrice > currentPrice).length,
  down: chosen.filter(({ currentPrice, suggestedPrice }) => suggestedPrice < currentPrice).length,
  largest: chosen.map(percentOf).reduce((most, percent) => (Math.abs(percent) > Math.abs(most) ? percent : most), 0),
  difference: chosen.reduce((sum, { currentPrice, suggestedPrice }) => sum + suggestedPrice - currentPrice, 0),
  large: chosen.filter((change) => isLargeChange(change.currentPrice, change.suggestedPrice)),
});
