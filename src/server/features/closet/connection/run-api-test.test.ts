import { expect, it } from 'vitest';
import { connectMarketplace } from '#marketplace/connector/connector.ts';
import { manualClock } from '#tests/clocks/manual-clock.ts';
import type { ClosetContext } from '../session/closet-context.ts';
import { createApiTest } from './api-test.ts';

const never = () => {
  throw new Error('a marketplace that is away was asked once more');
};

const testWith = (context: Pick<ClosetContext, 'database' | 'clock' | 'marketplaces' | 'searchTurn'>) =>
  createApiTest({ ...context, withLock: never, browsers: { isAwake: never } } as unknown as ClosetContext);

it('calls an unreachable marketplace once, and does not wait for it three more times', async () => {
  const clock = manualClock(0);
  // Nothing listens on port 1.
  const away = connectMarketplace({ origin: 'http://127.0.0.1:1', userAgent: 'Hangtag', clock });
  const test = testWith({
    database: { query: async () => ({ rows: [], count: 0 }), transaction: never, askWithRetries: never, close: never },
    clock,
    marketplaces: { real: { ...away, account: never }, practice: null },
    searchTurn: never,
  });
  const answer = await test('7');
  expect(answer.stats).toEqual({ successful: 0, failed: 4, total: 4 });
  expect(answer.probes.map(({ name }) => name)).toEqual(['reach', 'session', 'closet', 'search']);
  expect(new Set(answer.probes.map(({ message }) => message)).size).toBe(1);
  await away.close();
});

it('searches only when it is its turn, because comps and tests of all sellers share one pace', async () => {
  const calls: string[] = [];
  const ok = async (value: unknown) => ({ kind: 'ok', value }) as never;
  const account = {
    search() {
      calls.push('search');
      return ok({ items: [], next: null });
    },
  };
  const practice = { origin: 'http://127.0.0.1:1', reach: () => ok(null), account: () => account } as never;
  const test = testWith({
    database: { query: async () => ({ rows: [], count: 0 }), transaction: never, askWithRetries: never, close: never },
    clock: manualClock(0),
    marketplaces: { real: null, practice },
    searchTurn: async (isPractice) => {
      await new Promise(setImmediate);
      calls.push(`turn, practice: ${isPractice}`);
    },
  });
  await test('7');
  expect(calls).toEqual(['turn, practice: true', 'search']);
});
