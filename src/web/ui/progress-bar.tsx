// A bar that fills as something is done.
import { properties } from '#web/lib/browser/custom-properties.ts';
import './progress-bar.css';

/** Without a label it is hidden from screen readers, because a sentence beside it says the same. */
export const ProgressBar = ({ done, of, label }: { done: number; of: number; label?: string }) => (
  <span
    className="progress"
    {...(label === undefined
      ? { 'aria-hidden': true }
      : { role: 'progressbar', 'aria-label': label, 'aria-valuenow': done, 'aria-valuemax': of })}
  >
    <i style={properties({ v: of === 0 ? 0 : (done / of) * 100 })} />
  </span>
);
