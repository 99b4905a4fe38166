import type { Page } from '@playwright/test';

/** Counts from now on, on every page that is opened, what is moved after it was painted. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts = { sum: 0 };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      // The entry's own type is not among TypeScript's.
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) shifts.sum += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** The sum of the layout shifts of the page that is open, as the Layout Instability specification scores them. */
export const sumOfShifts = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    // The last frame's are told after it.
    for (const _ of [1, 2, 3]) await new Promise(requestAnimationFrame);
    return (window as typeof window & { shifts: { sum: number } }).shifts.sum;
  });
