// A thread of a training run.

import { workerData } from 'node:worker_threads';
import { type Shared, takePart } from './run.ts';

const { shared, thread }: { shared: Shared; thread: number } = workerData;
takePart(shared, thread, () => {});
