// Whether the window is as narrow as a phone.
import { useSyncExternalStore } from 'react';

/** The same width as in the style sheets. */
const narrow = () => matchMedia('(max-width: 47.5em)');

export const isNarrow = (): boolean => narrow().matches;

const subscribe = (draw: () => void) => {
  const query = narrow();
  query.addEventListener('change', draw);
  return () => query.removeEventListener('change', draw);
};

/** For what is in another place on phones. What only looks different there belongs in a style sheet. Built pages have no window. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, isNarrow, () => false);
