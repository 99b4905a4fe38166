// Counts failed maintenance steps as a Prometheus metric.

import { Counter, type Registry } from 'prom-client';

export const maintenanceFigures = (registry: Registry) => {
  const failures = new Counter({
    name: 'hangtag_maintenance_failures_total',
    help: 'Maintenance steps that failed, by step.',
    labelNames: ['step'],
    registers: [registry],
  });
  return { maintenanceFailed: (step: string): void => failures.inc({ step }) };
};
