// Remembers what the program has opened, so that it closes in the reverse order.

import type { Log } from '../adapters/log/log.ts';

type Closable = { close(): Promise<void> | void } | { stop(): Promise<void> | void };

export function createClosing(log: Pick<Log, 'error'>) {
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
    /** The last one opened is closed first. */
    keep<T extends Closable>(one: T): T {
      opened.push(one);
      return one;
    },
    /** True from the first call of `closeAll` on. */
    hasBegun: (): boolean => closed !== null,
    /** Closes everything, once. A failure is logged and does not keep the others open. */
    closeAll(): Promise<void> {
      closed ??= closeOneByOne();
      return closed;
    },
  };
}

export type Closing = ReturnType<typeof createClosing>;
