import type { Advice, Offered } from '../pricing/advice/advice.ts';
import type { MarketAnalysis } from '../pricing/advice/analysis.ts';
import type { Demand } from '../pricing/advice/demand.ts';
import type { Explanation } from '../pricing/evidence/explain.ts';
import type { Comparable, Item } from '../pricing/facts/comparable.ts';
import type { Abstention, Estimate } from '../pricing/fit.ts';
import type { Instant } from './clock.ts';

/** An estimate as it can be sent between threads. */
export type PlainValue = Omit<Estimate, 'chanceBelow' | 'amountAt'> | Abstention;

/** One listing to be judged: what it is, how it is offered, how much it is wanted. */
export type PricingCase = { item: Item; listing: Offered; demand: Demand };

export type PricingQuestions = {
  appraise: { question: { item: Item; count: number }; answer: { value: PlainValue; near: Comparable[] } };
  advise: { question: { cases: PricingCase[] }; answer: { advice: Advice; value: PlainValue }[] };
  analyze: {
    question: { of: PricingCase; now: Instant };
    answer: Omit<MarketAnalysis, 'value'> & { value: PlainValue; explanation: Explanation | null };
  };
};
export type PricingQuestion = keyof PricingQuestions;

/** Comparables to learn from. The same key and version are the same comparables, which are then asked for once. */
export type FitSource = { key: string; version: string; load(): AsyncIterable<Comparable[]> };

/**
 * The pricing engine at run time: learns prices from comparables away from the thread that answers calls, keeps the fits that
 * were used last, and answers from them. Rejects with `Failure('internal')` where it broke twice over one question.
 */
export type PricingEngine = {
  ask<Q extends PricingQuestion>(
    source: FitSource,
    question: Q,
    about: PricingQuestions[Q]['question'],
  ): Promise<PricingQuestions[Q]['answer']>;
  close(): Promise<void>;
};
