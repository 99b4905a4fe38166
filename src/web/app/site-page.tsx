// Leaves the app for a public page, which is a document of its own.
import { type ReactNode, useEffect } from 'react';
import { uiMessages } from '#web/messages/ui.ts';
import { Spinner } from '#web/ui/spinner.tsx';

/** Where the app was opened: an address that the server answered with the app itself. */
const openedAt = location.pathname;

/**
 * A page for visitors is a document of its own. Who comes to its address inside the app is sent there by the browser;
 * `children` are shown where the server knows no such document.
 */
export const SitePage = ({ children }: { children: ReactNode }) => {
  const isKnown = location.pathname !== openedAt;
  // The browser's own navigation stands outside React.
  useEffect(() => {
    if (isKnown) location.reload();
  }, [isKnown]);
  return isKnown ? <Spinner label={uiMessages.loading} /> : children;
};
