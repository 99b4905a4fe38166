// A job queue for tests, which keeps jobs until the test runs them.

import type { JobName, Jobs, Queue } from '#domain/ports/queue.ts';

type Put = { [N in JobName]: { name: N; payload: Jobs[N]; key?: string; delayMs?: number } }[JobName];
type Handles = { [N in JobName]?: (payload: Jobs[N]) => Promise<void> };

export function heldQueue() {
  const waiting: Put[] = [];
  const handles: Handles = {};
  const queue: Queue = {
    async put(name, payload, { key, delayMs } = {}) {
      const isWaiting = key !== undefined && waiting.some((job) => job.name === name && job.key === key);
      if (!isWaiting) waiting.push({ name, payload, key, delayMs } as Put);
    },
    async work(name, handle) {
      Object.assign(handles, { [name]: handle });
    },
    async close() {},
  };
  /** Runs the oldest waiting job of that name. Rejects if its handler does. */
  const run = async <N extends JobName>(name: N): Promise<void> => {
    const index = waiting.findIndex((job) => job.name === name);
    const [job] = index < 0 ? [] : waiting.splice(index, 1);
    const handle = handles[name];
    if (job === undefined || handle === undefined) throw new Error(`No job ${name} is waiting.`);
    await handle(job.payload as Jobs[N]);
  };
  return { queue, waiting, run };
}
