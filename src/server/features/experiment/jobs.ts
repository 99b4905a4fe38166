// The background job of experiments.

import type { Queue } from '#domain/ports/queue.ts';
import type { Experiment } from './experiment.ts';

export const experimentJobs = (experiment: Experiment, queue: Queue): Promise<void> =>
  queue.work('experiment.week', ({ userId }) => experiment.turnWeek(userId));
