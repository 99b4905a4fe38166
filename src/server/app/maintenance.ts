// Runs the features' maintenance in the background, each step on its own schedule.

import type { Clock } from '#domain/ports/clock.ts';
import type { Queue } from '#domain/ports/queue.ts';

/**
 * A sign-in that waits for its code is erased after ten minutes, or at most this much later. A step that failed is also tried
 * again after this time.
 */
const everyMs = 300_000;

/** Each feature's maintenance steps, by the names that logs and metrics show. */
type MaintenanceSteps = Record<string, () => Promise<unknown>>;

/**
 * Schedules every step, and runs those that are due in this process. A step's next run is put into the queue before the
 * step begins, so a failure, a crash, or a slow step stops neither the step itself nor any other. A run that could not be queued,
 * because the database was unreachable, is queued by the next check of the schedule.
 */
export async function startMaintenance(needs: {
  queue: Queue;
  clock: Clock;
  log: { warn(fields: object, message: string): void };
  measure: { maintenanceFailed(step: string): void };
  /** While the program closes what the steps use, a failed step is no failure of its own. */
  isStopping?: () => boolean;
  /** Learns how each step ended. */
  runs?: { failed(step: string, error: unknown): Promise<void>; succeeded(step: string): Promise<void> };
  steps: MaintenanceSteps;
}): Promise<{ stop(): void }> {
  const { queue, clock, log, measure, isStopping = () => false, runs, steps } = needs;
  const schedule = (step: string, delayMs: number): Promise<void> =>
    queue.put('maintenance', { step }, { key: step, delayMs });

  /** A step that takes longer than the time between two runs misses some. */
  const running = new Set<string>();
  await queue.work('maintenance', async ({ step }) => {
    const run = steps[step];
    // Another version of the program queued it.
    if (run === undefined) return;
    await schedule(step, everyMs);
    if (running.has(step)) return;
    running.add(step);
    try {
      await run();
      await runs?.succeeded(step);
    } catch (error) {
      // The queue logs that it was interrupted.
      if (isStopping()) throw error;
      measure.maintenanceFailed(step);
      log.warn({ step, error }, 'Maintenance step failed');
      await runs?.failed(step, error);
    } finally {
      running.delete(step);
    }
  });

  let cancel = () => {};
  /** Leaves a waiting run as it is. At most one run of a step waits, and it is never moved to a later time. */
  const checkSchedule = (): void => {
    cancel = clock.at(clock.now() + everyMs, checkSchedule);
    for (const step of Object.keys(steps)) {
      schedule(step, everyMs).catch((error: unknown) => log.warn({ step, error }, 'Maintenance step not scheduled'));
    }
  };
  cancel = clock.at(clock.now() + everyMs, checkSchedule);
  for (const step of Object.keys(steps)) await schedule(step, 0);
  return { stop: () => cancel() };
}
