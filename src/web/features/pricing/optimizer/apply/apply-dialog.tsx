// Asks before prices are changed.

import type { Optimization } from '#contract/schemas/pricing/advice.ts';
import { counted } from '#web/format/format.ts';
import { dollars, signedPercent } from '#web/format/money-format.ts';
import { changeMessages, optimizerMessages as messages } from '#web/messages/pricing/price-changes.ts';
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

/** Summarizes the price changes before anything is sent, and asks a second time about changes of more than 60 %. */
export const ApplyDialog = ({ step, chosen, onStep, onApply }: Props) => {
  const { up, down, largest, difference, large } = summarize(chosen);
  // If none looks large here, a price at the marketplace has changed and the server found a large change. It does not say which.
  const doubtful = large.length > 0 ? large : chosen;
  const close = () => onStep(null);
  return (
    <>
      <Dialog
        title={messages.summary.title(counted(chosen.length, changeMessages.thing))}
        isOpen={step === 'summary'}
        onClose={close}
        actions={
          <>
            <Button look="primary" onClick={() => (large.length > 0 ? onStep('large') : onApply(false))}>
              {messages.summary.go(chosen.length)}
            </Button>
            <Button data-first-focus onClick={close}>
              {messages.summary.back}
            </Button>
          </>
        }
      >
        <p className="apply-sum">
          <b>
            {[
              ...(up > 0 ? [messages.summary.up(up)] : []),
              ...(down > 0 ? [messages.summary.down(down)] : []),
              messages.summary.largest(signedPercent(largest)),
            ].join(', ')}
          </b>
        </p>
        <p>{messages.total(difference, dollars(Math.abs(difference)))}</p>
        <p>{messages.summary.text}</p>
        {down > 0 && <p>{messages.summary.likers}</p>}
      </Dialog>
      <Dialog
        title={messages.large.title}
        isOpen={step === 'large'}
        onClose={close}
        actions={
          <>
            <Button look="primary" onClick={() => onApply(true)}>
              {doubtful.length === 1 ? messages.large.goOne : messages.large.go}
            </Button>
            <Button data-first-focus onClick={close}>
              {messages.summary.back}
            </Button>
          </>
        }
      >
        <p>{messages.large.text}</p>
        <ul className="large-list">
          {doubtful.map(({ listingId, title, currentPrice, suggestedPrice }) => (
            <li key={listingId}>
              {messages.large.row(
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
