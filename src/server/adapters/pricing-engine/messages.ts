import type { PricingQuestion } from '#domain/ports/pricing-engine.ts';
import type { Comparable } from '#domain/pricing/facts/comparable.ts';

/** What the server's thread says to the engine's. Comparables come in pieces, so that none of them holds a thread up. */
export type ToEngine =
  | { kind: 'ask'; id: number; key: string; version: string; question: PricingQuestion; about: unknown }
  | { kind: 'rows'; batch: number; rows: Comparable[] }
  | { kind: 'fit'; id: number; batch: number; key: string; version: string }
  | { kind: 'forget'; batch: number };

export type FromEngine =
  | { kind: 'answer'; id: number; answer: unknown }
  | { kind: 'unknown_fit'; id: number }
  | { kind: 'fitted'; id: number }
  | { kind: 'failed'; id: number; message: string };
