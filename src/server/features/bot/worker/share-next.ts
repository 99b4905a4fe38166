import { type Backoff, type ListingNews, type Operation, reactTo } from '#domain/bot/backoff.ts';
import { pauseMs } from '#domain/bot/pace.ts';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { MarketFailure, MarketResult } from '#domain/ports/marketplace.ts';
import type { BotAccount, Closet } from '../../closet/closet.ts';
import type { Listings } from '../../listings/listings.ts';
import { type Ledger, type Permit, turnLimitMs } from '../ledger/ledger.ts';
import type { Outcome, Refusal } from '../ledger/store.ts';
import type { Measure } from '../metrics.ts';
import type { Halts } from './pauses.ts';
import { type Halt, isGentleNow, type Next, type Pause, type RunningBot } from './running-bot.ts';
import type { Jars } from './sessions.ts';
import { failureOfSignIn } from './sign-in-failure.ts';

/** While another call of the account is under way it is asked for again after this time. */
const heldMs = 250;
const failedMs = 1_000;

type Step = ReturnType<typeof reactTo>;

export type ShareNext = (bot: RunningBot, listingId: number, dueAt: Instant) => Promise<Next>;

/**
 * One share, from reservation to outcome: reserve, commit, send once, settle. Between two of its awaits nothing is
 * remembered that the ledger does not hold: a process that ends anywhere in here leaves at most one share of unknown outcome.
 */
export function createShareNext({
  clock,
  random,
  meanPauseMs,
  workerId,
  maySend,
  ledger,
  jars,
  halts,
  closet,
  listings,
  measure,
  until,
  inFlightMs,
}: {
  clock: Clock;
  random: () => number;
  meanPauseMs: number;
  workerId: () => string;
  /** Whether this worker may still send at all. */
  maySend: () => boolean;
  ledger: Ledger;
  jars: Jars;
  halts: Halts;
  closet: Pick<Closet, 'signInAgain'>;
  listings: Pick<Listings, 'markSold' | 'markGone' | 'markNotForSale'>;
  measure: Measure;
  /** Resolves at a moment of the clock. */
  until: (instant: Instant) => Promise<void>;
  /** From reservation to the last moment at which the share may arrive. */
  inFlightMs: number;
}): ShareNext {
  const shareNext: ShareNext = async (bot, listingId, dueAt) => {
    const round = bot.round;
    if (round === null) return dueAt;
    if (!maySend()) return clock.now() + failedMs;
    const account = await jars.open(bot);
    if (account === null) return stale(bot);
    if (!bot.hasToken) {
      const next = await renewToken(bot, account);
      if (next !== null) return next;
    }

    if (bot.settling !== null) await bot.settling;
    // A share that was reserved before midnight could be seen by the marketplace on the next day. Whatever took its time
    // (a session, a page, a slow database) did so before this look at the clock.
    if (bot.dayEndsAt - Math.max(dueAt, clock.now()) < turnLimitMs + inFlightMs) return bot.dayEndsAt;

    const answer = await ledger.reserve({
      userId: bot.userId,
      owner: workerId(),
      epoch: bot.epoch,
      roundId: round.id,
      listingId,
      shareDay: bot.day,
      revision: bot.revision,
      closetRevision: bot.closetRevision,
    });
    if (answer.kind === 'refused') {
      measure.notReserved(answer.why);
      return afterRefusal(bot, answer.why);
    }
    bot.sharedToday = answer.sharesToday;
    if (bot.shared24h !== null) bot.shared24h += 1;
    if (clock.now() < dueAt) await until(dueAt);
    if (!maySend() || performance.now() >= answer.sendBefore) return notSent(bot, answer);

    const sentAt = clock.now();
    measure.late(Math.max(0, sentAt - dueAt));
    const result = await account.account.share(answer.marketId);
    const pause = pauseMs(meanPauseMs, random, isGentleNow(bot, sentAt));
    bot.nextShareAt = Math.max(sentAt + pause, clock.now());
    if (result.kind === 'ok' && isUntroubled(bot.backoff)) {
      settle(bot, answer, 'shared', result.traceId ?? null);
      moveOn(bot);
      return bot.nextShareAt;
    }
    return afterAnswer(bot, account, answer, result);
  };

  function afterRefusal(bot: RunningBot, why: Refusal | 'failed'): Next {
    switch (why) {
      case 'lost':
        return 'gone';
      case 'already':
      case 'not_available':
        moveOn(bot);
        return clock.now();
      case 'busy':
        bot.isStale = true;
        return clock.now() + failedMs;
      case 'held':
        return clock.now() + heldMs + Math.floor(random() * heldMs);
      case 'changed':
        return stale(bot);
      case 'cap':
        // Rules and row see the same numbers after a second look; should they not, the bot must not spin.
        stale(bot);
        return clock.now() + failedMs;
      case 'failed':
        stale(bot);
        return clock.now() + failedMs + Math.floor(random() * failedMs);
    }
  }

  async function notSent(bot: RunningBot, permit: Permit): Promise<Next> {
    await ledger.settle({ ...permit, outcome: 'refused', evidence: 'not_sent: it came too late' });
    giveBack(bot);
    return clock.now() + failedMs;
  }

  /** Everything but the plain success. */
  async function afterAnswer(
    bot: RunningBot,
    { account }: BotAccount,
    permit: Permit,
    result: MarketResult<null>,
  ): Promise<Next> {
    const availability = result.kind === 'listing_not_available' ? await account.listing(permit.marketId) : null;
    const alreadyRetried = bot.repeating === permit.listingId;
    const step = await react(bot, result, 'share', {
      alreadyRetried,
      ...(availability?.kind === 'ok' && { availability: availability.value.availability }),
    });
    const { reaction } = step;
    const outcome = reaction.outcome ?? 'refused';
    const evidence = result.kind === 'ok' ? (result.traceId ?? null) : `${result.kind}: ${result.message}`;
    if (outcome === 'refused') giveBack(bot);
    if (reaction.outcome === null && permit.tries < 2) bot.repeating = permit.listingId;
    else moveOn(bot);
    if (reaction.kind === 'pause') {
      const { roundId, listingId, reservedAt } = permit;
      await halts.pause(bot, {
        ...haltOf(reaction, step.backoff),
        settles: { roundId, listingId, reservedAt, outcome, evidence, at: clock.now() },
      });
      measure.shareSettled(outcome);
      return 'gone';
    }
    const settled = settle(bot, permit, outcome, evidence);
    if (reaction.listing !== 'none') await mark(bot, permit, reaction.listing);
    if (reaction.kind === 'go_on') return bot.nextShareAt;
    // Whatever comes now talks to the marketplace or lets go of the bot: the outcome is durable first.
    await settled;
    if (reaction.kind === 'retry') return (await renewToken(bot, { account })) ?? clock.now();
    return follow(bot, step);
  }

  async function follow(bot: RunningBot, { reaction, backoff }: Step): Promise<Next> {
    switch (reaction.kind) {
      case 'go_on':
      case 'retry':
        return bot.nextShareAt;
      case 'wait':
        bot.nextShareAt = Math.max(bot.nextShareAt, reaction.until);
        return bot.nextShareAt;
      case 'sign_in':
        return (await signIn(bot)) ?? bot.nextShareAt;
      case 'pause':
        await halts.pause(bot, haltOf(reaction, backoff));
        return 'gone';
    }
  }

  /** Loads the page that carries token and identity. null: go on. */
  async function renewToken(bot: RunningBot, { account }: Pick<BotAccount, 'account'>): Promise<Next | null> {
    const result = await account.bootstrap();
    await jars.keep(bot);
    if (result.kind === 'ok') {
      bot.hasToken = true;
      return null;
    }
    return follow(bot, await react(bot, result, 'bootstrap', { alreadyRetried: true }));
  }

  /** One quiet log-in with the kept password. null: go on. */
  async function signIn(bot: RunningBot): Promise<Next | null> {
    const { account } = bot;
    if (account === null) return stale(bot);
    const signedIn = await closet.signInAgain(bot.userId, account);
    if (signedIn.kind === 'ok') {
      jars.adopt(bot, signedIn.bot);
      return null;
    }
    stale(bot);
    return follow(bot, await react(bot, failureOfSignIn(signedIn), 'sign_in', { alreadyRetried: true }));
  }

  async function react(
    bot: RunningBot,
    result: MarketFailure | { kind: 'ok' },
    operation: Operation,
    more: { alreadyRetried: boolean; availability?: 'available' | 'sold' | 'not_for_sale' | 'unavailable' },
  ): Promise<Step> {
    // Only a rate limit asks how much was shared.
    const confirmed = result.kind === 'rate_limited' ? await halts.confirmed(bot) : { today: 0, last24h: 0 };
    const step = reactTo({
      result,
      operation,
      backoff: bot.backoff,
      facts: {
        now: clock.now(),
        day: bot.day,
        confirmedToday: confirmed.today,
        confirmed24h: confirmed.last24h,
        hasPassword: bot.account?.hasPassword ?? false,
        random: random,
        ...more,
      },
    });
    // What is learned with a pause is written with it.
    if (step.reaction.kind !== 'pause') await halts.learn(bot, step.backoff);
    return step;
  }

  async function mark(bot: RunningBot, { listingId }: Permit, news: Exclude<ListingNews, 'none'>): Promise<void> {
    const change = { sold: listings.markSold, gone: listings.markGone, not_for_sale: listings.markNotForSale }[news];
    await change(bot.userId, String(listingId), clock.now());
  }

  function settle(bot: RunningBot, permit: Permit, outcome: Outcome, evidence: string | null): Promise<void> {
    const { roundId, listingId, reservedAt } = permit;
    const settling = ledger
      .settle({ roundId, listingId, reservedAt, outcome, evidence })
      .then(
        () => measure.shareSettled(outcome),
        // The database refuses this very row: the sweep finds it, as one of unknown outcome.
        () => {
          bot.isStale = true;
        },
      )
      .then(() => {
        if (bot.settling === settling) bot.settling = null;
      });
    bot.settling = settling;
    return settling;
  }

  function stale(bot: RunningBot): Instant {
    bot.isStale = true;
    return clock.now();
  }

  return shareNext;
}

function moveOn(bot: RunningBot): void {
  bot.repeating = null;
  if (bot.round !== null) bot.round.next += 1;
}

function giveBack(bot: RunningBot): void {
  bot.sharedToday = Math.max(0, bot.sharedToday - 1);
  if (bot.shared24h !== null) bot.shared24h = Math.max(0, bot.shared24h - 1);
}

const haltOf = ({ reason, resumesAt, message }: Pause, backoff: Backoff): Halt => ({
  reason,
  resumesAt,
  message,
  backoff,
});

const isUntroubled = ({ refusals, surprises, outages, quietSignIns }: Backoff): boolean =>
  refusals + surprises + outages + quietSignIns === 0;
