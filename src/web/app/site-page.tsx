// Leaves the app for a public page, which is a document of its own.
import { type ReactNode, useEffect } from 'react';
import { uiMessages } from '#web/messages/ui.ts';
import { Spinner } from '#web/ui/spinner.tsx';

/** The path on which the app was loaded. The server answered it with the app, so no public page has it. */
const openedAt = location.pathname;

/**
 * Public pages are separate documents. When the app's router reaches the address of one, this makes the browser load it. If the
 * server has no such document, it shows `children`.
 */
export const SitePage = ({ children }: { children: ReactNode }) => {
  const isKnown = location.pathname !== openedAt;
  // The browser's own navigation is outside React.
  useEffect(() => {
    if (isKnown) location.reload();
  }, [isKnown]);
  return isKnown ? <Spinner label={uiMessages.loading} /> : children;
};
