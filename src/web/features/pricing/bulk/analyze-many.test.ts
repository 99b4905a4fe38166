import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { guestPart } from '#contract/cost.ts';
import type { Listing } from '#contract/listings/listings.ts';
import { adviceRoutes } from '#contract/pricing/advice.ts';
import { analysisRate, createAnalyses, createPace } from './analyze-many.ts';

it('a call that the server refuses after Cancel does not begin again', async () => {
  const asked = Promise.withResolvers<(reply: Response) => void>();
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => asked.resolve(resolve)));
  const analyses = createAnalyses(new QueryClient(), { id: '7', isGuest: false });
  analyses.start([{ id: '1', title: 'Silk slip dress', price: 20 } as Listing]);
  const reply = await asked.promise;
  analyses.cancel();
  const headers = { 'content-type': 'application/json', 'retry-after': '0' };
  reply(new Response('{"error":"too_many_requests","message":"No."}', { status: 429, headers }));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(analyses.run()).toMatchObject({ kind: 'canceled' });
  vi.unstubAllGlobals();
});

it('calls are made at once up to the burst, and then evenly', () => {
  const { take } = createPace({ burst: 2, everyMs: 500 });
  expect([take(0), take(0), take(0), take(300)]).toEqual([0, 0, 500, 200]);
  expect([take(500), take(500), take(1000)]).toEqual([0, 500, 0]);
});

it('calls that were not made come back, up to the burst', () => {
  const { take } = createPace({ burst: 2, everyMs: 500 });
  expect([take(0), take(10_000), take(10_000), take(10_000)]).toEqual([0, 0, 0, 500]);
});

it('the time left is when the last call is made', () => {
  const pace = createPace({ burst: 2, everyMs: 500 });
  expect([pace.leftMs(0, 0), pace.leftMs(1, 0), pace.leftMs(2, 0), pace.leftMs(5, 0)]).toEqual([0, 0, 0, 1500]);
  const left = pace.leftMs(5, 0);
  let now = 0;
  for (let calls = 0; calls < 5; calls += 1) for (let ms = pace.take(now); ms > 0; ms = pace.take(now)) now += ms;
  expect(now).toBe(left);
});

it.each([
  ['a seller', analysisRate.account, 1],
  ['a guest', analysisRate.guest, guestPart],
] as const)('the analyses of %s leave a fifth of the budget to what is clicked on', (_who, rate, part) => {
  const { account: budget } = adviceRoutes.analyzeListing.cost;
  if (budget === null) throw new Error('Analyses have no budget.');
  const pace = createPace(rate);
  let inFirstMinute = 0;
  for (let now = 0; now < budget.withinMs; ) {
    const waitMs = pace.take(now);
    if (waitMs === 0) inFirstMinute += 1;
    now += waitMs;
  }
  expect(inFirstMinute).toBeLessThanOrEqual((budget.most / part) * 0.84);
  // Nor does it take less than half of what it may.
  expect(inFirstMinute).toBeGreaterThan(budget.most / part / 2);
});
