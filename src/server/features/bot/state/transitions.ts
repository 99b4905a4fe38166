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
//
// The share day is no event's: the ledger moves those of many bots at once, in the database (`reserve_shares`).

import { type BotState, botStates } from '#domain/bot/bot.ts';
import type { LimitInForce } from '#domain/bot/limit/limit.ts';
import type { Instant } from '#domain/ports/clock.ts';
import {
  type BotEvent,
  type BotRow,
  type Changed,
  type Documents,
  type EventKind,
  type EventOf,
  type Pause,
  type Phase,
  roundOf,
} from './events.ts';

type RowIn<S extends BotState> = BotRow & { phase: Extract<Phase, { state: S }> };
type Rule<K extends EventKind, S extends BotState> = (row: RowIn<S>, event: EventOf<K>) => Change;
type Table = { [K in EventKind]: { [S in BotState]?: Rule<K, S> } };

/** The same rule in these states. */
const inEach = <K extends EventKind, S extends BotState>(
  states: readonly S[],
  rule: (row: BotRow, event: EventOf<K>) => Change,
): { [State in S]: Rule<K, State> } =>
  Object.fromEntries(states.map((state) => [state, rule])) as { [State in S]: typeof rule };
/** States in which a worker may own the bot, and those in which it shares or will on its own. */
const owned = ['waiting', 'sharing', 'paused'] as const;
const sharing = ['waiting', 'sharing'] as const;
const running = [...owned, 'waiting_for_browser'] as const;

const table: Table = {
  start: { stopped: start },
  stop: {
    stopped: ({ startsAgainAt }) => (startsAgainAt === null ? null : { startsAgainAt: null }),
    ...inEach(running, () => ({ phase: { state: 'stopped' }, dueAt: null })),
  },
  restart_planned: { stopped: (_, { at }) => ({ startsAgainAt: at }) },
  resume: {
    paused: ({ phase }, { now, pausedAt, backoff }) =>
      phase.pause.at === pausedAt ? { phase: afterPause(phase.roundId), dueAt: now, documents: { backoff } } : null,
  },
  // A price change may be the try as well, whatever the bot does.
  check_try_counted: inEach(botStates, (_, { backoff }) => ({ documents: { backoff } })),
  settings_changed: inEach(botStates, changeSettings),
  limit_restored: inEach(botStates, restoreLimit),
  zone_moved: inEach(botStates, ({ rollingUntil: known, phase }, { now, rollingUntil }) => ({
    rollingUntil: Math.max(known ?? rollingUntil, rollingUntil),
    ...(phase.state === 'waiting' && { dueAt: now }),
  })),
  paused_from_outside: {
    ...inEach(running, pauseFromOutside),
    // A pause that would end on its own must not hide what only the seller can end, such as a human check.
    paused: (row, event) =>
      row.phase.pause.resumesAt !== null && event.pause.resumesAt === null ? pauseFromOutside(row, event) : null,
  },
  claimed: inEach(owned, ({ owner, dueAt }, { workerId, dueBefore }) =>
    owner !== null || dueAt === null || dueAt > dueBefore ? null : { owner: workerId },
  ),
  released: inEach(owned, (_, { dueAt }) => ({ dueAt })),
  round_started: {
    waiting: (row, { revision, roundId, at, isVisit }) =>
      row.revision === revision ? { phase: { state: 'sharing', roundId }, ...(!isVisit && { lastRoundAt: at }) } : null,
  },
  round_finished: {
    sharing: ({ phase }, { roundId, keep, dueAt }) =>
      phase.roundId === roundId ? { phase: { state: 'waiting' }, ...(!keep && { dueAt }) } : null,
  },
  round_skipped: { waiting: (_, { at }) => ({ lastRoundAt: at }) },
  paused: inEach(sharing, (row, { pause }) => ({ phase: pausedPhase(row, pause), dueAt: null })),
  pause_ended: {
    paused: ({ phase }) => (phase.pause.resumesAt === null ? null : { phase: afterPause(phase.roundId) }),
  },
  browser_lost: inEach(sharing, ({ phase }, { at, day }) => ({
    phase: { state: 'waiting_for_browser', roundId: roundOf(phase), lostAt: at },
    browserNoticedOn: day,
    dueAt: null,
  })),
  browser_back: {
    waiting_for_browser: ({ phase }, { now }) => ({ phase: afterPause(phase.roundId), dueAt: now }),
  },
  limit_reached: inEach(sharing, (row, { revision, at }) =>
    row.revision === revision ? { phase: { state: 'stopped' }, limitReachedAt: at, dueAt: null } : null,
  ),
  limit_updated: inEach(owned, (_, { backoff, limit }) => ({ ...limitOf(limit), documents: { backoff } })),
  lease_ended: inEach(owned, ({ owner }, { workerId, now }) => (owner === workerId ? { dueAt: now } : null)),
  // A stopped bot may have been about to start on its own.
  missed_counted: inEach(botStates, countMissed),
  orphaned: inEach(owned, (row, { now }) => (row.owner !== null || isOrphaned(row) ? { dueAt: now } : null)),
};

/** Events of the fleet of workers. They and those of one worker are no news to the worker that owns the bot. */
const ofFleet: ReadonlySet<EventKind> = new Set<EventKind>(['claimed', 'lease_ended', 'missed_counted', 'orphaned']);

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
  if (!('by' in event || ofFleet.has(event.kind))) next.revision = raised(row.revision);
  return { row: next, documents };
}

const raised = (count: string): string => String(BigInt(count) + 1n);

function dueTime(phase: Phase, dueAt: Instant | null): Instant | null {
  if (phase.state === 'stopped' || phase.state === 'waiting_for_browser') return null;
  return phase.state === 'paused' ? phase.pause.resumesAt : dueAt;
}

/**
 * With `owner`, this worker owns the bot afterward. With `dueAt`, nobody does until then; null: until another event. Without both, its
 * owner stays. null: the event can't happen.
 */
type Change = (Partial<Omit<BotRow, 'userId' | 'epoch' | 'revision'>> & { documents?: Documents }) | null;

/** Whether a running bot has neither an owner nor a due time, although it should have one. */
export const isOrphaned = ({ owner, dueAt, phase }: Pick<BotRow, 'owner' | 'dueAt' | 'phase'>): boolean =>
  owner === null &&
  dueAt === null &&
  phase.state !== 'stopped' &&
  phase.state !== 'waiting_for_browser' &&
  !(phase.state === 'paused' && phase.pause.resumesAt === null);

const afterPause = (roundId: string | null): Phase =>
  roundId === null ? { state: 'waiting' } : { state: 'sharing', roundId };

const limitOf = ({ limit, reason }: LimitInForce) => ({ limitInForce: limit, limitReason: reason ?? null });

function start({ startedBySellerAt, consentedAt }: BotRow, event: EventOf<'start'>): Change {
  const { now, settings, backoff, limit, consents, isAutomatic } = event;
  return {
    phase: { state: 'waiting' },
    ...limitOf(limit),
    lastRoundAt: null,
    limitReachedAt: null,
    startsAgainAt: null,
    startedAt: now,
    startedBySellerAt: isAutomatic ? startedBySellerAt : now,
    consentedAt: consentedAt ?? (consents ? now : null),
    dueAt: now,
    documents: { settings, backoff },
  };
}

function changeSettings({ phase }: BotRow, event: EventOf<'settings_changed'>): Change {
  const { now, settings, limit, opensSlot } = event;
  const isBetweenRounds = phase.state !== 'stopped' && roundOf(phase) === null;
  return {
    ...limitOf(limit),
    ...(opensSlot && isBetweenRounds && { lastRoundAt: null }),
    // The worker's plan is out of date. A round that is open continues with the new settings from its next share.
    ...(phase.state === 'waiting' && { dueAt: now }),
    documents: { settings },
  };
}

/** Its owner could store the lowered limit once more, so it is released. */
function restoreLimit({ phase }: BotRow, event: EventOf<'limit_restored'>): Change {
  const { now, backoff, limit, message } = event;
  const change = { ...limitOf(limit), dueAt: now, documents: { backoff } };
  if (phase.state !== 'paused') return change;
  const { pause, roundId } = phase;
  if (pause.reason === 'lowered_limit') return { ...change, phase: afterPause(roundId) };
  if (pause.reason === 'share_limit') return { ...change, phase: { ...phase, pause: { ...pause, message } } };
  return change;
}

const pausedPhase = ({ phase }: BotRow, pause: Pause): Phase => ({ state: 'paused', roundId: roundOf(phase), pause });

function pauseFromOutside(row: BotRow, event: EventOf<'paused_from_outside'>): Change {
  const { pause, backoff, limit } = event;
  return { phase: pausedPhase(row, pause), ...limitOf(limit), dueAt: null, documents: { backoff } };
}

/**
 * Every start before `at` is counted, so a later one doesn't count the same shares again. A missed round counts as a round, so that
 * the next one doesn't share the same listings again at once.
 */
function countMissed(row: BotRow, { at, missesRound }: EventOf<'missed_counted'>): Change {
  const lastRoundAt = missesRound ? Math.max(row.lastRoundAt ?? at, at) : row.lastRoundAt;
  return { startedAt: Math.max(row.startedAt ?? at, at), lastRoundAt };
}
