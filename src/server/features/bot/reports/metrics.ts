// The metrics and the log of the bot's workers.

import type { ShareOutcome } from '#domain/bot/backoff.ts';

export type Measure = {
  shareSettled(outcome: ShareOutcome): void;
  /** How late a share was sent, in ms. */
  late(ms: number): void;
  notReserved(why: string): void;
};

/** A worker's log. `fields` contain no secrets. */
export type BotLog = {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};
