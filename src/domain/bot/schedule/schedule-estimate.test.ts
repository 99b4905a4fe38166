import { describe, expect, it } from 'vitest';
import { type ScheduledSlot, standardSettings } from '../bot.ts';
import { slot } from './schedule.fixture.ts';
import { estimateSchedule } from './schedule-estimate.ts';

const now = Date.parse('2026-11-23T15:00:00Z');
const facts = { settings: standardSettings, timezone: 'UTC', now, listings: 40, meanPauseMs: 2000 };
const inSlots = (...scheduledSlots: ScheduledSlot[]) => ({
  ...standardSettings,
  shareFrequency: 60,
  useScheduledSlots: true,
  scheduledSlots,
});

describe('how much settings will share', () => {
  it('is six rounds of the closet for the standard frequency', () => {
    expect(estimateSchedule(facts)).toEqual({ roundsADay: 6, sharesADay: 240, reachable: 240 });
  });

  it('is as much as the slots of the busiest day have time for', () => {
    const settings = inSlots(slot('09:00', '10:00', [1, 2, 3, 4, 5]), slot('18:00', '20:00', [6]));
    expect(estimateSchedule({ ...facts, settings })).toEqual({ roundsADay: 2, sharesADay: 80, reachable: 80 });
  });

  it('ends at the limit, and says how much there would be time for', () => {
    const settings = { ...standardSettings, shareFrequency: 1, dailyShareLimit: 5000 };
    const { sharesADay, reachable } = estimateSchedule({ ...facts, settings, listings: 1200 });
    expect([sharesADay, reachable]).toEqual([5000, 43_200]);
  });

  it('counts every round, even those that the rail merges', () => {
    const settings = { ...standardSettings, shareFrequency: 5 };
    expect(estimateSchedule({ ...facts, settings, listings: 2 })).toMatchObject({ roundsADay: 288, sharesADay: 576 });
  });

  it('is zero for an empty closet, and if no slot ever opens', () => {
    const nothing = { roundsADay: 0, sharesADay: 0, reachable: 0 };
    expect(estimateSchedule({ ...facts, listings: 0 })).toEqual(nothing);
    expect(estimateSchedule({ ...facts, settings: inSlots() })).toEqual(nothing);
  });

  it.each(['America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia'])('does not depend on the zone %s', (timezone) => {
    expect(estimateSchedule({ ...facts, timezone })).toEqual({ roundsADay: 6, sharesADay: 240, reachable: 240 });
  });
});
