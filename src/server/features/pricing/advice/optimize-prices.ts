// The optimizer: advises on the prices of several listings at once.

import type { Optimization, OptimizationResult } from '#contract/pricing/advice.ts';
import { Failure } from '#domain/failure.ts';
import { chooseListings, type Strategy } from '#domain/pricing/advice/choose-listings.ts';
import { caseReader, findActivePriced, today } from '../cases/listing-case.ts';
import { fitSource, linkedSourceOf } from '../comparables/training-source.ts';
import { type PricingContext, studyLater } from '../context/pricing-context.ts';
import { type NewAdvice, saveAdvice } from './advice-store.ts';
import { optimizationToDto } from './advice-to-dto.ts';
import { toNewAdvice } from './new-advice.ts';

/** Throws `closet_not_connected`, `no_listings`. */
export async function optimizePrices(
  context: PricingContext,
  userId: string,
  { strategy, limit }: { strategy: Strategy; limit: number },
): Promise<OptimizationResult> {
  const { database, clock, engine, random } = context;
  const source = await linkedSourceOf(context, userId);
  const now = today(clock);
  // Advice is as old as what it rests on: a price that is changed while it is computed was changed after it.
  const askedAt = clock.now();
  const active = await findActivePriced(database, source, now);
  if (active.length === 0) throw new Failure('no_listings', 'You have no active listings. Sync your closet first.');
  const chosen = chooseListings(active, { strategy, limit, now: askedAt, random });

  const cases = chosen.map(caseReader(userId, active, { today: now, now: askedAt }));
  const fit = await fitSource(context, source);
  const answers = await engine.ask(fit, 'advise', { cases });
  const advised: { stored: NewAdvice; dto: Optimization }[] = chosen.flatMap((listing, at) => {
    const [answer, demand] = [answers[at], cases[at]?.demand];
    if (answer === undefined || demand === undefined) return [];
    const details = { ...answer, demand };
    return {
      stored: toNewAdvice(listing, { ...details, origin: 'optimizer', version: fit.version, now }),
      dto: optimizationToDto(listing, details),
    };
  });
  await saveAdvice(database, { userId, advised: advised.map(({ stored }) => stored), now: askedAt });
  await studyLater(context, userId);
  const optimizations = advised.map(({ dto }) => dto);
  return { optimizedCount: optimizations.length, summary: summaryOf(optimizations), optimizations };
}

export function summaryOf(optimizations: readonly Optimization[]): OptimizationResult['summary'] {
  const count = (direction: Optimization['category']): number =>
    optimizations.filter(({ category }) => category === direction).length;
  const confidence = optimizations.reduce((sum, one) => sum + one.confidence, 0) / Math.max(optimizations.length, 1);
  return {
    increaseRecommendations: count('increase'),
    decreaseRecommendations: count('decrease'),
    maintainRecommendations: count('maintain'),
    averageConfidence: Math.round(confidence * 100),
  };
}
