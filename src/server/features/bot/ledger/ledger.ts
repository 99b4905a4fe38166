// The ledger of shares: each is reserved, committed, sent, and settled.

import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { GroupCommit } from './group-commit.ts';
import { type Refusal, type ReserveAnswer, type ReserveAsk, reserve, type SettleAsk, settle } from './store.ts';

/** A reservation may be sent for this long after its transaction began, by the monotonic clock. An older one is never sent. */
export const sendWindowMs = 2_000;
export type ShareTimes = {
  sendWindowMs: number;
  /** The longest time that a share may take at the marketplace. */
  shareDeadlineMs: number;
};
export const shareTimes: ShareTimes = { sendWindowMs, shareDeadlineMs: 10_000 };
/** After this time a reserved share can neither be sent nor still be in flight. */
export const inFlightMs = (times: ShareTimes): number => times.sendWindowMs + times.shareDeadlineMs;
/**
 * A request that has waited this long for its turn, or for a row that another transaction is changing, is refused, and the bot
 * decides again. So the queue stays short if the database is slow, and no row is stored for a share that would come too late.
 */
export const turnLimitMs = 2_000;

/** The outcome of an attempt whose owner ended before it could record one. */
export const interrupted = {
  outcome: 'unknown',
  evidence: 'uncertain: Hangtag was interrupted while this share was on its way',
} as const;

/** Permission to send one share once. */
export type Reservation = {
  kind: 'reserved';
  userId: string;
  roundId: string;
  listingId: number;
  /** Distinguishes it from an earlier reservation of the same listing. */
  reservedAt: Instant;
  /** null for a share-back, whose listing only the worker knows. */
  marketId: string | null;
  /** 2 if the first try was refused because of its token or session. */
  tries: number;
  sharesToday: number;
  /** By the monotonic clock. After this, the share must not be sent. */
  sendBefore: number;
};
type Reserved = Reservation | { kind: 'refused'; why: Refusal | 'failed' };
export type Ledger = {
  /** Reserves one share, or says why not. `failed`: the database did not answer, so nothing may be sent. */
  reserve(ask: ReserveAsk): Promise<Reserved>;
  /** Resolves once the outcome is durable, however often that has to be tried. False if the attempt was already settled. */
  settle(ask: Omit<SettleAsk, 'at'>): Promise<boolean>;
};

/**
 * Every share is sent under a row that was committed before. So the marketplace never sees more shares than were reserved,
 * whatever happens afterward.
 */
export function createLedger(needs: {
  /** Reservations and outcomes are in separate group commits, so neither waits for the other. */
  reservations: GroupCommit;
  outcomes: GroupCommit;
  clock: Clock;
  /** The host's monotonic clock. */
  monotonic?: () => number;
  times?: Pick<ShareTimes, 'sendWindowMs'>;
}): Ledger {
  const { reservations, outcomes, clock, monotonic = () => performance.now(), times = shareTimes } = needs;
  const settleOne = outcomes.operation<SettleAsk, boolean>({
    run: settle,
    keyOf: ({ userId, roundId, listingId }) => `${userId}/${roundId}/${listingId}`,
    onLoss: 'keep',
  });
  const reserveOne = reservations.operation({
    async run(tx, asks: TimedAsk[]): Promise<Reserved[]> {
      // Counted from before the commit, because a process that is frozen during the acknowledgment must not send when it wakes.
      // Not counted from before the queue, because behind a long queue every reservation would come too late.
      const begun = monotonic();
      const at = clock.now();
      const isTimely = ({ askedAt }: TimedAsk): boolean => begun - askedAt < turnLimitMs;
      const timely = asks.filter(isTimely);
      for (const one of timely) one.triedAt = at;
      const answers = timely.length === 0 ? [] : await reserve(tx, timely, at);
      const sendBefore = begun + times.sendWindowMs;
      let answered = 0;
      return asks.map((one) => {
        const answer = isTimely(one) ? (answers[answered++] ?? late) : late;
        if (answer.kind === 'refused') return answer;
        const { userId, roundId, listingId } = one;
        const { kind, marketId, tries, sharesToday } = answer;
        // Not copied from the answer: what is added to a copy takes an object more, for each share.
        return { kind, userId, roundId, listingId, reservedAt: at, marketId, tries, sharesToday, sendBefore };
      });
    },
    keyOf: ({ userId }) => userId,
    onLoss: 'reject',
  });

  return {
    async reserve(ask) {
      const askedAt = monotonic();
      for (;;) {
        const asked: TimedAsk = { ...ask, askedAt, triedAt: null };
        let answer: Reserved;
        try {
          answer = await reserveOne(asked);
        } catch {
          // The commit may have succeeded anyway. Nothing was sent, so the reservation is given back if it exists.
          // `reservedAt` keeps us from giving back a later one.
          if (asked.triedAt !== null)
            void settleOne({
              userId: ask.userId,
              roundId: ask.roundId,
              listingId: ask.listingId,
              reservedAt: asked.triedAt,
              outcome: 'not_sent',
              evidence: null,
              at: clock.now(),
            });
          return { kind: 'refused', why: 'failed' };
        }
        const isBusy = answer.kind === 'refused' && answer.why === 'busy';
        if (!isBusy || monotonic() - askedAt >= turnLimitMs) return answer;
      }
    },
    settle: (ask) => settleOne({ ...ask, at: clock.now() }),
  };
}

type TimedAsk = ReserveAsk & {
  askedAt: number;
  /** The time in its row, if the row was stored; null if storing it was never tried. */
  triedAt: Instant | null;
};
const late: ReserveAnswer = { kind: 'refused', why: 'busy' };
