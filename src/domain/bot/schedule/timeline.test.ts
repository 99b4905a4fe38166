import { describe, expect, it } from 'vitest';
import { type RoundSpan, type ScheduledSlot, standardSettings } from '../bot.ts';
import type { TimelineFacts } from './dry-run.ts';
import { facts, hourMs, minuteMs, now, slot } from './schedule.fixture.ts';
import { drawTimeline, estimateSchedule } from './timeline.ts';

const clock = (instant: number): string => new Date(instant).toISOString().slice(11, 19);
/** A round that began a minute ago. */
const running = (counts: { shares: number; notConfirmed?: number; refused?: number; left: number }) => ({
  kind: 'self' as const,
  startedAt: now - minuteMs,
  cutsAt: null,
  notConfirmed: 0,
  refused: 0,
  planned: 60,
  ...counts,
});
const written = ({ startsAt, endsAt, shares, planned, state }: RoundSpan): string =>
  `${clock(startsAt)}-${clock(endsAt)} ${shares}/${planned} ${state}`;
const today = (given: Partial<TimelineFacts>): string[] =>
  drawTimeline({ ...facts, ...given })[(given.days ?? facts.days) - 1]?.rounds.map(written) ?? [];

describe('today on the day rail', () => {
  it('before the first start shows what would happen if the bot were started now', () => {
    expect(today({ state: 'stopped' })).toEqual([
      '12:00:00-12:01:58 0/60 planned',
      '16:00:00-16:01:58 0/60 planned',
      '20:00:00-20:01:58 0/60 planned',
    ]);
  });

  it('continues from the last round while the bot waits', () => {
    expect(today({ lastRoundAt: now - hourMs })).toEqual([
      '15:00:00-15:01:58 0/60 planned',
      '19:00:00-19:01:58 0/60 planned',
      '23:00:00-23:01:58 0/60 planned',
    ]);
  });

  it('shows past, current, and planned rounds', () => {
    const done: RoundSpan = {
      kind: 'self',
      startsAt: now - 5 * hourMs,
      endsAt: now - 4 * hourMs,
      shares: 58,
      notConfirmed: 0,
      refused: 2,
      planned: 60,
      state: 'done',
    };
    const currentRound = running({ shares: 20, notConfirmed: 1, refused: 1, left: 38 });
    expect(today({ state: 'sharing', pastRounds: [done], currentRound, lastRoundAt: now - minuteMs })).toEqual([
      '07:00:00-08:00:00 58/60 done',
      '11:59:00-12:01:14 20/60 running',
      '15:59:00-16:00:58 0/60 planned',
      '19:59:00-20:00:58 0/60 planned',
      '23:59:00-00:00:58 0/60 planned',
    ]);
  });

  it('waits for the end of a pause', () => {
    expect(today({ state: 'paused', resumesAt: now + 10 * hourMs })).toEqual(['22:00:00-22:01:58 0/60 planned']);
  });

  it('starts the next round after one that took longer than the frequency', () => {
    const settings = { ...standardSettings, shareFrequency: 60 };
    expect(today({ settings, activeListings: 100, meanPauseMs: minuteMs, now: now + 8 * hourMs })).toEqual([
      '20:00:00-21:39:00 0/100 planned',
      '21:39:00-23:19:00 0/100 planned',
      '23:19:00-00:59:00 0/100 planned',
    ]);
  });

  it('cuts the round that reaches the limit, and plans none after it', () => {
    const days = drawTimeline({ ...facts, limit: 100, sharesByDate: { '2026-11-23': 10 } });
    expect(days[0]?.rounds.map(written)).toEqual(['12:00:00-12:01:58 0/60 planned', '16:00:00-16:00:58 0/30 cut']);
    expect(days[1]?.rounds.map(written)).toEqual(['00:00:00-00:01:58 0/60 planned', '04:00:00-04:01:18 0/40 cut']);
  });

  describe('after the seller’s own limit is used up', () => {
    const settings = { ...standardSettings, dailyShareLimit: 100 };
    const rounds = (given: Partial<TimelineFacts>) =>
      drawTimeline({ ...facts, limit: 100, settings, sharesByDate: { '2026-11-23': 10 }, ...given }).map((day) =>
        day.rounds.map(written),
      );
    const cutToday = ['12:00:00-12:01:58 0/60 planned', '16:00:00-16:00:58 0/30 cut'];
    const wholeDay = ['00:00:00-00:01:58 0/60 planned', '04:00:00-04:01:18 0/40 cut'];

    it('plans no round on a later day, because the bot stops', () => {
      expect(rounds({})).toEqual([cutToday, ...Array.from({ length: 7 }, () => [])]);
    });

    it('plans none if a round ends exactly at the limit', () => {
      const [today, ...later] = rounds({ sharesByDate: { '2026-11-23': 40 } });
      expect(today).toEqual(['12:00:00-12:01:58 0/60 planned']);
      expect(later.flat()).toEqual([]);
    });

    it('starts a fresh round at each midnight with resumeDaily', () => {
      const resumed = rounds({ settings: { ...settings, resumeDaily: true }, lastRoundAt: now - 240 * minuteMs });
      expect(resumed).toEqual([cutToday, ...Array.from({ length: 7 }, () => wholeDay)]);
    });

    it('continues the next day if only a lowered limit is used up', () => {
      expect(rounds({ settings: { ...settings, dailyShareLimit: 200 } })[1]).toEqual(wholeDay);
    });

    it('plans nothing for a stopped bot that can’t be started today', () => {
      const full = { state: 'stopped' as const, sharesByDate: { '2026-11-23': 100 } };
      expect(rounds(full).flat()).toEqual([]);
      expect(rounds({ ...full, settings: { ...settings, resumeDaily: true } }).flat()).toEqual([]);
    });

    it('starts at the planned start of a stopped bot', () => {
      const planned = {
        state: 'stopped' as const,
        sharesByDate: { '2026-11-23': 100 },
        startsAgainAt: now + 12 * hourMs,
      };
      expect(rounds({ ...planned, settings: { ...settings, resumeDaily: true } })).toEqual([
        [],
        ...Array.from({ length: 7 }, () => wholeDay),
      ]);
      // A raised limit leaves room today, but the start stays where it was planned.
      expect(rounds({ ...planned, limit: 10_000, settings: { ...standardSettings, resumeDaily: true } })[0]).toEqual(
        [],
      );
    });

    it('stops after the running round if that uses it up', () => {
      const currentRound = running({ shares: 20, left: 40 });
      const given = { state: 'sharing' as const, currentRound, sharesByDate: { '2026-11-23': 80 } };
      expect(rounds(given).flat()).toEqual(['11:59:00-12:00:38 20/60 running']);
    });
  });

  it('plans nothing more if the limit is used up', () => {
    expect(today({ limit: 50, sharesByDate: { '2026-11-23': 50 } })).toEqual([]);
    expect(today({ limit: 50, sharesByDate: { '2026-11-23': 70 } })).toEqual([]);
  });

  it('draws the rest of the running round and all rounds after it, without a cut', () => {
    const currentRound = running({ shares: 20, left: 40 });
    const given = { state: 'sharing' as const, currentRound, lastRoundAt: now - minuteMs };
    expect(today({ ...given, sharesByDate: { '2026-11-23': 120 } })).toEqual([
      '11:59:00-12:01:18 20/60 running',
      '15:59:00-16:00:58 0/60 planned',
      '19:59:00-20:00:58 0/60 planned',
      '23:59:00-00:00:58 0/60 planned',
    ]);
  });

  it('cuts a round when its slot closes, and names the slot', () => {
    const settings = {
      ...standardSettings,
      useScheduledSlots: true,
      scheduledSlots: [slot('18:00', '18:01'), slot('13:00', '14:00')],
    };
    const days = drawTimeline({ ...facts, settings });
    expect(days[0]?.rounds.map(written)).toEqual(['13:00:00-13:01:58 0/60 planned', '18:00:00-18:01:00 0/30 cut']);
    expect(days[0]?.rounds.map((round) => round.slot)).toEqual([1, 0]);
  });

  it('is empty without listings', () => {
    expect(today({ activeListings: 0 })).toEqual([]);
  });
});

describe('the days', () => {
  it('are as many as requested up to today, and 7 ahead', () => {
    const days = drawTimeline({
      ...facts,
      days: 3,
      sharesByDate: { '2026-11-21': 7 },
      limitByDate: { '2026-11-24': 80 },
    });
    expect(days.map(({ date, shares, limit }) => `${date} ${shares} ${limit}`)).toEqual([
      '2026-11-21 7 10000',
      '2026-11-22 0 10000',
      '2026-11-23 0 10000',
      '2026-11-24 0 80',
      ...['25', '26', '27', '28', '29', '30'].map((day) => `2026-11-${day} 0 10000`),
    ]);
    expect(days[3]?.rounds.map(({ planned }) => planned).reduce((sum, planned) => sum + planned, 0)).toBe(80);
  });

  it('start and end by the seller’s clocks', () => {
    const days = drawTimeline({ ...facts, timezone: 'America/New_York', now: Date.parse('2026-10-30T12:00:00Z') });
    const day = days.find(({ date }) => date === '2026-11-01');
    expect(((day?.endsAt ?? 0) - (day?.startsAt ?? 0)) / hourMs).toBe(25);
  });

  it('with too many rounds to draw merge neighbors, and lose no share', () => {
    const settings = { ...standardSettings, shareFrequency: 2 };
    const currentRound = { ...running({ shares: 3, left: 4 }), startedAt: now - 5000, planned: 7 };
    const days = drawTimeline({ ...facts, settings, activeListings: 7, lastRoundAt: now - 5000, currentRound });
    const [first, second] = days;
    expect(first?.rounds[0]).toMatchObject({ state: 'running', shares: 3, planned: 7 });
    expect(first?.rounds).toHaveLength(91);
    expect(second?.rounds).toHaveLength(90);
    expect(second?.rounds.map(({ planned }) => planned)).toEqual(Array.from({ length: 90 }, () => 8 * 7));
    expect((second?.rounds[1]?.startsAt ?? 0) - (second?.rounds[0]?.startsAt ?? 0)).toBe(16 * minuteMs);
  });

  it('are drawn in a few milliseconds at the highest frequency', () => {
    const settings = {
      ...standardSettings,
      shareFrequency: 1,
      useScheduledSlots: true,
      scheduledSlots: Array.from({ length: 50 }, (_, hour) =>
        slot(`${hour % 24}:${hour % 50}`.replace(/:(\d)$/, ':0$1'), `${hour % 24}:59`),
      ),
    };
    const draw = () =>
      drawTimeline({ ...facts, settings, timezone: 'America/New_York', activeListings: 1, limit: 50_000 });
    // Processor time of the fastest of ten runs, which other work in this process affects least. 8,000 rounds take 3 ms.
    const times = Array.from({ length: 10 }, () => {
      const before = process.cpuUsage();
      draw();
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    });
    expect(Math.min(...times)).toBeLessThan(40);
  });
});

describe('how much settings will share', () => {
  const week = { settings: standardSettings, timezone: 'UTC', now, listings: 40, meanPauseMs: 2000 };
  const inSlots = (...scheduledSlots: ScheduledSlot[]) => ({
    ...standardSettings,
    shareFrequency: 60,
    useScheduledSlots: true,
    scheduledSlots,
  });

  it('is six rounds of the closet for the standard frequency', () => {
    expect(estimateSchedule(week)).toEqual({ roundsADay: 6, sharesADay: 240, reachable: 240 });
  });

  it('is as much as the slots of the busiest day have time for', () => {
    const settings = inSlots(slot('09:00', '10:00', [1, 2, 3, 4, 5]), slot('18:00', '20:00', [6]));
    expect(estimateSchedule({ ...week, settings })).toEqual({ roundsADay: 2, sharesADay: 80, reachable: 80 });
  });

  it('ends at the limit, and says how much there would be time for', () => {
    const settings = { ...standardSettings, shareFrequency: 1, dailyShareLimit: 5000 };
    const { sharesADay, reachable } = estimateSchedule({ ...week, settings, listings: 1200 });
    expect([sharesADay, reachable]).toEqual([5000, 43_200]);
  });

  it('counts every round, even those that the rail merges', () => {
    const settings = { ...standardSettings, shareFrequency: 5 };
    expect(estimateSchedule({ ...week, settings, listings: 2 })).toMatchObject({ roundsADay: 288, sharesADay: 576 });
  });

  it('is zero for an empty closet, and if no slot ever opens', () => {
    const nothing = { roundsADay: 0, sharesADay: 0, reachable: 0 };
    expect(estimateSchedule({ ...week, listings: 0 })).toEqual(nothing);
    expect(estimateSchedule({ ...week, settings: inSlots() })).toEqual(nothing);
  });

  it.each(['America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia'])('does not depend on the zone %s', (timezone) => {
    expect(estimateSchedule({ ...week, timezone })).toEqual({ roundsADay: 6, sharesADay: 240, reachable: 240 });
  });
});
