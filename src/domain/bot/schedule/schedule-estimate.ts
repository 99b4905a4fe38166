// How many rounds and shares per day settings lead to, even before they are saved.

import type { Instant } from '../../ports/clock.ts';
import { addDays, dayBounds, shareDay } from '../../time.ts';
import type { BotSettings } from '../bot.ts';
import type { TimelineDay } from './dry-run.ts';
import { drawTimeline } from './timeline.ts';

export type ScheduleEstimate = {
  /** Of the busiest of the next seven whole days. */
  roundsADay: number;
  /** The same under the daily limit, and what the schedule has time for without one. */
  sharesADay: number;
  reachable: number;
};

type Facts = {
  settings: Pick<BotSettings, 'shareFrequency' | 'scheduledSlots' | 'useScheduledSlots' | 'dailyShareLimit'>;
  timezone: string;
  now: Instant;
  listings: number;
  /** Mean pause between two shares, in ms. */
  meanPauseMs: number;
};

/** The busiest of the seven days from tomorrow on, by the same simulation as the day rail. */
export function estimateSchedule(facts: Facts): ScheduleEstimate {
  const free = drawWeek(facts, Number.MAX_SAFE_INTEGER);
  const limited = drawWeek(facts, facts.settings.dailyShareLimit);
  const most = (days: readonly TimelineDay[], of: (day: TimelineDay) => number): number => Math.max(...days.map(of), 0);
  return {
    roundsADay: most(limited, ({ rounds, expected }) =>
      // If a day has too many rounds to draw, neighbors are merged, and their shares show how many there were.
      Math.max(rounds.length, Math.floor(expected / Math.max(facts.listings, 1))),
    ),
    sharesADay: most(limited, ({ expected }) => expected),
    reachable: most(free, ({ expected }) => expected),
  };
}

function drawWeek({ settings, timezone, now, listings, meanPauseMs }: Facts, limit: number): TimelineDay[] {
  const tomorrow = dayBounds(addDays(shareDay(now, timezone), 1), timezone).startsAt;
  const days = drawTimeline({
    // Each day is simulated separately, because a day's limit must not end the week.
    settings: { ...settings, dailyShareLimit: limit, resumeDaily: true },
    timezone,
    now: tomorrow,
    days: 1,
    state: 'waiting',
    pastRounds: [],
    sharesByDate: {},
    limit,
    activeListings: listings,
    // Without a pause, a day would have time for any number of shares.
    meanPauseMs: Math.max(meanPauseMs, 1),
    lastRoundAt: null,
    currentRound: null,
  });
  return days.slice(0, 7);
}
