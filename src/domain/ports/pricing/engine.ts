// Port: the pricing engine at run time.

import type { Cents } from '../../money.ts';
import type { Advice } from '../../pricing/advice/advice.ts';
import type { MarketAnalysis } from '../../pricing/advice/analysis.ts';
import type { Offered } from '../../pricing/advice/decide.ts';
import type { Demand } from '../../pricing/advice/demand.ts';
import type { JudgedSale, SoldItem } from '../../pricing/backtest/backtest.ts';
import type { Agreement } from '../../pricing/evidence/agreement-index.ts';
import type { Explanation } from '../../pricing/evidence/explain.ts';
import type { Comparable, Item } from '../../pricing/facts/comparable.ts';
import type { Abstention, Estimate } from '../../pricing/fit/fit.ts';
import type { Instant } from '../clock.ts';

/** An estimate in a form that can be sent between threads. */
export type PlainValue = Omit<Estimate, 'chanceBelow' | 'amountAt'> | Abstention;

/** A listing to be priced: the item, its price and age, and the demand for it. */
export type PricingCase = { item: Item; listing: Offered; demand: Demand };

/** What an item in no closet would sell for and be listed for, and the comparables to show, nearest first. */
export type Appraisal = {
  value: PlainValue;
  /** What sellers usually ask for it; null if the engine abstains. */
  usualAsk: Cents | null;
  near: Comparable[];
  /** What all of `near` have in common with the item; null without any. */
  agreement: Agreement | null;
  /** Why the price is outside all of `near`, if it is. */
  outside: string[];
};

export type PricingQuestions = {
  appraise: { question: { item: Item; count: number }; answer: Appraisal };
  advise: { question: { cases: PricingCase[] }; answer: { advice: Advice; value: PlainValue }[] };
  analyze: {
    question: { of: PricingCase; now: Instant };
    answer: Omit<MarketAnalysis, 'value'> & { value: PlainValue; explanation: Explanation | null };
  };
  /** What a fit that has seen none of these sales says of them. */
  judge: { question: { sales: SoldItem[] }; answer: JudgedSale[] };
};
export type PricingQuestion = keyof PricingQuestions;

/** Comparables to learn from. They are loaded once per key and version. */
export type FitSource = { key: string; version: string; load(): AsyncIterable<Comparable[]> };

/**
 * The pricing engine at run time: fits prices to comparables outside the main thread, caches the most recently used fits, and
 * answers from them. Rejects with `Failure('internal')` if it crashed twice on one question.
 */
export type PricingEngine = {
  ask<Q extends PricingQuestion>(
    source: FitSource,
    question: Q,
    about: PricingQuestions[Q]['question'],
  ): Promise<PricingQuestions[Q]['answer']>;
  /**
   * Makes the fit for comparables that have changed, so that the next question doesn't wait for it. Does nothing if nobody has
   * asked about this key lately, because most sellers who sync look at no price, and a fit takes up to a second.
   */
  renew(source: FitSource): Promise<void>;
  close(): Promise<void>;
};
