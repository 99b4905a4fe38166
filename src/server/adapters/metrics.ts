// What Hangtag shows to Prometheus: its bots, its hold, and its maintenance.

import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

export type BotFigures = ReturnType<typeof botFigures>;

/** Counts what workers report. A user id is never a label. */
export const botFigures = (registry: Registry) => {
  const registers = [registry];
  const shares = new Counter({
    name: 'hangtag_shares_total',
    help: 'Shares that were settled, by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const refused = new Counter({
    name: 'hangtag_reservations_refused_total',
    help: 'Reservations that were not given, by reason.',
    labelNames: ['why'],
    registers,
  });
  const lateness = new Histogram({
    name: 'hangtag_share_lateness_seconds',
    help: 'How much later than it was due a share was sent.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.25, 0.5, 1, 2, 5, 15, 60],
    registers,
  });
  return {
    measure: {
      shareSettled: (outcome: string) => shares.inc({ outcome }),
      late: (ms: number) => lateness.observe(ms / 1000),
      notReserved: (why: string) => refused.inc({ why }),
    },
    /** Gauges that are read at scrape time. */
    watch(worker: {
      readonly bots: number;
      readonly commits: number;
      isCircuitOpen(practice: boolean): boolean;
    }): void {
      new Gauge({
        name: 'hangtag_bots_claimed',
        help: 'Running bots that this worker works for.',
        registers,
        collect() {
          this.set(worker.bots);
        },
      });
      new Gauge({
        name: 'hangtag_ledger_commits',
        help: 'Transactions of the share ledger since the start.',
        registers,
        collect() {
          this.set(worker.commits);
        },
      });
      new Gauge({
        name: 'hangtag_marketplace_held',
        help: '1 while a marketplace refuses many sellers, all its bots wait, and one share at a time tries it.',
        labelNames: ['marketplace'],
        registers,
        collect() {
          this.set({ marketplace: 'real' }, Number(worker.isCircuitOpen(false)));
          this.set({ marketplace: 'practice' }, Number(worker.isCircuitOpen(true)));
        },
      });
    },
  };
};

export function watchHold(registry: Registry, heldMs: () => number): void {
  new Gauge({
    name: 'hangtag_hold_seconds',
    help: 'For how long this process has held all bots for the operator. 0 if it does not.',
    registers: [registry],
    collect() {
      this.set(heldMs() / 1000);
    },
  });
}

/** `logDamagedAt`: in ms; null if it never happened, or if there is no embedded database. */
export function watchDatabaseLog(registry: Registry, logDamagedAt: () => number | null): void {
  new Gauge({
    name: 'hangtag_database_log_damaged_timestamp_seconds',
    help: 'When the embedded database last found the end of its log damaged after a crash. 0 if it never did.',
    registers: [registry],
    collect() {
      this.set((logDamagedAt() ?? 0) / 1000);
    },
  });
}

export const maintenanceFigures = (registry: Registry) => {
  const failures = new Counter({
    name: 'hangtag_maintenance_failures_total',
    help: 'Maintenance steps that failed, by step.',
    labelNames: ['step'],
    registers: [registry],
  });
  return { maintenanceFailed: (step: string): void => failures.inc({ step }) };
};
