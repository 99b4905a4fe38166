// Answers questions to the pricing engine, inside its thread. The messages to that thread and back are at the end.

import type { PlainValue, PricingQuestion, PricingQuestions } from '#domain/ports/pricing/engine.ts';
import { advise } from '#domain/pricing/advice/advice.ts';
import { analyzeListing } from '#domain/pricing/advice/analysis.ts';
import { shownPrice } from '#domain/pricing/advice/shown-prices.ts';
import { judgeFold } from '#domain/pricing/backtest/backtest.ts';
import { outsideMessage } from '#domain/pricing/evidence/support.ts';
import type { Comparable } from '#domain/pricing/facts/comparable.ts';
import type { PricingFit, Valuation } from '#domain/pricing/fit/fit.ts';

type Answers = {
  [Q in PricingQuestion]: (fit: PricingFit, about: PricingQuestions[Q]['question']) => PricingQuestions[Q]['answer'];
};

/** How a fit answers each kind of question. */
export const answers: Answers = {
  appraise(fit, { item, count }) {
    const ask = fit.estimate(item, 'ask');
    const near = fit.nearest(item, count);
    const value = fit.estimate(item);
    return {
      value: plain(value),
      outside:
        value.kind === 'abstained'
          ? []
          : outsideMessage(shownPrice(value.price), near, { ...value.evidence, called: 'This price' }),
      usualAsk: ask.kind === 'abstained' ? null : ask.price,
      near: near.map(({ comparable }) => comparable),
      agreement: near[0]?.agreement ?? null,
    };
  },
  // Also asked without cases, so that a renewed fit is ready before the seller asks.
  advise(fit, { cases }) {
    fit.prepare();
    return cases.map(({ item, listing, demand }) => {
      const [sale, ask] = [fit.estimate(item), fit.estimate(item, 'ask')];
      return { advice: advise({ listing, value: { sale, ask }, demand }), value: plain(sale) };
    });
  },
  analyze(fit, { of: { item, listing, demand }, now }) {
    const { value, ...analysis } = analyzeListing(fit, { item, listing, demand, now });
    return { ...analysis, value: plain(value), explanation: fit.explain(item) };
  },
  judge: (fit, { sales }) => judgeFold(fit, sales),
};

/** Leaves out functions, because they can't be sent between threads. */
function plain(value: Valuation): PlainValue {
  if (value.kind === 'abstained') return value;
  const { chanceBelow: _, amountAt: __, ...rest } = value;
  return rest;
}

/** Messages to the engine. Comparables are sent in parts, so that neither thread is blocked for long. */
export type ToEngine =
  | { kind: 'ask'; id: number; key: string; version: string; question: PricingQuestion; about: unknown }
  | { kind: 'holds'; id: number; key: string }
  | { kind: 'rows'; batch: number; rows: Comparable[] }
  | { kind: 'fit'; id: number; batch: number; key: string; version: string }
  | { kind: 'forget'; batch: number };

export type FromEngine =
  | { kind: 'answer'; id: number; answer: unknown }
  | { kind: 'unknown_fit'; id: number }
  | { kind: 'fitted'; id: number }
  | { kind: 'failed'; id: number; message: string };
