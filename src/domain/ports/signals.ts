// Port: signals between processes, sent with a commit.

import type { Queryable } from './database.ts';

export type Listening = {
  /**
   * Resolves at the next signal, at once if one came since the last call, or after `ms`. True if there may be something to look
   * at: after a signal, or if signals don't arrive at the moment.
   */
  next(ms: number): Promise<boolean>;
  /** As if a signal came. */
  wake(): void;
  end(): void;
};

/** A signal says that something may have changed, and nothing else. One may be lost, and one may come without a cause. */
export type Signals = {
  /** Reaches listeners in all processes once the transaction commits. */
  send(db: Queryable, topic: string): Promise<void>;
  listen(topic: string): Listening;
  close(): Promise<void>;
};
