// The time on screen: the browser's time in whole steps, and the server's time.
import { useSyncExternalStore } from 'react';

/** The browser's time in whole steps, so that a countdown is drawn once per step. */
export const useNow = (stepMs: number): number =>
  useSyncExternalStore(
    (draw) => {
      const timer = setInterval(draw, stepMs);
      return () => clearInterval(timer);
    },
    () => Math.floor(Date.now() / stepMs) * stepMs,
  );

/** The server's time now, given that it was `said` when the browser's clock showed `saidAt`. */
export const serverNow = ({ said, saidAt, now }: { said: string; saidAt: number; now: number }): number =>
  Date.parse(said) + Math.max(now - saidAt, 0);
