// What single events change in a bot's row. `transitions.ts` says which of them applies in which state.

import type { LimitInForce } from '#domain/bot/limit/limit.ts';
import { type BotRow, type Documents, type EventOf, type Pause, type Phase, roundOf } from './events.ts';

/**
 * With `owner`, this worker owns the bot afterward. With `dueAt`, nobody does until then; null: until another event. Without both, its
 * owner stays. null: the event can't happen.
 */
export type Change = (Partial<Omit<BotRow, 'userId' | 'epoch' | 'revision'>> & { documents?: Documents }) | null;

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
    dueAt: now,
    documents: { settings, backoff },
  };
}

export function stop(): Change {
  return { phase: { state: 'stopped' }, dueAt: null };
}

export const countCheckTry = (_: BotRow, { backoff }: EventOf<'check_try_counted'>): Change => ({
  documents: { backoff },
});

export function changeSettings({ phase }: BotRow, event: EventOf<'settings_changed'>): Change {
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
export function restoreLimit({ phase }: BotRow, event: EventOf<'limit_restored'>): Change {
  const { now, backoff, limit, message } = event;
  const change = { ...limitOf(limit), dueAt: now, documents: { backoff } };
  if (phase.state !== 'paused') return change;
  const { pause, roundId } = phase;
  if (pause.reason === 'lowered_limit') return { ...change, phase: afterPause(roundId) };
  if (pause.reason === 'share_limit') return { ...change, phase: { ...phase, pause: { ...pause, message } } };
  return change;
}

export const guardZoneMove = ({ rollingUntil: known, phase }: BotRow, event: EventOf<'zone_moved'>): Change => ({
  rollingUntil: Math.max(known ?? event.rollingUntil, event.rollingUntil),
  ...(phase.state === 'waiting' && { dueAt: event.now }),
});

const pausedPhase = ({ phase }: BotRow, pause: Pause): Phase => ({ state: 'paused', roundId: roundOf(phase), pause });

export function pauseFromOutside(row: BotRow, event: EventOf<'paused_from_outside'>): Change {
  const { pause, backoff, limit } = event;
  return { phase: pausedPhase(row, pause), ...limitOf(limit), dueAt: null, documents: { backoff } };
}

export function claim({ owner, dueAt }: BotRow, { workerId, dueBefore }: EventOf<'claimed'>): Change {
  return owner !== null || dueAt === null || dueAt > dueBefore ? null : { owner: workerId };
}

export function release(_: BotRow, { dueAt }: EventOf<'released'>): Change {
  return { dueAt };
}

export function pause(row: BotRow, event: EventOf<'paused'>): Change {
  return { phase: pausedPhase(row, event.pause), dueAt: null };
}

export function loseBrowser({ phase }: BotRow, { at, day }: EventOf<'browser_lost'>): Change {
  const waiting: Phase = { state: 'waiting_for_browser', roundId: roundOf(phase), lostAt: at };
  return { phase: waiting, browserNoticedOn: day, dueAt: null };
}

export function reachLimit(row: BotRow, { revision, at }: EventOf<'limit_reached'>): Change {
  if (row.revision !== revision) return null;
  return { phase: { state: 'stopped' }, limitReachedAt: at, dueAt: null };
}

export function updateLimit(_: BotRow, { backoff, limit }: EventOf<'limit_updated'>): Change {
  return { ...limitOf(limit), documents: { backoff } };
}

export function endLease({ owner }: BotRow, { workerId, now }: EventOf<'lease_ended'>): Change {
  return owner === workerId ? { dueAt: now } : null;
}

/**
 * Every start before `at` is counted, so a later one doesn't count the same shares again. A missed round counts as a round, so that
 * the next one doesn't share the same listings again at once.
 */
export function countMissed(row: BotRow, { at, missesRound }: EventOf<'missed_counted'>): Change {
  const lastRoundAt = missesRound ? Math.max(row.lastRoundAt ?? at, at) : row.lastRoundAt;
  return { startedAt: Math.max(row.startedAt ?? at, at), lastRoundAt };
}

export function adopt(row: BotRow, { now }: EventOf<'orphaned'>): Change {
  return row.owner !== null || isOrphaned(row) ? { dueAt: now } : null;
}
