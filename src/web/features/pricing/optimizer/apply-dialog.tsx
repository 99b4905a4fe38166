// Asks before prices are changed.
import type { Optimization } from '#contract/pricing/advice.ts';
import { percentChange } from '#domain/money.ts';
import { isLargeChange } from '#domain/prices/price-change.ts';
import { counted } from '#web/format/format.ts';
import { dollars, signedPercent } from '#web/format/money-format.ts';
import { ConfirmDialog } from '#web/ui/dialog.tsx';

type Step = 'summary' | 'large' | null;
type Chosen = readonly Optimization[];
type Props = { step: Step; chosen: Chosen; onStep: (step: Step) => void; onApply: (confirmLarge: boolean) => void };

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
        verb={`Apply ${counted(chosen.length, 'price')}`}
        keep="Not now"
        onGo={() => (large.length > 0 ? onStep('large') : onApply(false))}
        onClose={close}
      >
        <p className="apply-sum">
          <b>{`${up > 0 ? `${up} up, ` : ''}${down > 0 ? `${down} down, ` : ''}largest ${signedPercent(largest)}`}</b>
        </p>
        <p>{totalText(difference)}</p>
        <p>Prices update one at a time. You can undo any or all of them.</p>
        {losing > 0 && <p className="warn plain">{belowText(losing, chosen.length)}</p>}
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

const belowText = (losing: number, all: number): string =>
  all === 1
    ? 'It sells below what you paid.'
    : `${losing === all ? `All ${all}` : losing} of these ${losing === 1 ? 'sells' : 'sell'} below what you paid.`;

export const totalText = (difference: number): string =>
  difference === 0
    ? 'Total asking price unchanged.'
    : `Total asking price ${difference > 0 ? 'up' : 'down'} ${dollars(Math.abs(difference))}.`;

type Change = Pick<Optimization, 'currentPrice' | 'suggestedPrice'>;

export const summarize = <Item extends Change>(chosen: readonly Item[]) => {
  const percents = chosen.map(({ currentPrice, suggestedPrice }) => percentChange(currentPrice, suggestedPrice));
  const steps = chosen.map(({ currentPrice, suggestedPrice }) => suggestedPrice - currentPrice);
  return {
    up: steps.filter((step) => step > 0).length,
    down: steps.filter((step) => step < 0).length,
    largest: percents.reduce((most, percent) => (Math.abs(percent) > Math.abs(most) ? percent : most), 0),
    difference: steps.reduce((sum, step) => sum + step, 0),
    large: chosen.filter((change) => isLargeChange(change.currentPrice, change.suggestedPrice)),
  };
};

/** At the suggested price, less is left than the seller paid. */
export const isBelowCost = ({ profitCents }: Pick<Optimization, 'profitCents'>): boolean => (profitCents ?? 0) < 0;
