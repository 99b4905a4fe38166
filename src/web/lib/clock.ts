// The time on screen: the browser's time in whole steps, and the server's time. And a wait.
import { createContext, useContext, useSyncExternalStore } from 'react';

/** The moment that a screen shows if its clock is stopped, as the demo screens on the public pages do. */
export const StillClock = createContext<number | null>(null);

/** The browser's time in whole steps, so that a countdown is drawn once per step. */
export const useNow = (stepMs: number): number => {
  const still = useContext(StillClock);
  const now = () => still ?? Math.floor(Date.now() / stepMs) * stepMs;
  const redraw = (draw: () => void) => {
    const timer = setInterval(draw, stepMs);
    return () => clearInterval(timer);
  };
  return useSyncExternalStore(redraw, now, now);
};

/** The server's time now, from the time in a reply (`sent`), and the browser's time when the reply came (`receivedAt`). */
export const serverNow = ({ sent, receivedAt, now }: { sent: string; receivedAt: number; now: number }): number =>
  Date.parse(sent) + Math.max(now - receivedAt, 0);

export const wait = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    if (signal?.aborted) end();
    signal?.addEventListener('abort', end);
  });
