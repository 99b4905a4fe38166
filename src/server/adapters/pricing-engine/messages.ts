// The messages between the server's thread and the pricing engine's thread.

import type { PricingQuestion } from '#domain/ports/pricing/engine.ts';
import type { Comparable } from '#domain/pricing/facts/comparable.ts';

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
