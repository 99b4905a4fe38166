// A bar that shows how much a price would change.
import { properties } from '#web/lib/browser/custom-properties.ts';
import { changeBar } from './price-axis.ts';
import './change-bar.css';

/** From the middle, left is lower and right is higher. Each half stands for 30%. */
export const ChangeBar = ({ percent }: { percent: number }) => {
  const { left, width, isCut } = changeBar(percent);
  const end = percent < 0 ? 'low' : 'high';
  return (
    <span className="shift" aria-hidden="true">
      <i className={isCut ? `cut ${end}` : undefined} style={properties({ left, width })} />
    </span>
  );
};

/** ▲ or ▼ in the text's color, because a higher price is neither good nor bad. */
export const ChangeArrow = ({ isRaise }: { isRaise: boolean }) => (
  <svg className="arrow" viewBox="0 0 10 10" aria-hidden="true">
    <path d={isRaise ? 'M5 1l4.5 8h-9z' : 'M5 9L.5 1h9z'} />
  </svg>
);
