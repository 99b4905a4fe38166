// What a caller of `createApp` gives it besides the configuration.

import type { Clock } from '#domain/ports/clock.ts';
import type { KeepAwake } from '#domain/ports/keep-awake.ts';
import type { Releases, ThisComputer } from '#domain/ports/this-computer.ts';
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
