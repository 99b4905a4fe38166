// The messages between the measuring program and the engine's process.

/** Requests of the measuring program. Each gets one answer. */
export type Ask =
  | {
      kind: 'start';
      /** Contains a password, so it is sent over the channel and never on a command line. */
      databaseUrl: string;
      dataDir: string;
      marketplace: string;
      meanPauseMs: number;
      ledger: 'safe' | 'none';
    }
  | { kind: 'look' }
  /** Starts the counting. */
  | { kind: 'measure' }
  | { kind: 'report' }
  | { kind: 'close' };

export type Report = {
  kind: 'report';
  seconds: number;
  /** Shares that were settled, by outcome. */
  settled: Record<string, number>;
  /** Reservations that were denied, by reason. */
  refused: Record<string, number>;
  /** Milliseconds after a share was due. Exact, because Hangtag's clock counts whole milliseconds. */
  lateness: { count: number; p50: number; p99: number; max: number };
  ledgerCommits: number;
  cpuSeconds: number;
  /** The fraction of time that the event loop was busy. */
  loopBusy: number;
  warnings: Record<string, number>;
};
export type Answer = { kind: 'done' } | { kind: 'look'; bots: number; sent: number } | Report;
