// The clock used in production. It follows the database's clock.
import type { Clock, HostClocks, Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { firstValue } from '../../sql.ts';
import type { Log } from '../log/log.ts';

/** A smaller step back is waited for. A larger one means that the database's clock was set back. */
const leastStepMs = 1_000;

type State = {
  readonly database: Queryable;
  readonly readEveryMs: number;
  readonly log: Log;
  readonly callbacks: ReturnType<typeof createCallbacks>;
  /** The database's time minus the monotonic time, in ms. */
  offset: number;
  /** What `now` returned last. Before the first reading, and after a step back, it is -∞. */
  latest: Instant;
  isLost: boolean;
  isStopped: boolean;
  timer: NodeJS.Timeout | undefined;
};

/**
 * Returns the database's time at the last reading plus the time that the monotonic clock has counted since. It reads once before
 * it resolves, and then every `readEveryMs`. A later reading moves the clock only as far as it proves it wrong. It never asks the
 * host's wall clock, so jumps of that clock change nothing. Without the database it continues by the monotonic clock.
 *
 * `now()` follows the database forward at once, but does not go back for the jitter of readings: it stops until the time has
 * caught up. If the database's clock was set back by more than a second, it follows that step once. Leases and limits use that
 * clock, and a program ahead of it would claim bots that are not due.
 */
export async function databaseClock(given: {
  database: Queryable;
  readEveryMs?: number;
  log: Log;
}): Promise<Clock & { stop(): void }> {
  const { database, readEveryMs = 2_000, log } = given;
  const now = () => nowOf(state);
  const callbacks = createCallbacks({ now, log });
  const state: State = {
    database,
    readEveryMs,
    log,
    callbacks,
    offset: 0,
    latest: Number.NEGATIVE_INFINITY,
    isLost: false,
    isStopped: false,
    timer: undefined,
  };
  await read(state);
  now();
  planReading(state);
  return {
    now,
    at: callbacks.at,
    sync: () => read(state),
    stop() {
      state.isStopped = true;
      clearTimeout(state.timer);
      callbacks.stop();
    },
  };
}

function nowOf(state: State): Instant {
  state.latest = Math.max(state.latest, Math.floor(performance.now() + state.offset));
  return state.latest;
}

async function read(state: State): Promise<void> {
  const { database, log, callbacks } = state;
  const askedAt = performance.now();
  const ms = await firstValue<number>(database, 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms');
  const answeredAt = performance.now();
  if (ms === null) return;
  // The database read its clock between the question and the answer, nobody knows when. A reading that waited for a connection
  // would otherwise move the clock, and the next pause between two shares would be shorter by that.
  const [least, most] = [ms - answeredAt, ms - askedAt];
  const isFirst = state.latest === Number.NEGATIVE_INFINITY;
  const offset = isFirst ? (least + most) / 2 : Math.min(Math.max(state.offset, least), most);
  if (offset - state.offset < -leastStepMs) {
    log.warn({ stepMs: Math.round(offset - state.offset) }, 'Database clock was set back');
    state.latest = Number.NEGATIVE_INFINITY;
  }
  state.offset = offset;
  callbacks.clockMoved();
}

function planReading(state: State): void {
  if (!state.isStopped) state.timer = setTimeout(() => readAgain(state), state.readEveryMs).unref();
}

async function readAgain(state: State): Promise<void> {
  const { log } = state;
  try {
    await read(state);
    if (state.isLost) log.info({}, 'Database clock is back');
    state.isLost = false;
  } catch (error) {
    if (!state.isLost && !state.isStopped)
      log.warn({ error }, 'Database clock does not answer, using the monotonic clock');
    state.isLost = true;
  }
  planReading(state);
}

/** The longest delay that a Node timer supports. For later moments the timer is set again. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * While very many callbacks wait, they run together, at most this often. A worker with 10,000 bots has five due in each
 * millisecond, and would otherwise set a timer for each, and perhaps wake the process at the other end for each share.
 */
const crowd = 1_000;
const crowdGapMs = 5;

function createCallbacks({ now, log }: { now: () => Instant; log: Log }) {
  const waiting = dueList();
  /** When callbacks may run again, by the monotonic clock. */
  let readyAt = Number.NEGATIVE_INFINITY;
  let isStopped = false;
  let disarm = () => {};

  const arm = () => {
    disarm();
    const next = waiting.next();
    if (next === undefined || isStopped) return;
    const delayMs = Math.min(Math.max(next - now(), readyAt - performance.now()), longestTimerMs);
    if (delayMs <= 0) {
      const immediate = setImmediate(runDue);
      disarm = () => clearImmediate(immediate);
    } else {
      const timer = setTimeout(runDue, delayMs);
      disarm = () => clearTimeout(timer);
    }
  };
  const runDue = () => {
    if (waiting.size() >= crowd) readyAt = performance.now() + crowdGapMs;
    const due = now();
    for (let run = waiting.take(due); run !== undefined; run = waiting.take(due)) {
      try {
        run();
      } catch (error) {
        log.error({ error }, 'Scheduled callback threw');
      }
    }
    arm();
  };

  const at: Clock['at'] = (instant, run) => {
    const cancel = waiting.put(instant, run);
    if (waiting.next() === instant) arm();
    return cancel;
  };
  return {
    at,
    /** The clock was corrected, so the next callback may be due at another time of the host. */
    clockMoved: arm,
    stop() {
      isStopped = true;
      disarm();
    },
  };
}

export const hostClocks: HostClocks = { wall: () => Date.now(), monotonic: () => performance.now() };

type Entry = { instant: Instant; order: number; run: () => void; position: number };

/** A binary heap: earliest first, and first come, first served for the same moment. */
export function dueList() {
  const heap: Entry[] = [];
  let orders = 0;

  const isBefore = (a: Entry, b: Entry) => a.instant < b.instant || (a.instant === b.instant && a.order < b.order);
  const place = (entry: Entry, position: number) => {
    heap[position] = entry;
    entry.position = position;
  };
  const rise = (entry: Entry) => {
    while (entry.position > 0) {
      const parent = heap[(entry.position - 1) >> 1];
      if (parent === undefined || !isBefore(entry, parent)) return;
      const position = parent.position;
      place(parent, entry.position);
      place(entry, position);
    }
  };
  const sink = (entry: Entry) => {
    for (;;) {
      const [left, right] = [heap[2 * entry.position + 1], heap[2 * entry.position + 2]];
      const child = right !== undefined && left !== undefined && isBefore(right, left) ? right : left;
      if (child === undefined || !isBefore(child, entry)) return;
      const position = child.position;
      place(child, entry.position);
      place(entry, position);
    }
  };
  const remove = (entry: Entry) => {
    if (heap[entry.position] !== entry) return;
    const last = heap.pop();
    if (last === undefined || last === entry) return;
    place(last, entry.position);
    rise(last);
    sink(last);
  };

  return {
    /** Returns a function that removes the entry, and does nothing if the entry was already taken. */
    put(instant: Instant, run: () => void): () => void {
      const entry = { instant, order: orders++, run, position: heap.length };
      heap.push(entry);
      rise(entry);
      return () => remove(entry);
    },
    next: (): Instant | undefined => heap[0]?.instant,
    /** Removes and returns the earliest entry if it is due at `now`. */
    take(now: Instant): (() => void) | undefined {
      const first = heap[0];
      if (first === undefined || first.instant > now) return undefined;
      remove(first);
      return first.run;
    },
    size: () => heap.length,
  };
}
