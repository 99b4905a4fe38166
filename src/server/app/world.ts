// What a caller of `createApp` gives it besides the configuration.
import type { Clock } from '#domain/ports/clock.ts';
import type { KeepAwake, Releases, ThisComputer } from '#domain/ports/this-computer.ts';
import type { Log } from '../adapters/log/log.ts';
import type { PushNetwork } from '../adapters/push/web-push.ts';
import type { CallTimes } from '../adapters/worker-calls/ask-worker.ts';

type Listening = { listen(port: number, host: string): Promise<{ port: number }> };

/** The log, and what tests replace. */
export type World = {
  log: Log;
  clock?: Clock;
  random?: () => number;
  /** Prints a line in the terminal where Hangtag was started, such as the link of a password reset. */
  print?: (line: string) => void;
  /** Is called with the whole app ready, before any bot or job begins. */
  beforeWork?: (server: Listening) => Promise<void>;
  webFolder?: string;
  pushNetwork?: PushNetwork;
  callTimes?: CallTimes;
  computer?: ThisComputer;
  awake?: KeepAwake;
  /** Without it, nobody is asked for a newer version. */
  releases?: Releases;
};

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
