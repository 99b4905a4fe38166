// The messages between the bench and the process that plays the browsers.

/** Each one gets one answer. */
export type Order =
  | {
      kind: 'open';
      ports: number[];
      /** One session token per dashboard. */
      tokens: string[];
    }
  | {
      kind: 'poll';
      /** Polled for longer by `warmUpMs`, before that. */
      seconds: number;
      warmUpMs: number;
      everyMs: number;
      /** Also reads the status when a live update says that the bot or its shares changed, as the app does. */
      isLive: boolean;
    };

/** Milliseconds from when a poll was due to the last byte of its answer. */
type Latency = { count: number; p50: number; p99: number; max: number };

export type Outcome =
  | { kind: 'open'; open: number }
  | {
      kind: 'polled';
      open: number;
      seconds: number;
      /** By status, or `lost`. */
      answers: Record<string, number>;
      /** Before the end of the warm-up, and after it. */
      coldLatency: Latency;
      latency: Latency;
      /** Live updates. */
      events: number;
      cpuSeconds: number;
    };
