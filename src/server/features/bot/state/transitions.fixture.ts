// Rows in every state and one event of every kind, for the tests of the transitions and the document drawn from them.

import { type BotState, botStates, standardSettings } from '#domain/bot/bot.ts';
import { noBackoff } from '#domain/bot/limit/warnings.ts';
import type { BotEvent, BotRow, EventKind, Pause, Phase } from './events.ts';

/** Instants that show where a result took them from. */
export const now = 1_000_000;
export const dueAt = 2_000_000;
export const resumesAt = 3_000_000;
export const worker = '00000000-0000-4000-8000-000000000001';
export const epoch = '7';
export const revision = '5';
export const roundId = '42';

const pause: Pause = { reason: 'rate_limited', message: 'Too many requests.', at: 900_000, resumesAt };
const waitingForSeller: Pause = { reason: 'human_check', message: 'A check.', at: 900_000, resumesAt: null };

export const phases: Record<BotState, readonly Phase[]> = {
  stopped: [{ state: 'stopped' }],
  waiting: [{ state: 'waiting' }],
  sharing: [{ state: 'sharing', roundId }],
  paused: [
    { state: 'paused', roundId, pause },
    { state: 'paused', roundId: null, pause },
    { state: 'paused', roundId, pause: waitingForSeller },
    { state: 'paused', roundId: null, pause: waitingForSeller },
  ],
  waiting_for_browser: [
    { state: 'waiting_for_browser', roundId, lostAt: 900_000 },
    { state: 'waiting_for_browser', roundId: null, lostAt: 900_000 },
  ],
};

function dueOf(phase: Phase): number | null {
  if (phase.state === 'stopped' || phase.state === 'waiting_for_browser') return null;
  return phase.state === 'paused' ? phase.pause.resumesAt : 500_000;
}

const unowned = (phase: Phase): BotRow => ({
  userId: '1',
  epoch,
  revision,
  owner: null,
  dueAt: dueOf(phase),
  phase,
  lastRoundAt: 800_000,
  limitInForce: 100,
  limitReason: null,
  limitReachedAt: null,
  startsAgainAt: null,
  shareDay: '2026-11-22',
  rollingUntil: null,
  startedAt: 700_000,
  startedBySellerAt: 600_000,
  consentedAt: null,
  browserNoticedOn: null,
});

/** Every phase without an owner, and with one if that is possible. */
export const rows: readonly BotRow[] = botStates.flatMap((state) =>
  phases[state].flatMap((phase) => {
    const free = unowned(phase);
    const mayBeOwned = state !== 'stopped' && free.dueAt !== null;
    return mayBeOwned ? [{ ...free, owner: worker, dueAt: null }, free] : [free];
  }),
);

const by = { workerId: worker, epoch };
const limit = { limit: 80, reason: 'gentle' as const };

export const events: { [K in EventKind]: Extract<BotEvent, { kind: K }> } = {
  start: {
    kind: 'start',
    now,
    settings: standardSettings,
    backoff: noBackoff,
    limit,
    consents: true,
    isAutomatic: false,
  },
  stop: { kind: 'stop' },
  restart_planned: { kind: 'restart_planned', at: dueAt },
  resume: { kind: 'resume', now, pausedAt: 900_000, backoff: noBackoff },
  check_try_counted: { kind: 'check_try_counted', backoff: noBackoff },
  settings_changed: { kind: 'settings_changed', now, settings: standardSettings, limit, opensSlot: false },
  limit_restored: { kind: 'limit_restored', now, backoff: noBackoff, limit: { limit: 80 }, message: 'Share limit.' },
  zone_moved: { kind: 'zone_moved', now, rollingUntil: now + 172_800_000 },
  paused_from_outside: {
    kind: 'paused_from_outside',
    pause: { ...pause, at: now },
    backoff: noBackoff,
    limit,
  },
  claimed: { kind: 'claimed', workerId: worker, dueBefore: resumesAt },
  released: { kind: 'released', by, dueAt },
  round_started: { kind: 'round_started', by, revision, roundId: '43', at: now, isVisit: false },
  round_finished: { kind: 'round_finished', by, roundId, keep: false, dueAt },
  round_skipped: { kind: 'round_skipped', by, at: now },
  paused: { kind: 'paused', by, pause: { ...pause, at: now } },
  pause_ended: { kind: 'pause_ended', by },
  browser_lost: { kind: 'browser_lost', by, at: now, day: '2026-11-22' },
  browser_back: { kind: 'browser_back', now },
  limit_reached: { kind: 'limit_reached', by, revision, at: now },
  limit_updated: { kind: 'limit_updated', by, backoff: noBackoff, limit },
  share_day_moved: { kind: 'share_day_moved', by, day: '2026-11-23' },
  lease_ended: { kind: 'lease_ended', workerId: worker, now },
  missed_counted: { kind: 'missed_counted', at: now, missesRound: true },
  orphaned: { kind: 'orphaned', now },
};

export const eventKinds = Object.keys(events) as EventKind[];

/** The first row of a phase, with an owner or without one. */
export const rowOf = (phase: Phase, isOwned: boolean): BotRow => {
  const found = rows.find((row) => row.phase === phase && (row.owner !== null) === isOwned);
  const row = found ?? rows.find((each) => each.phase.state === phase.state && (each.owner !== null) === isOwned);
  if (row === undefined) throw new Error('There is no such row.');
  return row;
};
