// What tests of the timeline have in common: noon of a Monday, and a bot that waits in frequency mode.

import type { Weekday } from '../../time.ts';
import { standardSettings } from '../bot.ts';
import type { TimelineFacts } from './dry-run.ts';

export const now = Date.parse('2026-11-23T12:00:00Z');
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const everyDay: Weekday[] = [0, 1, 2, 3, 4, 5, 6];

export const facts: TimelineFacts = {
  settings: { ...standardSettings, shareFrequency: 240 },
  timezone: 'UTC',
  now,
  days: 1,
  state: 'waiting',
  pastRounds: [],
  sharesByDate: {},
  limit: 10_000,
  activeListings: 60,
  meanPauseMs: 2000,
  lastRoundAt: null,
  currentRound: null,
};
