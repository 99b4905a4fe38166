// Opens what the tests of a file or a group need, before the first of them, and closes it after the last one.
import { afterAll, beforeAll } from 'vitest';

/** Is filled when the tests begin. */
export function opened<T extends object>(open: () => Promise<T>, close: (one: T) => unknown): T {
  const one = {} as T;
  let isOpen = false;
  beforeAll(async () => {
    Object.assign(one, await open());
    isOpen = true;
  });
  afterAll(async () => {
    if (isOpen) await close(one);
  });
  return one;
}
