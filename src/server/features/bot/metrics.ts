// What the bot's workers count and log.

import type { Outcome } from './ledger/store.ts';

/** A worker's counts, for the metrics. */
export type Measure = {
  shareSettled(outcome: Outcome): void;
  /** How much later than it was due a share was sent, in ms. */
  late(ms: number): void;
  /** A reservation was refused, and why. */
  notReserved(why: string): void;
};

export const noMeasure: Measure = { shareSettled() {}, late() {}, notReserved() {} };

/** A worker's log. `fields` hold no secret. */
export type BotLog = {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};
