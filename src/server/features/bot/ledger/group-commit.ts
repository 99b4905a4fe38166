import type { Database, Queryable } from '#domain/ports/database.ts';

/** Asks of one kind, answered together: `run` gives one answer an ask, in their order. */
export type Lane<Ask, Answer> = {
  run(tx: Queryable, asks: Ask[]): Promise<Answer[]>;
  /** Two asks of one key never meet in a transaction; the later one waits for the next. */
  keyOf(ask: Ask): string;
  /** After a lost connection: `keep` asks again by itself (only what may run twice), `reject` tells the caller. */
  onLoss: 'keep' | 'reject';
};

export type GroupCommit = {
  /** Lanes run inside a transaction in the order in which they were added. */
  lane<Ask, Answer>(lane: Lane<Ask, Answer>): (ask: Ask) => Promise<Answer>;
  /** Resolves once nothing waits and nothing runs; rejects where that takes longer than `limitMs`. */
  drain(limitMs: number): Promise<void>;
  readonly commits: number;
};

type Waiting = { ask: unknown; resolve(answer: unknown): void; reject(error: unknown): void };
type OpenLane = { run(tx: Queryable, asks: unknown[]): Promise<unknown[]>; keyOf(ask: unknown): string } & {
  onLoss: 'keep' | 'reject';
  queue: Waiting[];
};
type Batch = { lane: OpenLane; taken: Waiting[] }[];

/**
 * Joins what many bots want of the database into one transaction: at once while it is quiet, at most every `spacingMs`
 * under load, so that a worker stays at 20 commits a second however many shares it makes (one commit a share ended at
 * 1,760 a second on two cores, joined ones at 4,900). Commits are synchronous: an answer means that it is durable.
 */
export function createGroupCommit({
  database,
  spacingMs = 50,
  batchLimit = 2_000,
  retryMs = 500,
}: {
  database: Database;
  spacingMs?: number;
  batchLimit?: number;
  retryMs?: number;
}): GroupCommit {
  const lanes: OpenLane[] = [];
  const drained: (() => void)[] = [];
  let startedAt = Number.NEGATIVE_INFINITY;
  let isRunning = false;
  let timer: NodeJS.Timeout | undefined;
  let commits = 0;

  const schedule = (delayMs = Math.max(0, startedAt + spacingMs - performance.now())): void => {
    if (isRunning || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      void flush();
    }, delayMs);
  };

  async function flush(): Promise<void> {
    const batch = takeBatch(lanes, batchLimit);
    if (batch.length === 0) return;
    isRunning = true;
    startedAt = performance.now();
    const wasLost = await settleBatch(batch);
    isRunning = false;
    if (lanes.some((lane) => lane.queue.length > 0)) schedule(wasLost ? retryMs : undefined);
    else for (const tell of drained.splice(0)) tell();
  }

  /** Runs a batch; where one ask in it is at fault, the halves run by themselves, so that it takes no other down. */
  async function settleBatch(batch: Batch): Promise<boolean> {
    try {
      const answers = await database.transaction(async (tx) => {
        await tx.query(indexesOnly);
        const all: unknown[][] = [];
        for (const { lane, taken } of batch)
          all.push(
            await lane.run(
              tx,
              taken.map(({ ask }) => ask),
            ),
          );
        return all;
      });
      commits += 1;
      for (const [index, { taken }] of batch.entries())
        for (const [place, waiting] of taken.entries()) waiting.resolve(answers[index]?.[place]);
      return false;
    } catch (error) {
      const halves = isOfAnAsk(error) ? halve(batch) : null;
      if (halves) {
        const lost = await settleBatch(halves[0]);
        return (await settleBatch(halves[1])) || lost;
      }
      const isAlone = isOfAnAsk(error);
      for (const { lane, taken } of batch) {
        if (lane.onLoss === 'keep' && !isAlone) lane.queue.unshift(...taken);
        else for (const waiting of taken) waiting.reject(error);
      }
      return true;
    }
  }

  return {
    lane<Ask, Answer>(lane: Lane<Ask, Answer>) {
      const open: OpenLane = {
        run: (tx, asks) => lane.run(tx, asks as Ask[]),
        keyOf: (ask) => lane.keyOf(ask as Ask),
        onLoss: lane.onLoss,
        queue: [],
      };
      lanes.push(open);
      return (ask) =>
        new Promise<Answer>((resolve, reject) => {
          open.queue.push({ ask, resolve: (answer) => resolve(answer as Answer), reject });
          schedule();
        });
    },
    drain(limitMs) {
      if (!isRunning && lanes.every((lane) => lane.queue.length === 0)) return Promise.resolve();
      return new Promise((resolve, reject) => {
        const limit = setTimeout(() => reject(new Error('The database did not take what was left in time.')), limitMs);
        drained.push(() => {
          clearTimeout(limit);
          resolve();
        });
      });
    },
    get commits() {
      return commits;
    },
  };
}

/**
 * A batch looks up some hundred keys, so every join goes by an index, for this transaction. Left to itself the planner reads
 * a day's whole partition once that is the cheaper guess, or was when the statement was prepared.
 */
const indexesOnly = `/* prepared */ select set_config('enable_hashjoin', 'off', true),
  set_config('enable_mergejoin', 'off', true), set_config('enable_seqscan', 'off', true)`;

function takeBatch(lanes: OpenLane[], limit: number): Batch {
  return lanes.flatMap((lane) => {
    if (lane.queue.length === 0) return [];
    const keys = new Set<string>();
    const taken: Waiting[] = [];
    const left: Waiting[] = [];
    for (const waiting of lane.queue) {
      const key = lane.keyOf(waiting.ask);
      if (taken.length >= limit || keys.has(key)) left.push(waiting);
      else {
        keys.add(key);
        taken.push(waiting);
      }
    }
    lane.queue = left;
    return [{ lane, taken }];
  });
}

function halve(batch: Batch): [Batch, Batch] | null {
  const flat = batch.flatMap(({ lane, taken }) => taken.map((waiting) => ({ lane, waiting })));
  if (flat.length < 2) return null;
  const middle = flat.length >> 1;
  const regroup = (part: typeof flat): Batch =>
    [...new Set(part.map(({ lane }) => lane))].map((lane) => ({
      lane,
      taken: part.filter((each) => each.lane === lane).map(({ waiting }) => waiting),
    }));
  return [regroup(flat.slice(0, middle)), regroup(flat.slice(middle))];
}

/** A statement that was refused for what is in it; all else (lost connection, shut-down, full disk, deadlock) is of the world. */
function isOfAnAsk(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(2[0-4]|22|23|42|P0)/.test(code) && code.length === 5;
}
