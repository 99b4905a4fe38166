import { expect, it } from 'vitest';
import { manualClock } from '#tests/clocks/manual-clock.ts';
import { createHealth } from './health.ts';

it('asks the database at most every two seconds, however many probes come', async () => {
  const clock = manualClock(0);
  let asked = 0;
  const health = createHealth({
    clock,
    ready: async () => {
      asked++;
    },
  });
  const probe = (path: string) => health.answer(path, { headers: new Headers(), isLoopback: false });
  const storm = () => Promise.all(Array.from({ length: 500 }, (_, n) => probe(n % 2 ? '/readyz' : '/healthz')));
  expect(new Set((await storm()).map((reply) => reply?.status))).toEqual(new Set([200]));
  await clock.advance(1_999);
  await storm();
  expect(asked).toBe(1);
  await clock.advance(1);
  await storm();
  expect(asked).toBe(2);
});
