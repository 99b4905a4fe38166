// The bot's state machine: how each event changes a bot's row. Pure: no database and no clock.
//
// The table below says for every event in which states it can happen, and what it changes there.
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

import { type BotState, botStates } from '#domain/bot/bot.ts';
import type { Instant } from '#domain/ports/clock.ts';
import { laterDay } from '#domain/time.ts';
import {
  adopt,
  afterPause,
  type Change,
  changeSettings,
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
import type { BotEvent, BotRow, Changed, EventKind, EventOf, Phase } from './events.ts';

type RowIn<S extends BotState> = BotRow & { phase: Extract<Phase, { state: S }> };
type Rule<K extends EventKind, S extends BotState> = (row: RowIn<S>, event: EventOf<K>) => Change;
type Table = { [K in EventKind]: { [S in BotState]?: Rule<K, S> } };

/** The same rule in these states. */
const inEach = <S extends BotState, R>(states: readonly S[], rule: R): Record<S, R> =>
  Object.fromEntries(states.map((state) => [state, rule])) as Record<S, R>;
/** States in which a worker may own the bot, and those in which it shares or will on its own. */
const owned = ['waiting', 'sharing', 'paused'] as const;
const sharing = ['waiting', 'sharing'] as const;
const running = [...owned, 'waiting_for_browser'] as const;

const table: Table = {
  start: { stopped: start },
  stop: {
    stopped: ({ startsAgainAt }) => (startsAgainAt === null ? null : { startsAgainAt: null }),
    ...inEach(running, stop),
  },
  restart_planned: { stopped: (_, { at }) => ({ startsAgainAt: at }) },
  resume: {
    paused: ({ phase }, { now, pausedAt, backoff }) =>
      phase.pause.at === pausedAt ? { phase: afterPause(phase.roundId), dueAt: now, documents: { backoff } } : null,
  },
  // A price change may be the try as well, whatever the bot does.
  check_try_counted: inEach(botStates, countCheckTry),
  settings_changed: inEach(botStates, changeSettings),
  limit_restored: inEach(botStates, restoreLimit),
  zone_moved: inEach(botStates, guardZoneMove),
  paused_from_outside: {
    ...inEach(running, pauseFromOutside),
    // A pause that would end on its own must not hide what only the seller can end, such as a human check.
    paused: (row, event) =>
      row.phase.pause.resumesAt !== null && event.pause.resumesAt === null ? pauseFromOutside(row, event) : null,
  },
  claimed: inEach(owned, claim),
  released: inEach(owned, release),
  round_started: {
    waiting: (row, { revision, roundId, at, isVisit }) =>
      row.revision === revision ? { phase: { state: 'sharing', roundId }, ...(!isVisit && { lastRoundAt: at }) } : null,
  },
  round_finished: {
    sharing: ({ phase }, { roundId, keep, dueAt }) =>
      phase.roundId === roundId ? { phase: { state: 'waiting' }, ...(!keep && { dueAt }) } : null,
  },
  round_skipped: { waiting: (_, { at }) => ({ lastRoundAt: at }) },
  paused: inEach(sharing, pause),
  pause_ended: {
    paused: ({ phase }) => (phase.pause.resumesAt === null ? null : { phase: afterPause(phase.roundId) }),
  },
  browser_lost: inEach(sharing, loseBrowser),
  browser_back: {
    waiting_for_browser: ({ phase }, { now }) => ({ phase: afterPause(phase.roundId), dueAt: now }),
  },
  limit_reached: inEach(sharing, reachLimit),
  limit_updated: inEach(owned, updateLimit),
  // The ledger applies this one to many bots at once, in the database (`reserve_shares`).
  share_day_moved: { sharing: (row, { day }) => ({ shareDay: laterDay(row.shareDay, day) }) },
  lease_ended: inEach(owned, endLease),
  // A stopped bot may have been about to start on its own.
  missed_counted: inEach(botStates, countMissed),
  orphaned: inEach(owned, adopt),
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

/** Applies an event to a row; null if it can't happen. */
export function transition<R extends BotRow>(row: R, event: BotEvent): Changed<R> | null {
  // The table pairs each rule with its own event and state; TypeScript can't follow that through two look-ups.
  const rule = table[event.kind][row.phase.state] as ((row: BotRow, event: BotEvent) => Change) | undefined;
  if ('by' in event && (row.owner !== event.by.workerId || row.epoch !== event.by.epoch)) return null;
  const change = rule?.(row, event) ?? null;
  if (change === null) return null;

  const { documents = {}, ...changed } = change;
  const next = { ...row, ...changed };
  if (changed.owner !== undefined) next.dueAt = null;
  else if (changed.dueAt !== undefined) {
    next.owner = null;
    next.dueAt = dueTime(next.phase, changed.dueAt);
    if (isOrphaned(next)) return null;
  }
  if (next.owner !== row.owner) next.epoch = raised(row.epoch);
  if (!ofWorkers.has(event.kind)) next.revision = raised(row.revision);
  return { row: next, documents };
}

const raised = (count: string): string => String(BigInt(count) + 1n);

function dueTime(phase: Phase, dueAt: Instant | null): Instant | null {
  if (phase.state === 'stopped' || phase.state === 'waiting_for_browser') return null;
  return phase.state === 'paused' ? phase.pause.resumesAt : dueAt;
}
