// The thread of the pricing engine.

import { parentPort } from 'node:worker_threads';
import type { Comparable } from '#domain/pricing/facts/comparable.ts';
import { fitPricing, type PricingFit } from '#domain/pricing/fit/fit.ts';
import type { FromEngine, ToEngine } from './answer.ts';
import { answers } from './answer.ts';

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
