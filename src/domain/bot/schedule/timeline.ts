// The day rail: past rounds, and a simulation of the settings for the days ahead; how many rounds and shares a day settings lead to, even
// before they are saved.

import type { Instant } from '../../ports/clock.ts';
import { addDays, type DateText, dayBounds, shareDay } from '../../time.ts';
import type { BotSettings, RoundSpan } from '../bot.ts';
import { type Calendar, dryRun, type TimelineDay, type TimelineFacts } from './dry-run.ts';

/** How many days after today the plan covers. */
export const daysAhead = 7;
/** The most rounds drawn in a day. A round every minute would make 8,000 of them in the reply. */
const mostRoundsADay = 96;

/**
 * The day rail: what happened, and a simulation of the current settings for the rest of today and the 7 days after it. A stopped
 * bot is drawn as if it started now, if it could, and one that waits for the seller as if it continued now. A round that reaches
 * the day's limit is drawn as cut. After that, the bot is stopped until the seller starts it, or until the next day with
 * `resumeDaily`. A limit that a warning lowered only ends the day. Of the parties that are known, each listing that matches is shared
 * between rounds. Nobody knows who will share what, so each day with shares expects as many share-backs as the seller allows. All pauses have their mean length. A round is listed under the
 * day on which it starts. If a day has more than 96 rounds, neighbors of the same kind are merged.
 */
export function drawTimeline(facts: TimelineFacts): TimelineDay[] {
  const { timezone, now } = facts;
  const today = shareDay(now, timezone);
  const shown = facts.days + daysAhead;
  // Two more days than are shown, so that the last rounds are complete.
  const calendar = makeCalendar(facts, addDays(today, 1 - facts.days), shown + 2);
  const plan = dryRun(facts, calendar, calendar.days[shown - 1]?.endsAt ?? now);

  for (const round of [...facts.pastRounds, ...plan.rounds]) calendar.dayAt(round.startsAt)?.rounds.push(round);
  for (const day of calendar.days) {
    day.rounds = joined(day.rounds);
    const planned = plan.sharesByDate.get(day.date) ?? 0;
    day.expected =
      day.shares + planned + Math.min(backsOn(day, facts, planned), Math.max(0, day.limit - day.shares - planned));
  }
  return calendar.days.slice(0, shown);
}

const backsOn = ({ date }: TimelineDay, { visits, timezone, now }: TimelineFacts, planned: number): number => {
  const today = shareDay(now, timezone);
  if (visits === undefined || planned === 0 || date < today) return 0;
  return date === today ? visits.backLeftToday : visits.backsPerDay;
};

function joined(rounds: RoundSpan[]): RoundSpan[] {
  if (rounds.length <= mostRoundsADay) return rounds;
  const most = Math.ceil(rounds.length / mostRoundsADay);
  const spans: RoundSpan[] = [];
  let count = 0;
  for (const round of rounds) {
    const span = spans.at(-1);
    const isAlike =
      span &&
      span.state === round.state &&
      span.slot === round.slot &&
      span.kind === round.kind &&
      span.party === round.party;
    if (isAlike && count < most) {
      span.endsAt = Math.max(span.endsAt, round.endsAt);
      span.shares += round.shares;
      span.notConfirmed += round.notConfirmed;
      span.refused += round.refused;
      span.planned += round.planned;
      count += 1;
    } else {
      spans.push({ ...round });
      count = 1;
    }
  }
  return spans;
}

function makeCalendar(
  { timezone, sharesByDate, limitByDate, limit }: TimelineFacts,
  first: DateText,
  count: number,
): Calendar {
  const days: TimelineDay[] = [];
  for (let index = 0; index < count; index += 1) {
    const date = addDays(first, index);
    const shares = sharesByDate[date] ?? 0;
    const day = { date, ...dayBounds(date, timezone), shares, expected: shares };
    days.push({ ...day, limit: limitByDate?.[date] ?? limit, rounds: [] });
  }
  // Moments come almost in order, so the day of the last one is the best first guess.
  let guess = 0;
  const holds = (index: number, at: Instant): boolean => {
    const day = days[index];
    return day !== undefined && at >= day.startsAt && at < day.endsAt;
  };
  const dayAt = (at: Instant): TimelineDay | undefined => {
    if (!holds(guess, at)) guess = holds(guess + 1, at) ? guess + 1 : days.findIndex((_, index) => holds(index, at));
    return days[guess];
  };
  return { days, dayAt };
}

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
