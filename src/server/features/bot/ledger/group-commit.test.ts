import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Database } from '#domain/ports/database.ts';
import { createGroupCommit } from './group-commit.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const spacingMs = 65;
const retryMs = 500;

/** A group commit over a database that answers at once, and the sizes of its transactions. `isAway` makes it lose them. */
function openGroup({ fullAt = 3, onTaken = () => {} } = {}) {
  const sizes: number[] = [];
  const state = { isAway: false };
  const unused = () => Promise.reject(new Error('Not used.'));
  const database: Database = {
    query: unused,
    askWithRetries: unused,
    close: async () => {},
    transaction: (work) =>
      state.isAway
        ? Promise.reject(new Error('Connection terminated'))
        : work({ query: async () => ({ rows: [], count: 0 }) }),
  };
  const group = createGroupCommit({ database, spacingMs, retryMs, fullAt, onTaken });
  const ask = group.operation<number, number>({
    run: async (_tx, asks) => {
      sizes.push(asks.length);
      return asks;
    },
    keyOf: String,
    onLoss: 'keep',
  });
  /** Requests that the transactions answer in their own time. */
  const send = (...asks: number[]) => {
    for (const one of asks) void ask(one);
  };
  return { group, send, sizes, state };
}

it('commits at once without load, and then not before the time between two commits has passed', async () => {
  const { send, sizes } = openGroup();
  send(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(sizes).toEqual([1]);
  send(2, 3);
  await vi.advanceTimersByTimeAsync(spacingMs - 5);
  expect(sizes).toEqual([1]);
  await vi.advanceTimersByTimeAsync(5);
  expect(sizes).toEqual([1, 2]);
});

it('commits sooner as soon as enough requests wait', async () => {
  const { group, send, sizes } = openGroup();
  send(1);
  await vi.advanceTimersByTimeAsync(1);
  send(2, 3);
  expect(group.isFull).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  send(4);
  expect(group.isFull).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(sizes).toEqual([1, 3]);
  expect(group.isFull).toBe(false);
});

it('lets others come as soon as a transaction has taken its requests', async () => {
  let taken = 0;
  const { group, send, sizes } = openGroup({
    onTaken: () => {
      taken += 1;
      expect(group.isFull).toBe(false);
      if (taken === 1) send(4, 5, 6);
    },
  });
  send(1, 2, 3);
  await vi.advanceTimersByTimeAsync(2);
  expect(sizes).toEqual([3, 3]);
});

it('does not try a lost database again sooner, however many requests wait', async () => {
  const { send, sizes, state } = openGroup();
  state.isAway = true;
  send(1);
  await vi.advanceTimersByTimeAsync(1);
  state.isAway = false;
  send(2, 3, 4, 5);
  await vi.advanceTimersByTimeAsync(retryMs - 5);
  expect(sizes).toEqual([]);
  await vi.advanceTimersByTimeAsync(5);
  expect(sizes).toEqual([5]);
});
