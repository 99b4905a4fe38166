import { expect, it } from 'vitest';
import { createLine } from './fair-queue.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Enters in that order, and tells who is inside when. */
const queue = (bounds: { atOnce: number; mostWaiting: number; mostOfOne: number }) => {
  const line = createLine(bounds);
  const inside: { name: string; leave: () => void }[] = [];
  const told: string[] = [];
  return {
    told,
    enter: async (name: string) => {
      const leave = await line.enter(name.charAt(0));
      told.push(name);
      inside.push({ name, leave });
    },
    leave: async () => {
      inside.shift()?.leave();
      await settle();
    },
  };
};

it('so many are in at once, and who leaves lets the next one in', async () => {
  const { enter, leave, told } = queue({ atOnce: 2, mostWaiting: 9, mostOfOne: 9 });
  for (const name of ['a1', 'b1', 'c1', 'd1']) void enter(name);
  await settle();
  expect(told).toEqual(['a1', 'b1']);
  await leave();
  expect(told).toEqual(['a1', 'b1', 'c1']);
  await leave();
  await leave();
  await leave();
  void enter('e1');
  void enter('f1');
  void enter('g1');
  await settle();
  expect(told).toEqual(['a1', 'b1', 'c1', 'd1', 'e1', 'f1']);
});

it('who has many waits in turn with who has one', async () => {
  const { enter, leave, told } = queue({ atOnce: 1, mostWaiting: 9, mostOfOne: 9 });
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1']) void enter(name);
  for (let turn = 0; turn < 5; turn++) await leave();
  expect(told).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
});

it('a full line and a person with too many are refused politely, and later taken', async () => {
  const { enter, leave, told } = queue({ atOnce: 1, mostWaiting: 2, mostOfOne: 2 });
  void enter('a1');
  void enter('a2');
  await expect(enter('a3')).rejects.toMatchObject({ code: 'too_many_requests', retryAfterMs: 5_000 });
  void enter('b1');
  await expect(enter('c1')).rejects.toMatchObject({ code: 'too_many_requests' });
  await leave();
  void enter('c2');
  await leave();
  await leave();
  expect(told).toEqual(['a1', 'a2', 'b1', 'c2']);
});

it('leaving twice lets one in', async () => {
  const line = createLine({ atOnce: 1, mostWaiting: 9, mostOfOne: 9 });
  const leave = await line.enter('a');
  const inside: string[] = [];
  void line.enter('b').then(() => inside.push('b'));
  void line.enter('c').then(() => inside.push('c'));
  leave();
  leave();
  await settle();
  expect(inside).toEqual(['b']);
});
