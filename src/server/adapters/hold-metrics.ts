// Shows the hold of all bots as a Prometheus metric.

import { Gauge, type Registry } from 'prom-client';

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
