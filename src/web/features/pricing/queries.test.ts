import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { analysisQuery, forgetAdvice, pricingKeys } from './queries.ts';

it('after floors are set, neither the optimizer nor an analysis shows what it suggested for them before, and the rest of the run stays', () => {
  const client = new QueryClient();
  client.setQueryData(pricingKeys.optimization, {
    request: { strategy: 'random', limit: 5 },
    result: {
      optimizedCount: 2,
      summary: {
        increaseRecommendations: 1,
        decreaseRecommendations: 1,
        maintainRecommendations: 0,
        averageConfidence: 80,
      },
      optimizations: [
        { listingId: '1', category: 'increase', suggestedPrice: 40 },
        { listingId: '2', category: 'decrease', suggestedPrice: 25 },
      ],
    },
  });
  client.setQueryData<unknown>(pricingKeys.analysis('1'), { suggestedPrice: 40 });
  client.setQueryData<unknown>(pricingKeys.analysis('2'), { suggestedPrice: 25 });
  forgetAdvice(client, new Set(['1']));
  expect(client.getQueryData(pricingKeys.optimization)).toMatchObject({
    request: { strategy: 'random' },
    result: {
      optimizedCount: 1,
      summary: { increaseRecommendations: 0, decreaseRecommendations: 1 },
      optimizations: [{ listingId: '2' }],
    },
  });
  expect(client.getQueryData(analysisQuery('1').queryKey)).toBeUndefined();
  expect(client.getQueryData(analysisQuery('2').queryKey)).toEqual({ suggestedPrice: 25 });
});
