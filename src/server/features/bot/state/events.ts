// A bot's row, the events that can happen to it, and their results.

import type { BotSettings, LimitReason, PauseReason } from '#domain/bot/bot.ts';
import type { LimitInForce } from '#domain/bot/limit/limit.ts';
import type { Backoff } from '#domain/bot/limit/warnings.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { DateText } from '#domain/time.ts';

/** If `resumesAt` is null, the pause ends when the seller acts. */
export type Pause = { reason: PauseReason; message: string; at: Instant; resumesAt: Instant | null };

/**
 * The state, with the fields that only this state has. A round belongs to sharing, and is kept through a pause and while the bot
 * waits for a browser.
 */
export type Phase =
  | { state: 'stopped' }
  | { state: 'waiting' }
  | { state: 'sharing'; roundId: string }
  | { state: 'paused'; roundId: string | null; pause: Pause }
  | { state: 'waiting_for_browser'; roundId: string | null; lostAt: Instant };

export const roundOf = (phase: Phase): string | null => ('roundId' in phase ? phase.roundId : null);

/** A bot's row, without its two JSON documents. */
export type BotRow = {
  userId: string;
  epoch: string;
  revision: string;
  owner: string | null;
  dueAt: Instant | null;
  phase: Phase;
  lastRoundAt: Instant | null;
  limitInForce: number;
  limitReason: LimitReason | null;
  limitReachedAt: Instant | null;
  /** Of a stopped bot only. */
  startsAgainAt: Instant | null;
  shareDay: DateText | null;
  rollingUntil: Instant | null;
  startedAt: Instant | null;
  /** The last start that wasn't automatic. */
  startedBySellerAt: Instant | null;
  consentedAt: Instant | null;
  /** The share day of the last notification that the bot waits for a browser. */
  browserNoticedOn: DateText | null;
};

/** The documents of a row that an event replaces. Those that are left out stay. */
export type Documents = { settings?: BotSettings; backoff?: Backoff };

export type Claim = { workerId: string; epoch: string };

export type BotEvent =
  // The seller, or the operator in the seller's place.
  | {
      kind: 'start';
      now: Instant;
      settings: BotSettings;
      backoff: Backoff;
      limit: LimitInForce;
      consents: boolean;
      /** The bot starts itself for a new day. */
      isAutomatic: boolean;
    }
  /** Also cancels a planned start. */
  | { kind: 'stop' }
  /** Plans when a bot that stopped itself at its limit starts again; null if it does not start on its own. */
  | { kind: 'restart_planned'; at: Instant | null }
  /** Ends the pause that began at `pausedAt`, but no later one. */
  | { kind: 'resume'; now: Instant; pausedAt: Instant; backoff: Backoff }
  /** The seller says that the human check is done. Counted before anything is sent. */
  | { kind: 'check_try_counted'; backoff: Backoff }
  /** `opensSlot`: no time slot was open before the change, and one is now. */
  | { kind: 'settings_changed'; now: Instant; settings: BotSettings; limit: LimitInForce; opensSlot: boolean }
  /** The seller takes a lowered limit back. `message` is the one of a pause after a share limit, without the lower limit. */
  | { kind: 'limit_restored'; now: Instant; backoff: Backoff; limit: LimitInForce; message: string }
  | { kind: 'zone_moved'; now: Instant; rollingUntil: Instant }
  // A failure of another call at the marketplace.
  | { kind: 'paused_from_outside'; pause: Pause; backoff: Backoff; limit: LimitInForce }
  /** A paired browser is awake, or the closet is linked in another way. */
  | { kind: 'browser_back'; now: Instant }
  // A worker.
  | { kind: 'claimed'; workerId: string; dueBefore: Instant }
  | { kind: 'released'; by: Claim; dueAt: Instant | null }
  /** `revision` is the one with which the worker planned the round. A visit moves no ordinary round. */
  | { kind: 'round_started'; by: Claim; revision: string; roundId: string; at: Instant; isVisit: boolean }
  /** With `keep` the worker keeps the bot, because it continues within moments. */
  | { kind: 'round_finished'; by: Claim; roundId: string; keep: boolean; dueAt: Instant | null }
  /** There was nothing to share. It counts as a round, so that the next one is due when it should be. */
  | { kind: 'round_skipped'; by: Claim; at: Instant }
  | { kind: 'paused'; by: Claim; pause: Pause }
  | { kind: 'pause_ended'; by: Claim }
  /** A share is due, and no paired browser is awake. */
  | { kind: 'browser_lost'; by: Claim; at: Instant; day: DateText }
  /** `revision` is the one whose limit the worker knows. */
  | { kind: 'limit_reached'; by: Claim; revision: string; at: Instant }
  | { kind: 'limit_updated'; by: Claim; backoff: Backoff; limit: LimitInForce }
  // The fleet of workers.
  /** The worker closed, or its lease ran out. */
  | { kind: 'lease_ended'; workerId: string; now: Instant }
  /** A standby was promoted, and the shares that it may have missed by `at` are counted. `missesRound`: it may have missed a round. */
  | { kind: 'missed_counted'; at: Instant; missesRound: boolean }
  /** Nobody works for the bot: its owner is no worker or doesn't know of it, or it has neither owner nor due time. */
  | { kind: 'orphaned'; now: Instant };

export type EventKind = BotEvent['kind'];
export type EventOf<K extends EventKind> = Extract<BotEvent, { kind: K }>;

/** A row after an event. One that was read with more beside it keeps that. */
export type Changed<R extends BotRow = BotRow> = { row: R; documents: Documents };
