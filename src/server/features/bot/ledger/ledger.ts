import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { GroupCommit } from './group-commit.ts';
import {
  type Outcome,
  type Refusal,
  type ReserveAnswer,
  type ReserveAsk,
  reserve,
  type SettleAsk,
  settle,
} from './store.ts';

/** A reservation may be sent for this long after it was begun, by the monotonic clock; what is older is never sent. */
export const sendWindowMs = 2_000;
export type ShareTimes = {
  sendWindowMs: number;
  /** What a share may take at the marketplace (wire protocol 1). */
  shareDeadlineMs: number;
};
export const shareTimes: ShareTimes = { sendWindowMs, shareDeadlineMs: 10_000 };
/** After this time a reserved share can neither be sent nor be under way any more. */
export const inFlightMs = (times: ShareTimes): number => times.sendWindowMs + times.shareDeadlineMs;
/**
 * What has waited this long for its turn, or for a row that somebody else is changing, is not reserved any more: the bot
 * decides anew. Behind a slow database the queue so stays short, and no row is written for a share that comes too late.
 */
export const turnLimitMs = 2_000;

export type Permit = {
  kind: 'permitted';
  roundId: string;
  listingId: number;
  /** Which reservation it is, where there was another one before. */
  reservedAt: Instant;
  marketId: string;
  title: string;
  /** 2 where it was refused for its token or session before. */
  tries: number;
  sharesToday: number;
  /** Monotonic: no send from here on. */
  sendBefore: number;
};
export type Reserved = Permit | { kind: 'refused'; why: Refusal | 'failed' };
export type Ledger = {
  /** Permission to send one share once, or the reason why not. `failed`: the database did not say; nothing may be sent. */
  reserve(ask: Omit<ReserveAsk, 'at'>): Promise<Reserved>;
  /** Resolves once the outcome is durable, however often the database has to be asked; false: it was settled before. */
  settle(ask: Omit<SettleAsk, 'at'>): Promise<boolean>;
};

export type { Outcome };

/**
 * The ledger of shares: reserve, commit, send, settle. The one way to the marketplace's share call leads through a row that
 * was committed before; what happens afterwards can only be less than what was reserved.
 */
export function createLedger({
  permits,
  outcomes,
  clock,
  times = shareTimes,
}: {
  /** Where reservations are joined, and where outcomes are: two transactions side by side, so that neither waits for the other. */
  permits: GroupCommit;
  outcomes: GroupCommit;
  clock: Clock;
  times?: Pick<ShareTimes, 'sendWindowMs'>;
}): Ledger {
  const settleOne = outcomes.lane<SettleAsk, boolean>({
    run: settle,
    keyOf: ({ roundId, listingId }) => `${roundId}/${listingId}`,
    onLoss: 'keep',
  });
  const reserveOne = permits.lane({
    async run(tx, asks: Asked[]): Promise<(ReserveAnswer & { reservedAt: Instant; sendBefore: number })[]> {
      // Counted from before the commit: a process that is frozen while it is acknowledged must not send when it wakes. And not
      // from before the queue: where that is long, everything would be reserved and come too late.
      const begun = performance.now();
      const at = clock.now();
      const timely = asks.filter(({ askedAt }) => begun - askedAt < turnLimitMs);
      const asked = timely.map((one) => {
        one.triedAt = at;
        return { ...one.ask, at };
      });
      const answers = asked.length === 0 ? [] : await reserve(tx, asked);
      const told = new Map(timely.map((one, index) => [one, answers[index]]));
      return asks.map((one) => ({
        ...(told.get(one) ?? late),
        reservedAt: at,
        sendBefore: begun + times.sendWindowMs,
      }));
    },
    keyOf: ({ ask }) => ask.userId,
    onLoss: 'reject',
  });

  return {
    async reserve(ask) {
      const askedAt = performance.now();
      for (;;) {
        const asked: Asked = { ask, askedAt, triedAt: null };
        const answer = await reserveOne(asked).catch(() => null);
        if (answer === null) {
          // The commit may have been made all the same. Nothing was sent, so this reservation, if there is one, goes back; one
          // that is made before the database hears of it is another's, or sent by then.
          if (asked.triedAt !== null)
            void settleOne({
              ...place(ask),
              reservedAt: asked.triedAt,
              outcome: 'refused',
              evidence: 'not_sent: the database was lost',
              at: clock.now(),
            });
          return { kind: 'refused', why: 'failed' };
        }
        if (answer.kind === 'permitted') return { ...answer, ...place(ask) };
        if (answer.why !== 'busy' || performance.now() - askedAt >= turnLimitMs)
          return { kind: 'refused', why: answer.why };
      }
    },
    settle: (ask) => settleOne({ ...ask, at: clock.now() }),
  };
}

type Asked = {
  ask: Omit<ReserveAsk, 'at'>;
  askedAt: number;
  /** The moment that its row has, if one was written; null: none was ever tried. */
  triedAt: Instant | null;
};
const late: ReserveAnswer = { kind: 'refused', why: 'busy' };

const place = ({ roundId, listingId }: { roundId: string; listingId: number }) => ({ roundId, listingId });
