// What single events change in a bot's row. `transitions.ts` says which of them applies in which state.

import type { LimitInForce } from '#domain/bot/limit/limit.ts';
import type { Instant } from '#domain/ports/clock.ts';
import {
  type BotRow,
  type Documents,
  type EventOf,
  type Impossible,
  type Pause,
  type Phase,
  roundOf,
} from './events.ts';

/** Who owns the bot afterward: the same as before, this worker, or nobody until it is due. */
type Hands = 'kept' | { owner: string } | { dueAt: Instant | null };
export type Change = Partial<Omit<BotRow, 'userId' | 'epoch' | 'revision' | 'owner' | 'dueAt'>> & {
  hands: Hands;
  documents?: Documents;
};
/** Whether a running bot has neither an owner nor a due time, although it should have one. */
export const isOrphaned = ({ owner, dueAt, phase }: Pick<BotRow, 'owner' | 'dueAt' | 'phase'>): boolean =>
  owner === null &&
  dueAt === null &&
  phase.state !== 'stopped' &&
  phase.state !== 'waiting_for_browser' &&
  !(phase.state === 'paused' && phase.pause.resumesAt === null);

export const afterPause = (roundId: string | null): Phase =>
  roundId === null ? { state: 'waiting' } : { state: 'sharing', roundId };

const limitOf = ({ limit, reason }: LimitInForce) => ({ limitInForce: limit, limitReason: reason ?? null });

export function start({ startedBySellerAt, consentedAt }: BotRow, event: EventOf<'start'>): Change {
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
    hands: { dueAt: now },
    documents: { settings, backoff },
  };
}

export function stop(): Change {
  return { phase: { state: 'stopped' }, hands: { dueAt: null } };
}

export const countCheckTry = (_: BotRow, { backoff }: EventOf<'check_try_counted'>): Change => ({
  hands: 'kept',
  documents: { backoff },
});

export const changedSettings = ({ settings, limit }: EventOf<'settings_changed'>) => ({
  ...limitOf(limit),
  documents: { settings },
});

/** Its owner could store the lowered limit once more, so it is released. */
export function restoreLimit(_: BotRow, { now, backoff, limit }: EventOf<'limit_restored'>): Change {
  return { ...limitOf(limit), hands: { dueAt: now }, documents: { backoff } };
}

export const guardZoneMove = (row: BotRow, { rollingUntil }: EventOf<'zone_moved'>) => ({
  rollingUntil: Math.max(row.rollingUntil ?? rollingUntil, rollingUntil),
});

const pausedPhase = ({ phase }: BotRow, pause: Pause): Phase => ({ state: 'paused', roundId: roundOf(phase), pause });

export function pauseFromOutside(row: BotRow, event: EventOf<'paused_from_outside'>): Change {
  const { pause, backoff, limit } = event;
  return { phase: pausedPhase(row, pause), ...limitOf(limit), hands: { dueAt: null }, documents: { backoff } };
}

export function claim({ owner, dueAt }: BotRow, { workerId, dueBefore }: EventOf<'claimed'>): Change | Impossible {
  if (owner !== null) return 'already_owned';
  return dueAt === null || dueAt > dueBefore ? 'not_due' : { hands: { owner: workerId } };
}

export function release(_: BotRow, { dueAt }: EventOf<'released'>): Change {
  return { hands: { dueAt } };
}

export function pause(row: BotRow, event: EventOf<'paused'>): Change {
  return { phase: pausedPhase(row, event.pause), hands: { dueAt: null } };
}

export function loseBrowser({ phase }: BotRow, { at, day }: EventOf<'browser_lost'>): Change {
  const waiting: Phase = { state: 'waiting_for_browser', roundId: roundOf(phase), lostAt: at };
  return { phase: waiting, browserNoticedOn: day, hands: { dueAt: null } };
}

export function reachLimit(row: BotRow, { revision, at }: EventOf<'limit_reached'>): Change | Impossible {
  if (row.revision !== revision) return 'changed';
  return { phase: { state: 'stopped' }, limitReachedAt: at, hands: { dueAt: null } };
}

export function updateLimit(_: BotRow, { backoff, limit }: EventOf<'limit_updated'>): Change {
  return { ...limitOf(limit), hands: 'kept', documents: { backoff } };
}

export function endLease({ owner }: BotRow, { workerId, now }: EventOf<'lease_ended'>): Change | Impossible {
  return owner === workerId ? { hands: { dueAt: now } } : 'not_owned';
}

/**
 * Every start before `at` is counted, so a later one doesn't count the same shares again. A missed round counts as a round, so that
 * the next one doesn't share the same listings again at once.
 */
export function countMissed(row: BotRow, { at, missesRound }: EventOf<'missed_counted'>): Change {
  const lastRoundAt = missesRound ? Math.max(row.lastRoundAt ?? at, at) : row.lastRoundAt;
  return { startedAt: Math.max(row.startedAt ?? at, at), lastRoundAt, hands: 'kept' };
}

export function adopt(row: BotRow, { now }: EventOf<'orphaned'>): Change | Impossible {
  return row.owner !== null || isOrphaned(row) ? { hands: { dueAt: now } } : 'not_orphaned';
}
