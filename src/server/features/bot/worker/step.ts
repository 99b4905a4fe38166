// One step of a bot: decides by the rules, acts, and says when to look again.

import { decideNextShare, type ShareDecision } from '#domain/bot/bot.ts';
import { pauseMessage } from '#domain/bot/pause-messages.ts';
import { marketplaceName } from '#domain/closet.ts';
import { findBrowser } from '#domain/companion.ts';
import type { Instant } from '#domain/ports/clock.ts';
import { interrupted, type Ledger } from '../ledger/ledger.ts';
import type { BotContext } from '../needs/needs.ts';
import { keepMs, type Rounds } from '../rounds/rounds.ts';
import {
  atWork,
  countDay,
  factsOf,
  leadMsOf,
  type Next,
  type RunningBot,
  refresh,
  rightCut,
  rightLimit,
  turnDay,
} from '../rounds/running-bot.ts';
import { findUnsent, recountRounds, saveCut } from '../rounds/store.ts';
import { readDayFacts, readOwnBots } from '../state/worker-store.ts';
import type { Pauses } from './sharing/pauses.ts';
import type { Sessions } from './sharing/sessions.ts';
import type { ShareNext } from './sharing/share-next.ts';

/** The delay after a step that threw. It doubles each time, up to a minute. */
const errorWaitMs = 1_000;
const longestErrorWaitMs = 60_000;
const diskWaitMs = 30_000;
/** A held bot checks again after this time and up to as much more, so that released ones don't share in the same second. */
const holdWaitMs = 4_000;
/** After a try at the marketplace is due, the bots check again within this time, and one of them tries. */
const checkAfterTryMs = 8_000;
/** When the marketplace accepts shares again, bots resume within this time, so that they don't share in the same second. */
const spreadAfterHoldMs = 120_000;

export type StepContext = BotContext & {
  workerId: () => string;
  ledger: Ledger;
  sessions: Sessions;
  pauses: Pauses;
  rounds: Rounds;
  shareNext: ShareNext;
  /** Reads the closet before a round, and says when to look at the bot again. */
  readCloset: (bot: RunningBot) => Promise<Next>;
  /** The time from a reservation to the last moment at which its share may arrive. */
  inFlightMs: number;
};

/** Runs one step. Never throws. */
export async function stepBot(context: StepContext, bot: RunningBot): Promise<Next> {
  const { clock, log } = context;
  try {
    const next = await act(context, bot);
    bot.consecutiveErrors = 0;
    return next;
  } catch (error) {
    log.warn({ userId: bot.userId, error }, 'Bot step failed, trying again');
    bot.isStale = true;
    bot.consecutiveErrors += 1;
    // A pause that isn't stored yet is tried again every second, because until then another owner would continue sharing.
    const doublings = bot.pendingPause === null ? bot.consecutiveErrors - 1 : 0;
    return clock.now() + Math.min(errorWaitMs * 2 ** doublings, longestErrorWaitMs);
  }
}

/** Everything up to a share runs without a promise of its own: each promise would stay in memory as long as the share. */
function act(context: StepContext, bot: RunningBot): Next | Promise<Next> {
  const now = context.clock.now();
  return needsUpdate(context, bot, now) ? updateAndContinue(context, bot, now) : continueStep(context, bot, now);
}

async function updateAndContinue(context: StepContext, bot: RunningBot, now: Instant): Promise<Next> {
  return (await update(context, bot, now)) ? continueStep(context, bot, now) : 'gone';
}

function continueStep(context: StepContext, bot: RunningBot, now: Instant): Next | Promise<Next> {
  // Nothing is written: the seller's screen says why, from the hold itself. The round waits as it is.
  if (context.findHold() !== null) return now + holdWaitMs + Math.floor(context.random() * holdWaitMs);
  // Nothing is written: the seller's screen says why, from the disk itself.
  if (context.isDiskFull()) return now + diskWaitMs;
  // A share is prepared a little early, and decided as of the moment when it is due.
  const isNear = bot.round !== null && bot.nextShareAt - now <= leadMsOf(bot);
  return decideAndAct(context, bot, isNear ? Math.max(now, bot.nextShareAt) : now);
}

/** Whether anything has to be read or stored before the bot can decide. */
const needsUpdate = (context: StepContext, bot: RunningBot, now: Instant): boolean =>
  bot.pendingPause !== null ||
  bot.isStale ||
  bot.isBackoffUnsaved ||
  bot.state === 'paused' ||
  now >= bot.dayEndsAt ||
  (bot.open.length > 0 && now >= openUntil(context, bot)) ||
  rightLimit(bot, now).limit !== bot.limitInForce;

/** Resolves to false if this worker has let go of the bot. */
async function update(context: StepContext, bot: RunningBot, now: Instant): Promise<boolean> {
  const { pauses } = context;
  if (bot.pendingPause !== null) {
    await pauses.pause(bot, bot.pendingPause);
    return false;
  }
  if (bot.isStale && !(await readAgain(context, bot, now))) return false;
  if (bot.open.length > 0 && now >= openUntil(context, bot)) await giveUpOpen(context, bot, now);
  if (turnDay(bot, now)) await readDay(context, bot, now);
  const isLimitRight = !bot.isBackoffUnsaved && rightLimit(bot, now).limit === bot.limitInForce;
  if (!isLimitRight && !(await pauses.updateLimit(bot, bot.backoff))) return false;
  const isPauseOver = bot.state === 'paused' && bot.resumesAt !== null && now >= bot.resumesAt;
  return !isPauseOver || pauses.resume(bot);
}

function decideAndAct(context: StepContext, bot: RunningBot, now: Instant): Next | Promise<Next> {
  const decision = decideNextShare(atWork(bot, now, context.closetMaxAgeMs), factsOf(bot, now));
  if (decision.kind === 'share') {
    const share = () => context.shareNext(bot, { listingId: Number(decision.listing), dueAt: decision.dueAt });
    const ready = checkAhead(context, bot);
    return ready === null ? share() : ready.then((next) => next ?? share());
  }
  // Shares of other listings continue. The end of a round or a day waits for its last share, because it reports the outcomes.
  if (bot.open.length > 0 && !(decision.kind === 'wait' && decision.for === 'share')) return openUntil(context, bot);
  return follow(context, bot, { decision, now });
}

async function follow(
  context: StepContext,
  bot: RunningBot,
  { decision, now }: { decision: Exclude<ShareDecision, { kind: 'share' }>; now: Instant },
): Promise<Next> {
  const { sessions, pauses, rounds } = context;
  if (decision.kind === 'pause' || decision.kind === 'stop') await bot.settling;
  if (decision.kind === 'start_round' || decision.kind === 'read_closet') {
    const next = await checkAhead(context, bot);
    if (next !== null) return next;
  }
  switch (decision.kind) {
    case 'wait': {
      const { until } = decision;
      if (until !== null && (decision.for === 'share' || until - now <= keepMs)) return until;
      await sessions.save(bot);
      return rounds.letGo(bot, until);
    }
    case 'read_closet':
      return context.readCloset(bot);
    case 'start_round':
      return rounds.start(bot, decision.round);
    case 'end_round':
      await sessions.save(bot);
      return rounds.finish(bot, decision.state);
    case 'pause': {
      const { reason, resumesAt } = decision;
      const message = pauseMessage(reason, {
        marketplace: marketplaceName(bot.practice),
        isByBrowser: bot.isByBrowser,
      });
      await pauses.pause(bot, { reason, resumesAt, message });
      return 'gone';
    }
    case 'stop':
      return decision.reason === 'asked' || (await pauses.stopAtLimit(bot)) ? 'gone' : context.clock.now();
  }
}

/** Whether a call can be made now: null, or resolves to null. Otherwise resolves to when to look again. */
function checkAhead(context: StepContext, bot: RunningBot): Promise<Next | null> | null {
  const atBrowser = () => (bot.isByBrowser ? checkBrowser(context, bot) : null);
  const isHeld = bot.isHeldBack || context.breaker.triedAt(bot) !== null;
  return isHeld ? lookAtCircuit(context, bot).then((next) => next ?? atBrowser()) : atBrowser();
}

/**
 * While the marketplace refuses many sellers, one bot at a time tries whether it accepts a share. Nothing is written for the
 * others: the seller's screen says why, from the circuit itself.
 */
async function lookAtCircuit({ clock, breaker, random }: StepContext, bot: RunningBot): Promise<Next | null> {
  if (await breaker.mayCall(bot)) {
    if (!bot.isHeldBack) return null;
    bot.isHeldBack = false;
    const isTrying = breaker.triedAt(bot) !== null;
    bot.nextShareAt = clock.now() + (isTrying ? 0 : Math.floor(random() * spreadAfterHoldMs));
    return bot.nextShareAt;
  }
  bot.isHeldBack = true;
  const dueAt = Math.max(breaker.triedAt(bot) ?? 0, clock.now()) + Math.floor(random() * checkAfterTryMs);
  return Math.min(dueAt, bot.round?.cutsAt ?? dueAt);
}

/** Resolves to null if a paired browser is awake. Nothing is reserved for a browser that is asleep. */
async function checkBrowser({ clock, pauses, browserSeenAt }: StepContext, bot: RunningBot): Promise<Next | null> {
  const found = findBrowser(await browserSeenAt(bot.userId), clock.now());
  if (found.kind === 'awake') return null;
  if (found.kind === 'check_again') return found.at;
  await bot.settling;
  await pauses.waitForBrowser(bot);
  return 'gone';
}

/** Resolves to false if another worker owns the bot or the seller has stopped it. */
async function readAgain(context: StepContext, bot: RunningBot, now: Instant): Promise<boolean> {
  const { database, workerId, rounds } = context;
  const [row] = await readOwnBots(database, workerId(), [bot.userId]);
  if (row === undefined || row.epoch !== bot.epoch || row.state === 'stopped') return false;
  if (row.roundId !== (bot.round?.id ?? null)) {
    // A commit whose acknowledgment was lost. The next claim reads everything about the bot again.
    await rounds.letGo(bot, now);
    return false;
  }
  const before = windowsOf(bot);
  refresh(bot, row);
  turnDay(bot, now);
  await readDay(context, bot, now);
  if (bot.round !== null && windowsOf(bot) !== before) {
    bot.round.cutsAt = rightCut(bot, now);
    await saveCut(database, { userId: bot.userId, roundId: bot.round.id }, bot.round.cutsAt);
  }
  return true;
}

async function readDay({ database }: StepContext, bot: RunningBot, now: Instant): Promise<void> {
  const { userId, day, rollingUntil } = bot;
  const facts = await readDayFacts(database, [{ userId, day, rollingUntil }], now);
  countDay(bot, facts.get(userId));
}

/** When the shares that an earlier owner reserved can no longer be in flight. */
const openUntil = ({ inFlightMs }: StepContext, { open }: RunningBot): Instant =>
  Math.max(...open.map(({ reservedAt }) => reservedAt)) + inFlightMs;

/**
 * Settles shares that an earlier owner had in flight as unknown, because their answers can no longer come. What that owner took back
 * in the meantime was never sent, so its listing is still to be shared in this round.
 */
async function giveUpOpen(context: StepContext, bot: RunningBot, now: Instant): Promise<void> {
  const { database, ledger } = context;
  for (const { userId, roundId, listingId, reservedAt } of bot.open)
    await ledger.settle({ userId, roundId, listingId, reservedAt, ...interrupted });
  await recountRounds(
    database,
    bot.open.filter(({ roundId }) => roundId !== bot.round?.id),
  );
  const { round } = bot;
  const own = bot.open.filter(({ roundId }) => roundId === round?.id).map(({ listingId }) => listingId);
  if (round !== null && own.length > 0) {
    const unsent = await findUnsent(database, { userId: bot.userId, roundId: round.id }, own);
    bot.round = { ...round, plan: [...round.plan, ...unsent] };
  }
  bot.open = [];
  await readDay(context, bot, now);
}

/** The facts that the end of a running round depends on. */
const windowsOf = ({ settings, timezone }: RunningBot): string =>
  settings.useScheduledSlots ? JSON.stringify([timezone, settings.scheduledSlots]) : '';
