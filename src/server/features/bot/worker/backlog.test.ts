import { expect, it } from 'vitest';
import { createBacklog } from './backlog.ts';

/** A backlog that is full once `places` items were taken, and what it took. */
function open(places: number) {
  const taken: number[] = [];
  let free = places;
  const backlog = createBacklog<number>({
    isFull: () => free === 0,
    take(item) {
      free -= 1;
      taken.push(item);
    },
  });
  const makeRoom = (more: number) => {
    free += more;
    backlog.resume();
  };
  return { backlog, taken, makeRoom };
}

it('takes what comes while there is room, and the rest in its order when there is room again', () => {
  const { backlog, taken, makeRoom } = open(2);
  for (const item of [1, 2, 3, 4, 5]) backlog.add(item);
  expect(taken).toEqual([1, 2]);
  makeRoom(1);
  expect(taken).toEqual([1, 2, 3]);
  makeRoom(5);
  expect(taken).toEqual([1, 2, 3, 4, 5]);
  backlog.add(6);
  expect(taken.at(-1)).toBe(6);
});

it('takes nobody before those that wait already', () => {
  const taken: number[] = [];
  let isFull = true;
  const backlog = createBacklog<number>({ isFull: () => isFull, take: (item) => taken.push(item) });
  backlog.add(1);
  isFull = false;
  backlog.add(2);
  expect(taken).toEqual([]);
  backlog.resume();
  expect(taken).toEqual([1, 2]);
});
