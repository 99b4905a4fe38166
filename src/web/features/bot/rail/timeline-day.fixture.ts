// A day of the timeline with its rounds, for tests.
import type { TimelineDay } from './rail-geometry.ts';

export const zone = 'America/New_York';
/** Thursday, March 5, 2026: midnight in New York is 05:00 UTC. */
export const day = (rounds: TimelineDay['rounds'], limit = 1000): TimelineDay => ({
  date: '2026-03-05',
  startsAt: '2026-03-05T05:00:00.000Z',
  endsAt: '2026-03-06T05:00:00.000Z',
  shares: 0,
  expected: 258,
  limit,
  rounds,
});
export const round = (
  hour: number,
  shares: number,
  planned: number,
  state: 'done' | 'running' | 'planned' | 'cut',
) => ({
  kind: 'self' as const,
  startsAt: new Date(Date.parse('2026-03-05T05:00:00.000Z') + hour * 3_600_000).toISOString(),
  endsAt: new Date(Date.parse('2026-03-05T05:00:00.000Z') + hour * 3_600_000 + 300_000).toISOString(),
  shares,
  notConfirmed: 0,
  refused: 0,
  planned,
  state,
});
