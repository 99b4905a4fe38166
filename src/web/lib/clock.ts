import { useSyncExternalStore } from 'react';

/** The browser's time in whole steps, so that screens with a countdown are drawn once a step and no more. */
export const useNow = (stepMs: number): number =>
  useSyncExternalStore(
    (draw) => {
      const timer = setInterval(draw, stepMs);
      return () => clearInterval(timer);
    },
    () => Math.floor(Date.now() / stepMs) * stepMs,
  );

/** The server's time now, from what it said its time was when `saidAt` (the browser's clock) came. */
export const serverNow = ({ said, saidAt, now }: { said: string; saidAt: number; now: number }): number =>
  Date.parse(said) + Math.max(now - saidAt, 0);
