// The bot's state machine: how each event changes a bot's row. Pure: no database and no clock.
//
// The table below says for every event and every state either what changes or why the event is impossible there.
// Four rules apply to all events. `transition` applies them:
//
// - epoch: goes up exactly when the owner changes, so one epoch is one stretch of work by one worker. A reservation
//   needs owner and epoch of the row, so a worker that lost the bot can reserve nothing.
// - revision: goes up with every event that doesn't come from a worker or the fleet: the seller's, the operator's,
//   and failures of other calls at the marketplace. The owner reads the row again before its next share, and the
//   screens reload.
// - owner: only a claim sets it. Everything that stops or pauses the bot clears it, and so does every event
//   after which a worker must read the bot from scratch.
// - due time: set exactly when nobody owns the bot and a worker has something to do. A paused bot is due when its
//   pause ends, and never if the pause waits for the seller. A bot that waits for a browser is never due: the browser's
//   poll wakes it. A stopped bot is never due. One that stopped itself at its limit may have a planned start instead,
//   `startsAgainAt`, which no claim sees: it starts as it would for the seller.

import type { BotState } from '#domain/bot/bot.ts';
import type { Instant } from '#domain/ports/clock.ts';
import { laterDay } from '#domain/time.ts';
import {
  adopt,
  afterPause,
  type Change,
  changedSettings,
  claim,
  countCheckTry,
  countMissed,
  endLease,
  guardZoneMove,
  isOrphaned,
  loseBrowser,
  pause,
  pauseFromOutside,
  reachLimit,
  release,
  restoreLimit,
  start,
  stop,
  updateLimit,
} from './changes.ts';
import type { BotEvent, BotRow, EventKind, EventOf, Impossible, Phase, Transition } from './events.ts';

type RowIn<S extends BotState> = BotRow & { phase: Extract<Phase, { state: S }> };
type Rule<K extends EventKind, S extends BotState> =
  | Impossible
  | ((row: RowIn<S>, event: EventOf<K>) => Change | Impossible);
type Table = { [K in EventKind]: { [S in BotState]: Rule<K, S> } };

const table: Table = {
  start: {
    stopped: start,
    waiting: 'already_running',
    sharing: 'already_running',
    paused: 'already_running',
    waiting_for_browser: 'already_running',
  },
  stop: {
    stopped: ({ startsAgainAt }) => (startsAgainAt === null ? 'not_running' : { startsAgainAt: null, hands: 'kept' }),
    waiting: stop,
    sharing: stop,
    paused: stop,
    waiting_for_browser: stop,
  },
  restart_planned: {
    stopped: (_, { at }) => ({ startsAgainAt: at, hands: 'kept' }),
    waiting: 'already_running',
    sharing: 'already_running',
    paused: 'already_running',
    waiting_for_browser: 'already_running',
  },
  resume: {
    stopped: 'not_paused',
    waiting: 'not_paused',
    sharing: 'not_paused',
    paused: ({ phase }, { now, pausedAt, backoff }) =>
      phase.pause.at === pausedAt
        ? { phase: afterPause(phase.roundId), hands: { dueAt: now }, documents: { backoff } }
        : 'other_pause',
    waiting_for_browser: 'not_paused',
  },
  // A price change may be the try as well, whatever the bot does.
  check_try_counted: {
    stopped: countCheckTry,
    waiting: countCheckTry,
    sharing: countCheckTry,
    paused: countCheckTry,
    waiting_for_browser: countCheckTry,
  },
  settings_changed: {
    stopped: (_, event) => ({ ...changedSettings(event), hands: 'kept' }),
    // The worker's plan is out of date, so the bot is due at once.
    waiting: (_, event) => ({
      ...changedSettings(event),
      ...(event.opensSlot && { lastRoundAt: null }),
      hands: { dueAt: event.now },
    }),
    // The round continues with the new settings from its next share.
    sharing: (_, event) => ({ ...changedSettings(event), hands: 'kept' }),
    paused: ({ phase }, event) => ({
      ...changedSettings(event),
      ...(event.opensSlot && phase.roundId === null && { lastRoundAt: null }),
      hands: 'kept',
    }),
    waiting_for_browser: ({ phase }, event) => ({
      ...changedSettings(event),
      ...(event.opensSlot && phase.roundId === null && { lastRoundAt: null }),
      hands: 'kept',
    }),
  },
  limit_restored: {
    stopped: restoreLimit,
    waiting: restoreLimit,
    sharing: restoreLimit,
    paused: (row, event) => {
      const { pause, roundId } = row.phase;
      if (pause.reason === 'lowered_limit') return { ...restoreLimit(row, event), phase: afterPause(roundId) };
      if (pause.reason !== 'share_limit') return restoreLimit(row, event);
      return { ...restoreLimit(row, event), phase: { ...row.phase, pause: { ...pause, message: event.message } } };
    },
    waiting_for_browser: restoreLimit,
  },
  zone_moved: {
    stopped: (row, event) => ({ ...guardZoneMove(row, event), hands: 'kept' }),
    waiting: (row, event) => ({ ...guardZoneMove(row, event), hands: { dueAt: event.now } }),
    sharing: (row, event) => ({ ...guardZoneMove(row, event), hands: 'kept' }),
    paused: (row, event) => ({ ...guardZoneMove(row, event), hands: 'kept' }),
    waiting_for_browser: (row, event) => ({ ...guardZoneMove(row, event), hands: 'kept' }),
  },
  paused_from_outside: {
    stopped: 'not_running',
    waiting: pauseFromOutside,
    sharing: pauseFromOutside,
    // A pause that would end on its own must not hide what only the seller can end, such as a human check.
    paused: (row, event) =>
      row.phase.pause.resumesAt !== null && event.pause.resumesAt === null
        ? pauseFromOutside(row, event)
        : 'already_paused',
    waiting_for_browser: pauseFromOutside,
  },
  claimed: {
    stopped: 'not_running',
    waiting: claim,
    sharing: claim,
    paused: claim,
    waiting_for_browser: 'not_due',
  },
  released: {
    stopped: 'not_running',
    waiting: release,
    sharing: release,
    paused: release,
    waiting_for_browser: 'not_owned',
  },
  round_started: {
    stopped: 'not_waiting',
    waiting: (row, { revision, roundId, at }) =>
      row.revision === revision ? { phase: { state: 'sharing', roundId }, lastRoundAt: at, hands: 'kept' } : 'changed',
    sharing: 'not_waiting',
    paused: 'not_waiting',
    waiting_for_browser: 'not_waiting',
  },
  round_finished: {
    stopped: 'not_sharing',
    waiting: 'not_sharing',
    sharing: ({ phase }, { roundId, keep, dueAt }) =>
      phase.roundId === roundId ? { phase: { state: 'waiting' }, hands: keep ? 'kept' : { dueAt } } : 'other_round',
    paused: 'not_sharing',
    waiting_for_browser: 'not_sharing',
  },
  round_skipped: {
    stopped: 'not_waiting',
    waiting: (_, { at }) => ({ lastRoundAt: at, hands: 'kept' }),
    sharing: 'not_waiting',
    paused: 'not_waiting',
    waiting_for_browser: 'not_waiting',
  },
  paused: {
    stopped: 'not_running',
    waiting: pause,
    sharing: pause,
    paused: 'already_paused',
    waiting_for_browser: 'not_owned',
  },
  pause_ended: {
    stopped: 'not_paused',
    waiting: 'not_paused',
    sharing: 'not_paused',
    paused: ({ phase }) =>
      phase.pause.resumesAt === null ? 'needs_seller' : { phase: afterPause(phase.roundId), hands: 'kept' },
    waiting_for_browser: 'not_paused',
  },
  browser_lost: {
    stopped: 'not_running',
    waiting: loseBrowser,
    sharing: loseBrowser,
    paused: 'already_paused',
    waiting_for_browser: 'not_owned',
  },
  browser_back: {
    stopped: 'not_running',
    waiting: 'not_waiting_for_browser',
    sharing: 'not_waiting_for_browser',
    paused: 'not_waiting_for_browser',
    waiting_for_browser: ({ phase }, { now }) => ({ phase: afterPause(phase.roundId), hands: { dueAt: now } }),
  },
  limit_reached: {
    stopped: 'not_running',
    waiting: reachLimit,
    sharing: reachLimit,
    paused: 'already_paused',
    waiting_for_browser: 'not_owned',
  },
  limit_updated: {
    stopped: 'not_running',
    waiting: updateLimit,
    sharing: updateLimit,
    paused: updateLimit,
    waiting_for_browser: 'not_owned',
  },
  // The ledger applies this one to many bots at once, in the database (`reserve_shares`).
  share_day_moved: {
    stopped: 'not_sharing',
    waiting: 'not_sharing',
    sharing: (row, { day }) => ({ shareDay: laterDay(row.shareDay, day), hands: 'kept' }),
    paused: 'not_sharing',
    waiting_for_browser: 'not_sharing',
  },
  lease_ended: {
    stopped: 'not_owned',
    waiting: endLease,
    sharing: endLease,
    paused: endLease,
    waiting_for_browser: 'not_owned',
  },
  // A stopped bot may have been about to start on its own.
  missed_counted: {
    stopped: countMissed,
    waiting: countMissed,
    sharing: countMissed,
    paused: countMissed,
    waiting_for_browser: countMissed,
  },
  orphaned: {
    stopped: 'not_orphaned',
    waiting: adopt,
    sharing: adopt,
    paused: adopt,
    waiting_for_browser: 'not_orphaned',
  },
};

/** Events of a worker and of the fleet. Any other event is news to the worker that owns the bot. */
const ofWorkers: ReadonlySet<EventKind> = new Set<EventKind>([
  'claimed',
  'released',
  'round_started',
  'round_finished',
  'round_skipped',
  'paused',
  'pause_ended',
  'browser_lost',
  'limit_reached',
  'limit_updated',
  'share_day_moved',
  'lease_ended',
  'missed_counted',
  'orphaned',
]);

/** Applies an event to a row. */
export function transition<R extends BotRow>(row: R, event: BotEvent): Transition<R> {
  // The table pairs each rule with its own event and state; TypeScript can't follow that through two look-ups.
  const rule = table[event.kind][row.phase.state] as
    | Impossible
    | ((row: BotRow, event: BotEvent) => Change | Impossible);
  if (typeof rule === 'string') return impossible(rule);
  if ('by' in event && (row.owner !== event.by.workerId || row.epoch !== event.by.epoch))
    return impossible('not_owned');
  const change = rule(row, event);
  if (typeof change === 'string') return impossible(change);

  const { hands, documents = {}, ...changed } = change;
  const next = { ...row, ...changed };
  if (hands !== 'kept') {
    next.owner = 'owner' in hands ? hands.owner : null;
    next.dueAt = 'owner' in hands ? null : dueTime(next.phase, hands.dueAt);
    if (isOrphaned(next)) return impossible('no_due_time');
  }
  if (next.owner !== row.owner) next.epoch = raised(row.epoch);
  if (!ofWorkers.has(event.kind)) next.revision = raised(row.revision);
  return { kind: 'changed', row: next, documents };
}

const impossible = (why: Impossible): Transition<never> => ({ kind: 'impossible', why });
const raised = (count: string): string => String(BigInt(count) + 1n);

function dueTime(phase: Phase, dueAt: Instant | null): Instant | null {
  if (phase.state === 'stopped' || phase.state === 'waiting_for_browser') return null;
  return phase.state === 'paused' ? phase.pause.resumesAt : dueAt;
}
