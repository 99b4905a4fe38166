// The thread of the pricing engine: keeps fits, and answers questions to them.

import { parentPort } from 'node:worker_threads';
import type { PlainValue, PricingQuestion, PricingQuestions } from '#domain/ports/pricing/engine.ts';
import { advise } from '#domain/pricing/advice/advice.ts';
import { analyzeListing } from '#domain/pricing/advice/analysis.ts';
import { shownPrice } from '#domain/pricing/advice/shown-prices.ts';
import { judgeFold } from '#domain/pricing/backtest/backtest.ts';
import { outsideMessage } from '#domain/pricing/evidence/support.ts';
import type { Comparable } from '#domain/pricing/facts/comparable.ts';
import { fitPricing, type PricingFit, type Valuation } from '#domain/pricing/fit/fit.ts';

type Answers = {
  [Q in PricingQuestion]: (fit: PricingFit, about: PricingQuestions[Q]['question']) => PricingQuestions[Q]['answer'];
};

/** How a fit answers each kind of question. */
const answers: Answers = {
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

/** The most rows that the kept fits may have together. Beyond it, the least recently used fit is dropped. */
const mostRows = 60_000;
const mostFits = 60;

/** How long the thread rests after a fit before it returns memory. That takes it up to 0.3 s, in which it answers nothing. */
const trimMemoryAfterMs = 1_000;

type NewestFit = { version: string; fit: PricingFit };
const fits = new Map<string, NewestFit>();
const incoming = new Map<number, Comparable[]>();

function keep(key: string, kept: NewestFit): void {
  fits.delete(key);
  fits.set(key, kept);
  let rows = [...fits.values()].reduce((sum, { fit }) => sum + fit.rowsHeld(), 0);
  for (const [oldest, { fit }] of fits) {
    if (oldest === key || (fits.size <= mostFits && rows <= mostRows)) break;
    fits.delete(oldest);
    rows -= fit.rowsHeld();
  }
}

function reply(message: ToEngine): FromEngine | null {
  switch (message.kind) {
    case 'rows': {
      const rows = incoming.get(message.batch);
      if (rows) rows.push(...message.rows);
      else incoming.set(message.batch, message.rows);
      return null;
    }
    case 'forget':
      incoming.delete(message.batch);
      return null;
    case 'holds':
      return { kind: 'answer', id: message.id, answer: fits.has(message.key) };
    case 'fit': {
      const { id, batch, key, version } = message;
      const rows = incoming.get(batch) ?? [];
      incoming.delete(batch);
      keep(key, { version, fit: fitPricing(rows) });
      return { kind: 'fitted', id };
    }
    case 'ask': {
      const { id, key, version, question, about } = message;
      const kept = fits.get(key);
      if (kept?.version !== version) return { kind: 'unknown_fit', id };
      keep(key, kept);
      const answer = answers[question] as (fit: PricingFit, about: unknown) => unknown;
      return { kind: 'answer', id, answer: answer(kept.fit, about) };
    }
  }
}

let trimming: NodeJS.Timeout | undefined;

/** A fit of 10,000 leaves 60 MB of garbage, and answers allocate too little for V8 to collect it. `npm start` exposes `gc`. */
function trimMemoryAtRest(): void {
  trimming ??= setTimeout(() => {
    trimming = undefined;
    globalThis.gc?.({ type: 'major', flavor: 'last-resort', execution: 'sync' });
  }, trimMemoryAfterMs).unref();
  trimming.refresh();
}

function replyAtAll(message: ToEngine): FromEngine | null {
  try {
    return reply(message);
  } catch (error) {
    if (!('id' in message)) return null;
    return { kind: 'failed', id: message.id, message: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', (message: ToEngine) => {
  const reply = replyAtAll(message);
  if (message.kind === 'fit' || trimming) trimMemoryAtRest();
  if (reply !== null) parentPort?.postMessage(reply);
});
