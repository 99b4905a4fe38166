import type { Optimization } from '#contract/schemas/pricing.ts';
import { counted } from '#web/lib/format/format.ts';
import { dollars, signedPercent } from '#web/lib/format/money-format.ts';
import { changeWords, optimizerWords as words } from '#web/messages/pricing/price-changes.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { summarize } from './apply-summary.ts';

type Step = 'summary' | 'large' | null;
type Props = {
  step: Step;
  chosen: readonly Optimization[];
  onStep: (step: Step) => void;
  onApply: (confirmLarge: boolean) => void;
};

/** What is about to be changed, told before anything is sent; changes of more than 60 % are asked about a second time. */
export const ApplyDialog = ({ step, chosen, onStep, onApply }: Props) => {
  const { up, down, largest, difference, large } = summarize(chosen);
  // Where the marketplace's price has moved meanwhile, only the server knows which of them became large.
  const doubtful = large.length > 0 ? large : chosen;
  const close = () => onStep(null);
  return (
    <>
      <Dialog
        title={words.summary.title(counted(chosen.length, changeWords.thing))}
        isOpen={step === 'summary'}
        onClose={close}
        actions={
          <>
            <Button look="primary" onClick={() => (large.length > 0 ? onStep('large') : onApply(false))}>
              {words.summary.go(chosen.length)}
            </Button>
            <Button onClick={close}>{words.summary.back}</Button>
          </>
        }
      >
        <p className="apply-sum">
          <b>
            {[
              ...(up > 0 ? [words.summary.up(up)] : []),
              ...(down > 0 ? [words.summary.down(down)] : []),
              words.summary.largest(signedPercent(largest)),
            ].join(', ')}
          </b>
        </p>
        <p>{words.total(difference, dollars(Math.abs(difference)))}</p>
        <p>{words.summary.text}</p>
        {down > 0 && <p>{words.summary.likers}</p>}
      </Dialog>
      <Dialog
        title={words.large.title}
        isOpen={step === 'large'}
        onClose={close}
        actions={
          <>
            <Button look="primary" onClick={() => onApply(true)}>
              {doubtful.length === 1 ? words.large.goOne : words.large.go}
            </Button>
            <Button onClick={close}>{words.summary.back}</Button>
          </>
        }
      >
        <p>{words.large.text}</p>
        <ul className="large-list">
          {doubtful.map(({ listingId, title, currentPrice, suggestedPrice }) => (
            <li key={listingId}>
              {words.large.row(
                title,
                dollars(currentPrice),
                dollars(suggestedPrice),
                signedPercent(((suggestedPrice - currentPrice) / currentPrice) * 100),
              )}
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
};
