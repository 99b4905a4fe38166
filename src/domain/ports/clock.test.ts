import { describe, expect, it } from 'vitest';
import { type Clock, type Instant, sleep } from './clock.ts';

/** A clock that the test moves. */
function handClock() {
  let now: Instant = 1_000;
  let waiting: { instant: Instant; run: () => void }[] = [];
  const clock: Clock = {
    now: () => now,
    at(instant, run) {
      const entry = { instant, run };
      waiting.push(entry);
      return () => {
        waiting = waiting.filter((one) => one !== entry);
      };
    },
  };
  const advance = (ms: number) => {
    now += ms;
    const due = waiting.filter(({ instant }) => instant <= now);
    waiting = waiting.filter(({ instant }) => instant > now);
    for (const { run } of due) run();
  };
  return { clock, advance, pending: () => waiting.length };
}

/** Whether a promise has resolved by now. */
async function isDone(promise: Promise<void>): Promise<boolean> {
  const open = Symbol();
  return (await Promise.race([promise, Promise.resolve(open).then((value) => value)])) !== open;
}

describe('sleeping by a clock', () => {
  it('lasts as long as requested, by the clock', async () => {
    const { clock, advance } = handClock();
    const pausing = sleep(clock, 500);
    advance(499);
    expect(await isDone(pausing)).toBe(false);
    advance(1);
    expect(await isDone(pausing)).toBe(true);
  });

  it('ends at once when its signal aborts, and leaves nothing scheduled', async () => {
    const { clock, pending } = handClock();
    const abort = new AbortController();
    const pausing = sleep(clock, 500, abort.signal);
    abort.abort();
    expect(await isDone(pausing)).toBe(true);
    expect(pending()).toBe(0);
  });

  it('does not start after its signal has aborted', async () => {
    const { clock, pending } = handClock();
    expect(await isDone(sleep(clock, 500, AbortSignal.abort()))).toBe(true);
    expect(pending()).toBe(0);
  });
});
