// Shown while the seller has no rules: what decides then, and how to begin.
import { Button } from '#web/ui/button.tsx';

type Props = { percent: number | null; onStart: () => void; onAdd: () => void };

export const NoRules = ({ percent, onStart, onAdd }: Props) => (
  <div className="no-rules">
    <p>
      {`You have no rules yet. Every listing with likers gets the same offer, once in 7 days${percent === null ? '' : `: ${percent}% off, as in the bot’s settings`}.`}
    </p>
    <p className="mute">
      A sensible start makes three rules that you can change: 10% off at first, 15% after two weeks, 20% after two
      months, and never at a loss.
    </p>
    <div className="answers">
      <Button look="primary" onClick={onStart}>
        Make a sensible start
      </Button>
      <Button onClick={onAdd}>Add a rule of my own</Button>
    </div>
  </div>
);
