// Opens sheets of a screen by its address, and closes them.
import { useCallback, useRef } from 'react';
import { useLocation } from 'wouter';
import { changeQuery } from '../paths.ts';

/** Marks a history entry that a screen made, so that closing its sheet goes back to the entry before it. */
const opened = { sheet: true };
const isOwn = (state: unknown): boolean => typeof state === 'object' && state !== null && 'sheet' in state;

/** `closed`: what leaves the address with the sheet. Filters and the like stay. */
export const useSheetAddress = (path: string, closed: Record<string, null>) => {
  const [, navigate] = useLocation();
  const open = useCallback(
    (change: Record<string, string>) => navigate(`${path}${changeQuery(location.search, change)}`, { state: opened }),
    [navigate, path],
  );
  // The browser goes back only a moment later. A second press in between must not leave the screen.
  const isLeaving = useRef(false);
  const close = () => {
    if (isLeaving.current) return;
    if (!isOwn(history.state)) return navigate(`${path}${changeQuery(location.search, closed)}`, { replace: true });
    isLeaving.current = true;
    const arrive = () => {
      isLeaving.current = false;
    };
    addEventListener('popstate', arrive, { once: true });
    history.back();
  };
  return { open, close };
};
