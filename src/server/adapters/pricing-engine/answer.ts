// Answers questions to the pricing engine, inside its thread.

import type { PlainValue, PricingQuestion, PricingQuestions } from '#domain/ports/pricing-engine.ts';
import { advise } from '#domain/pricing/advice/advice.ts';
import { analyzeListing } from '#domain/pricing/advice/analysis.ts';
import type { PricingFit, Valuation } from '#domain/pricing/fit.ts';

type Answers = {
  [Q in PricingQuestion]: (fit: PricingFit, about: PricingQuestions[Q]['question']) => PricingQuestions[Q]['answer'];
};

/** How a fit answers each kind of question. */
export const answers: Answers = {
  appraise: (fit, { item, count }) => ({
    value: plain(fit.estimate(item)),
    near: fit.nearest(item, count).map(({ comparable }) => comparable),
  }),
  // Also asked without cases, so that the fit is ready before the seller asks.
  advise(fit, { cases }) {
    fit.prepare();
    return cases.map(({ item, listing, demand }) => {
      const value = fit.estimate(item);
      return { advice: advise(listing, value, demand), value: plain(value) };
    });
  },
  analyze(fit, { of: { item, listing, demand }, now }) {
    const { value, ...analysis } = analyzeListing(fit, { item, listing, demand, now });
    return { ...analysis, value: plain(value), explanation: fit.explain(item) };
  },
};

/** Leaves out functions, because they can't be sent between threads. */
function plain(value: Valuation): PlainValue {
  if (value.kind === 'abstained') return value;
  const { chanceBelow: _, amountAt: __, ...rest } = value;
  return rest;
}
