// The wordmark.
import './brand-mark.css';

/** The wordmark is not a link itself: wrap it in one if it should lead somewhere. */
export const BrandMark = () => (
  <>
    <svg viewBox="0 0 28 28" aria-hidden="true">
      <path d="M9.5 5h11.2c1 0 1.8.8 1.8 1.8v14.4c0 1-.8 1.8-1.8 1.8H9.5L4 17.5v-7z" fill="currentColor" />
      <circle cx="9.6" cy="14" r="2" fill="var(--room)" />
      <path d="M9.6 14C6 14 1.5 11 1.5 3" fill="none" stroke="var(--chore)" strokeWidth="1.5" strokeLinecap="round" />
    </svg>
    Hangtag
  </>
);
