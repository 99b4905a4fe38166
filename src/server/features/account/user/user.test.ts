import { expect, it } from 'vitest';
import { Failure } from '#domain/failure.ts';
import { manualClock } from '#tests/clocks/manual-clock.ts';
import { createLateWork } from './late-work.ts';
import { refuseShortPassword } from './user.ts';

const open = () => {
  const clock = manualClock(0);
  const failures: unknown[] = [];
  return { clock, failures, late: createLateWork({ clock, onFailure: (error) => void failures.push(error) }) };
};

it('begins at a random time from half a second to two and a half', async () => {
  const { clock, late } = open();
  const begunAt: number[] = [];
  for (let n = 0; n < 200; n++) late.start(async () => void begunAt.push(clock.now()));
  for (let ms = 0; ms < 2_500; ms += 100) await clock.advance(100);
  expect(begunAt).toHaveLength(200);
  expect(Math.min(...begunAt)).toBeGreaterThanOrEqual(500);
  expect(Math.max(...begunAt)).toBeLessThanOrEqual(2_500);
  expect(new Set(begunAt).size).toBeGreaterThan(10);
});

it('is done once, and at once when it has to be settled', async () => {
  const { clock, late } = open();
  let done = 0;
  late.start(async () => {
    await Promise.resolve();
    done += 1;
  });
  await late.settled();
  expect(done).toBe(1);
  await clock.advance(10_000);
  expect(done).toBe(1);
});

it('reports what it throws, except a refusal by a limit', async () => {
  const { failures, late } = open();
  const broken = new Error('The database is away');
  late.start(() => Promise.reject(broken));
  late.start(() => Promise.reject(new Failure('too_many_requests', 'Too many tries.')));
  await late.settled();
  expect(failures).toEqual([broken]);
});

it.each([
  ['ten letters', 'abcdefghij', true],
  ['nine letters', 'abcdefghi', false],
  ['ten emoji', '😀'.repeat(10), true],
  ['six emoji, which are twelve code units', '😀'.repeat(6), false],
])('of at least ten characters: %s', (_, password, isLongEnough) => {
  const check = () => refuseShortPassword(password, 10, 'password');
  if (isLongEnough) expect(check).not.toThrow();
  else expect(check).toThrow('Password must be at least 10 characters');
});
