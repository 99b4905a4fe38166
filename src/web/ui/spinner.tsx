// The loading state of a whole screen.
import './spinner.css';

/** A swinging hanger. It does not move if the system asks for reduced motion. */
export const Spinner = ({ label, isVisible = false }: { label: string; isVisible?: boolean }) => (
  <div className="spinner" role="status">
    <svg viewBox="0 0 64 72" aria-hidden="true">
      <path d="M24 13a8 8 0 1 1 10.5 7.5c-1.7.7-2.5 1.7-2.5 3.500V38M32 38 5 55c-2 1.5-1 4 1.5 4h51c2.5 0 3.5-2.5 1.5-4z" />
    </svg>
    <p className={isVisible ? '' : 'sr'}>{label}</p>
  </div>
);
