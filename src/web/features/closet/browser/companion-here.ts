// Whether the companion has said, on this page, that it is installed. It does when the seller clicks it here.
import { useSyncExternalStore } from 'react';

/** The companion's own word (`companion/platform/open-page.ts`). */
const said = 'hangtag-companion';

let isHere = false;
const listen = (onChange: () => void): (() => void) => {
  const hear = () => {
    isHere = true;
    onChange();
  };
  document.addEventListener(said, hear);
  return () => document.removeEventListener(said, hear);
};

export const useCompanionHere = (): boolean => useSyncExternalStore(listen, () => isHere);
