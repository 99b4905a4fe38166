import { afterEach, expect, it, vi } from 'vitest';
import { createGroupRead } from './group-read.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** A read that waits for the test, with the requests that were grouped. */
function held() {
  const groups: string[][] = [];
  const ends: ((error?: Error) => void)[] = [];
  const ask = createGroupRead<string, string>((asks) => {
    groups.push([...asks]);
    return new Promise((resolve, reject) =>
      ends.push((error) => (error ? reject(error) : resolve(asks.map((one) => `${one}!`)))),
    );
  });
  return { ask, groups, end: (n: number, error?: Error) => ends[n]?.(error) };
}

it('few reads start at once, and those that come meanwhile go together', async () => {
  const { ask, groups, end } = held();
  const answers = ['a', 'b', 'c', 'd', 'c'].map(ask);
  expect(groups).toEqual([['a'], ['b']]);
  end(1);
  expect(await answers[1]).toBe('b!');
  await expect.poll(() => groups).toEqual([['a'], ['b'], ['c', 'd', 'c']]);
  end(0);
  end(2);
  expect(await Promise.all(answers)).toEqual(['a!', 'b!', 'c!', 'd!', 'c!']);
});

it('at most two reads start in ten milliseconds, and what comes meanwhile goes together', async () => {
  vi.useFakeTimers();
  const { ask, groups, end } = held();
  void ask('a');
  void ask('b');
  end(0);
  end(1);
  await vi.advanceTimersByTimeAsync(6);
  void ask('c');
  void ask('d');
  expect(groups).toEqual([['a'], ['b']]);
  await vi.advanceTimersByTimeAsync(4);
  expect(groups).toEqual([['a'], ['b'], ['c', 'd']]);
  end(2);
  await vi.advanceTimersByTimeAsync(1_000);
  void ask('e');
  expect(groups.at(-1)).toEqual(['e']);
});

it('a lone caller never waits, however fast its reads follow one another', async () => {
  vi.useFakeTimers();
  const ask = createGroupRead<number, number>(async (asks) => asks);
  for (let n = 0; n < 20; n += 1) expect(await Promise.race([ask(n), vi.advanceTimersByTimeAsync(0)])).toBe(n);
});

it('a failed read fails only its own requests', async () => {
  const { ask, groups, end } = held();
  const answers = ['a', 'b', 'c'].map(ask);
  const failed = expect(answers[0]).rejects.toThrow('gone');
  end(0, new Error('gone'));
  await failed;
  await expect.poll(() => groups).toEqual([['a'], ['b'], ['c']]);
  end(1);
  end(2);
  expect(await Promise.all(answers.slice(1))).toEqual(['b!', 'c!']);
});
