// The days of the timeline as every part of a screen shows them, and where their rounds and slots are on the rail.

import type { BotStatus, Timeline } from '#contract/bot/bot.ts';
import type { ScheduledSlot } from '#domain/bot/bot.ts';
import { canOpen } from '#domain/bot/schedule/schedule.ts';
import { addDays, dayBounds, instantOf, minutesOf, weekdayOf } from '#domain/time.ts';
import { hourName } from '#web/format/format.ts';
import { useSteadyQuery } from '#web/lib/server/queries.ts';
import { timelineQuery } from '../queries.ts';

export type TimelineDay = Timeline['days'][number];
type Round = TimelineDay['rounds'][number];

/** A tag on the rail. `x` and `width` are in percent of the day's length, `height` and `fill` are from 0 to 1. */
export type RailTag = Round & Record<'x' | 'width' | 'height' | 'fill', number>;

const widestTag = 2.75;
const thinnestTag = 0.7;
/** On a day with more rounds than this, one tag stands for an hour. */
const mostTags = 60;
const hourMs = 3_600_000;

/** A moment's place on the rail, in percent. Days on which the clocks change are 23 or 25 hours long. */
export const placeOf = (at: number, day: Pick<TimelineDay, 'startsAt' | 'endsAt'>): number => {
  const [start, end] = [Date.parse(day.startsAt), Date.parse(day.endsAt)];
  return Math.min(Math.max(((at - start) / (end - start)) * 100, 0), 100);
};

export const railTags = (day: TimelineDay): RailTag[] => {
  const rounds = (day.rounds.length > mostTags ? byHour(day) : day.rounds).filter(
    ({ planned, shares }) => planned + shares > 0,
  );
  const most = Math.max(...rounds.map(sizeOf), 1);
  const places = rounds.map(({ startsAt }) => placeOf(Date.parse(startsAt), day));
  const width = Math.min(Math.max(roomOf(rounds, places) * 0.82, thinnestTag), widestTag);
  // A visit comes right after a round, and hangs beside it.
  let free = 0;
  const hung = places.map((place, index) => {
    const x = rounds[index]?.kind === 'self' ? place : Math.max(place, free);
    free = x + width * 1.1;
    return Math.min(x, 100 - width);
  });
  return rounds.map((round, index) => ({
    ...round,
    x: hung[index] ?? 0,
    width,
    height: 0.42 + 0.58 * (sizeOf(round) / most),
    fill: round.state === 'planned' ? 0 : Math.min(round.shares / Math.max(sizeOf(round), 1), 1),
  }));
};

/** The least that each tag has from one ordinary round to the next, for itself and the visits between them. */
const roomOf = (rounds: readonly Round[], places: readonly number[]): number => {
  const starts = rounds.flatMap(({ kind }, index) => (kind === 'self' ? [index] : []));
  const rooms = starts.slice(1).map((next, index) => {
    const from = starts[index] ?? 0;
    return ((places[next] ?? 0) - (places[from] ?? 0)) / (next - from);
  });
  return Math.min(...rooms, 100);
};

const sizeOf = ({ shares, planned }: Pick<Round, 'shares' | 'planned'>): number => Math.max(planned, shares);

const byHour = (day: TimelineDay): Round[] => {
  const start = Date.parse(day.startsAt);
  const hours = Map.groupBy(day.rounds, ({ startsAt }) => Math.floor((Date.parse(startsAt) - start) / hourMs));
  const sum = (rounds: Round[], value: (round: Round) => number) =>
    rounds.reduce((total, round) => total + value(round), 0);
  const stateOf = (rounds: Round[]): Round['state'] => {
    const has = (state: Round['state']) => rounds.some((round) => round.state === state);
    if (has('running')) return 'running';
    if (!has('planned')) return has('done') ? 'done' : 'cut';
    return rounds.every((round) => round.state === 'planned') ? 'planned' : 'running';
  };
  return [...hours].map(([hour, rounds]) => ({
    kind: rounds.every(({ kind }) => kind === rounds[0]?.kind) ? (rounds[0]?.kind ?? 'self') : 'self',
    startsAt: new Date(start + hour * hourMs).toISOString(),
    endsAt: new Date(start + (hour + 1) * hourMs).toISOString(),
    shares: sum(rounds, ({ shares }) => shares),
    notConfirmed: sum(rounds, ({ notConfirmed }) => notConfirmed),
    refused: sum(rounds, ({ refused }) => refused),
    planned: sum(rounds, sizeOf),
    state: stateOf(rounds),
  }));
};

export type SlotBracket = { key: string; letter: string; from: number; to: number; startsAt: number; endsAt: number };

export const slotLetter = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : `${slotLetter(Math.floor(index / 26) - 1)}${slotLetter(index % 26)}`;

/** The brackets over the rail that show when sharing is allowed. A slot over midnight shows on both days. */
export const slotBrackets = (slots: readonly ScheduledSlot[], day: TimelineDay, timezone: string): SlotBracket[] =>
  slots.flatMap((slot, index) => {
    if (!canOpen(slot)) return [];
    return [addDays(day.date, -1), day.date].flatMap((date) => {
      if (!slot.daysOfWeek.includes(weekdayOf(date))) return [];
      const isOvernight = minutesOf(slot.endTime) < minutesOf(slot.startTime);
      const startsAt = instantOf(date, slot.startTime, timezone);
      const endsAt = instantOf(isOvernight ? addDays(date, 1) : date, slot.endTime, timezone);
      const [from, to] = [placeOf(startsAt, day), placeOf(endsAt, day)];
      return to > from ? [{ key: `${index}-${date}`, letter: slotLetter(index), from, to, startsAt, endsAt }] : [];
    });
  });

const axisHours = [3, 6, 9, 12, 15, 18, 21];

/** The labels of the hours under the rail. They are also right on days when the clocks change. */
export const axisMarks = (date: string, timezone: string): { x: number; label: string }[] => {
  const { startsAt, endsAt } = dayBounds(date, timezone);
  const day = { startsAt: new Date(startsAt).toISOString(), endsAt: new Date(endsAt).toISOString() };
  const inner = axisHours.map((hour) => ({
    x: placeOf(instantOf(date, `${String(hour).padStart(2, '0')}:00`, timezone), day),
    label: hourName(hour),
  }));
  return [{ x: 0, label: hourName(0) }, ...inner, { x: 100, label: hourName(24) }];
};

export const forecast = (day: TimelineDay, sharesToday: number) => {
  const last = day.rounds.findLast(
    ({ state, ...round }) => state === 'planned' || (state === 'running' && leftOf(round) > 0),
  );
  const total = Math.max(day.expected, sharesToday);
  return { total, endsAt: last?.endsAt ?? null, isCut: total >= day.limit };
};

const leftOf = ({ planned, shares, notConfirmed, refused }: Omit<Round, 'state'>): number =>
  planned - shares - notConfirmed - refused;

export const dayOf = (timeline: Timeline, now: number): TimelineDay | undefined =>
  timeline.days.find(({ startsAt, endsAt }) => now >= Date.parse(startsAt) && now < Date.parse(endsAt));

export const nextPlannedRound = (timeline: Timeline, now: number): string | null =>
  timeline.days
    .flatMap(({ rounds }) => rounds)
    .find(({ state, startsAt }) => state === 'planned' && Date.parse(startsAt) > now)?.startsAt ?? null;

export const useTimeline = (status: BotStatus | undefined) => {
  const { data, error, isPending, refetch } = useSteadyQuery(timelineQuery);
  return { data: data && status ? withStatus(data, status) : data, error, isPending, refetch };
};

type Figures = Pick<BotStatus, 'sharesToday' | 'shareStatus' | 'now' | 'meanPauseMs'>;

/**
 * The timeline with the numbers of the status. Both are read on their own, so the plan may be a few shares or a round ahead or
 * behind. What has happened today comes from the status alone, so no two places on the screen differ.
 */
export const withStatus = (timeline: Timeline, status: Figures): Timeline => {
  const now = Date.parse(status.now);
  const today = dayOf(timeline, now);
  const days = timeline.days.map((day) => {
    // A round ahead that the limit will cut is as planned as the others.
    const rounds = day.rounds.map((round): Round => {
      const isAhead = round.state === 'cut' && Date.parse(round.startsAt) >= now;
      return isAhead ? { ...round, state: 'planned' } : round;
    });
    return day === today
      ? { ...day, shares: status.sharesToday, rounds: withRunningRound(rounds, day, status) }
      : { ...day, rounds };
  });
  return { ...timeline, days };
};

const withRunningRound = (
  drawn: Round[],
  day: Pick<TimelineDay, 'startsAt'>,
  { shareStatus, now, meanPauseMs }: Figures,
): Round[] => {
  const { completedShares: shares, notConfirmed, refused, totalListings: planned, left, startedAt } = shareStatus;
  const figures = { shares, notConfirmed, refused };
  const [begun, present] = [Date.parse(startedAt ?? ''), Date.parse(now)];
  const isMissing =
    shareStatus.isUnderWay &&
    begun >= Date.parse(day.startsAt) &&
    drawn.every((round) => Date.parse(round.startsAt) !== begun);
  const rounds = drawn.flatMap((round): Round[] => {
    const startsAt = Date.parse(round.startsAt);
    if (startsAt === begun && shareStatus.isUnderWay) return [{ ...round, ...figures, state: 'running' }];
    if (startsAt === begun && round.state === 'running')
      return [{ ...round, ...figures, state: left === 0 ? 'done' : 'cut' }];
    // It has ended since, or the status does not know it yet.
    if (round.state === 'running')
      return [startsAt < begun ? { ...round, state: 'done' } : { ...round, ...none, state: 'planned' }];
    // This is the round that has begun since.
    return isMissing && round.state === 'planned' && startsAt <= present ? [] : [round];
  });
  if (!isMissing || startedAt === undefined) return rounds;
  const endsAt = new Date(present + left * meanPauseMs).toISOString();
  const { kind, party } = shareStatus;
  const running: Round = { kind, party, startsAt: startedAt, endsAt, ...figures, planned, state: 'running' };
  return [...rounds, running].toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt));
};

const none = { shares: 0, notConfirmed: 0, refused: 0 };
