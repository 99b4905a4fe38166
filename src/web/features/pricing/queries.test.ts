import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { analysisQuery, forgetAdvice, pricingKeys } from './queries.ts';

it('after floors are set, neither the optimizer nor an analysis shows what it suggested before', () => {
  const client = new QueryClient();
  client.setQueryData(pricingKeys.optimization, {
    result: { optimizations: [{ listingId: '1', suggestedPrice: 40 }] },
  });
  client.setQueryData<unknown>(pricingKeys.analysis('1'), { suggestedPrice: 40 });
  client.setQueryData<unknown>(pricingKeys.analysis('2'), { suggestedPrice: 25 });
  forgetAdvice(client, new Set(['1']));
  expect(client.getQueryData(pricingKeys.optimization)).toBeNull();
  expect(client.getQueryData(analysisQuery('1').queryKey)).toBeUndefined();
  expect(client.getQueryData(analysisQuery('2').queryKey)).toEqual({ suggestedPrice: 25 });
});
