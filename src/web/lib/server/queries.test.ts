import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { putAnswer } from './queries.ts';

const queryKey = ['devices'];

it('the answer of a change is not replaced by a read that began before it', async () => {
  const client = new QueryClient();
  client.setQueryData(queryKey, ['phone']);
  const early = Promise.withResolvers<string[]>();
  const read = vi.fn(() => early.promise);
  const reading = client.fetchQuery({ queryKey, queryFn: read }).catch(() => null);
  await putAnswer<string[]>(client, queryKey, (known) => [...(known ?? []), 'laptop']);
  early.resolve(['phone']);
  await reading;
  expect(client.getQueryData(queryKey)).toEqual(['phone', 'laptop']);
});

it('a read that was canceled for it is made again, because it may have brought other news', async () => {
  const client = new QueryClient();
  client.setQueryData(queryKey, ['phone']);
  let reads = 0;
  const observed = client.getQueryCache().build(client, {
    queryKey,
    queryFn: () => {
      reads += 1;
      return reads === 1 ? new Promise<string[]>(() => {}) : Promise.resolve(['phone', 'laptop', 'tablet']);
    },
  });
  void observed.fetch().catch(() => null);
  await putAnswer<string[]>(client, queryKey, (known) => [...(known ?? []), 'laptop']);
  expect(observed.state.isInvalidated).toBe(true);
  await putAnswer<string[]>(client, ['never read'], () => undefined);
  expect(client.getQueryData(['never read'])).toBeUndefined();
});
