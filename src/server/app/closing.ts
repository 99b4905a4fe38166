// Remembers what the program has opened, so that it closes in the reverse order.

import type { Log } from '../adapters/log/log.ts';

type Closable = { close(): Promise<void> | void } | { stop(): Promise<void> | void };

export type Closing = {
  /** The last one opened is closed first. */
  keep<T extends Closable>(opened: T): T;
  /** True from the first call of `closeAll` on. */
  hasBegun(): boolean;
  /** Closes everything, once. A failure is logged and does not keep the others open. */
  closeAll(): Promise<void>;
};

export function createClosing(log: Pick<Log, 'error'>): Closing {
  const opened: Closable[] = [];
  let closed: Promise<void> | null = null;
  const closeOneByOne = async (): Promise<void> => {
    for (const one of opened.splice(0).reverse()) {
      try {
        await ('close' in one ? one.close() : one.stop());
      } catch (error) {
        log.error({ error }, 'Close failed');
      }
    }
  };
  return {
    keep(one) {
      opened.push(one);
      return one;
    },
    hasBegun: () => closed !== null,
    closeAll() {
      closed ??= closeOneByOne();
      return closed;
    },
  };
}
