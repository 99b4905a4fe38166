/** Runs the features' housekeeping in the background, each step on a schedule of its own. */
import type { Clock } from '#domain/ports/clock.ts';
import type { Queue } from '#domain/ports/queue.ts';

/**
 * A sign-in that waits for its code is erased when its ten minutes are over, or at most this much later. It is also how
 * soon a step that failed is tried again.
 */
const everyMs = 300_000;

/** What each feature has to do now and then, by the name that logs and metrics show. */
type MaintenanceSteps = Record<string, () => Promise<unknown>>;

/**
 * Schedules every step, and runs those that are due in this process. A step's next run is put into the queue before the
 * step begins, so a failure, a crash, or a slow step stops neither the step itself nor any other. A run that never got
 * into the queue, because the database was away, is put there by the next check of the schedule.
 */
export async function startMaintenance({
  queue,
  clock,
  log,
  measure,
  isStopping = () => false,
  steps,
}: {
  queue: Queue;
  clock: Clock;
  log: { warn(fields: object, message: string): void };
  measure: { maintenanceFailed(step: string): void };
  /** The program is closing what the steps use: one that fails then is no failure of its own. */
  isStopping?: () => boolean;
  steps: MaintenanceSteps;
}): Promise<{ stop(): void }> {
  const schedule = (step: string, delayMs: number): Promise<void> =>
    queue.put('maintenance', { step }, { key: step, delayMs });

  await queue.work('maintenance', async ({ step }) => {
    const run = steps[step];
    // Another version of the program put it there.
    if (run === undefined) return;
    await schedule(step, everyMs);
    try {
      await run();
    } catch (error) {
      // The queue logs that it was cut off.
      if (isStopping()) throw error;
      measure.maintenanceFailed(step);
      log.warn({ step, error }, 'Maintenance step failed');
    }
  });

  let cancel = () => {};
  /** Leaves a run that waits where it is: of one step at most one waits, and it is never moved to a later time. */
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
