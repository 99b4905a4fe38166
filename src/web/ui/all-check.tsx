// The checkbox that selects everything in a list.
import { type ReactNode, useEffect, useRef } from 'react';

type Props = {
  className: string;
  chosen: number;
  all: number;
  onChange: (isAll: boolean) => void;
} & ({ label: string; children?: undefined } | { label?: undefined; children: ReactNode });

/** Its name is `label`, or the text beside it. */
export const AllCheck = ({ className, chosen, all, onChange, label, children }: Props) => {
  const box = useRef<HTMLInputElement>(null);
  const isSome = chosen > 0 && chosen < all;
  // `indeterminate` can be set only on the element; there is no HTML attribute for it.
  useEffect(() => {
    if (box.current) box.current.indeterminate = isSome;
  }, [isSome]);
  return (
    <label className={className}>
      <input
        ref={box}
        className="check"
        type="checkbox"
        aria-label={label}
        checked={all > 0 && chosen === all}
        onChange={({ target }) => onChange(target.checked)}
      />
      {children}
    </label>
  );
};
