// One step of a bot: decides by the rules, acts, and says when to look again.

import { decideNextShare, type ShareDecision } from '#domain/bot/bot.ts';
import { pauseMessage } from '#domain/bot/pause-messages.ts';
import { wantsVisits } from '#domain/bot/visits.ts';
import { marketplaceName } from '#domain/closet.ts';
import { findBrowser } from '#domain/companion.ts';
import type { Instant } from '#domain/ports/clock.ts';
import { inFlightMs, interrupted } from '../../ledger/ledger.ts';
import { findUnsent } from '../../rounds/attempts-store.ts';
import { recountRounds, saveCut } from '../../rounds/store.ts';
import { readDayFacts, readOwnBots } from '../../state/worker-store.ts';
import { signInAgain } from './page.ts';
import { endPause, pauseBot, stopAtLimit, updateLimit, waitForBrowser } from './pauses.ts';
import { finishRound, keepMs, readBeforeRound, release, startRound } from './rounds.ts';
import { countDay, type Next, type RunningBot, refresh, turnDay } from './running-bot.ts';
import { share } from './send.ts';
import { saveSession } from './sessions.ts';
import { factsOf, leadMsOf, rightCut, rightLimit, situationOf, visitsOf } from './situation.ts';
import { loadVisits, readVisits, startVisit } from './visits.ts';
import type { WorkerState } from './worker-state.ts';

/** The delay after a step that threw. It doubles each time, up to a minute. */
const errorWaitMs = 1_000;
const longestErrorWaitMs = 60_000;
const diskWaitMs = 30_000;
/** A held bot checks again after this time and up to as much more, so that released ones don't share in the same second. */
const holdWaitMs = 4_000;
/** After a try at the marketplace is due, the bots check again within this time, and one of them tries. */
const checkAfterTryMs = 8_000;
/** When the marketplace accepts shares again, bots resume within this time, so that they don't share in the same second. */
const spreadAfterRefusalsMs = 120_000;

/** Runs one step. Never throws. */
export async function stepBot(worker: WorkerState, bot: RunningBot): Promise<Next> {
  const { clock, log } = worker.context;
  try {
    const next = await act(worker, bot);
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
function act(worker: WorkerState, bot: RunningBot): Next | Promise<Next> {
  const now = worker.context.clock.now();
  return needsUpdate(worker, bot, now) ? updateAndContinue(worker, bot, now) : continueStep(worker, bot, now);
}

async function updateAndContinue(worker: WorkerState, bot: RunningBot, now: Instant): Promise<Next> {
  return (await update(worker, bot, now)) ? continueStep(worker, bot, now) : 'gone';
}

function continueStep(worker: WorkerState, bot: RunningBot, now: Instant): Next | Promise<Next> {
  const { findHold, isDiskFull, random } = worker.context;
  // Nothing is written: the seller's screen says why, from the hold or the disk itself. The round waits as it is.
  if (findHold() !== null) return now + holdWaitMs + Math.floor(random() * holdWaitMs);
  if (isDiskFull()) return now + diskWaitMs;
  if (bot.needsSignIn) return signInAgain(worker, bot);
  // A share is prepared a little early, and decided as of the moment when it is due.
  const isNear = bot.round !== null && bot.nextShareAt - now <= leadMsOf(bot);
  return decideAndAct(worker, bot, isNear ? Math.max(now, bot.nextShareAt) : now);
}

/** Whether anything has to be read or stored before the bot can decide. */
const needsUpdate = (worker: WorkerState, bot: RunningBot, now: Instant): boolean =>
  bot.pendingPause !== null ||
  bot.isStale ||
  bot.isBackoffUnsaved ||
  bot.state === 'paused' ||
  now >= bot.dayEndsAt ||
  (bot.open.length > 0 && now >= openUntil(worker, bot)) ||
  rightLimit(bot, now).limit !== bot.limitInForce ||
  wantsVisits(bot.settings) !== (bot.visits !== null);

/** Resolves to false if this worker has let go of the bot. */
async function update(worker: WorkerState, bot: RunningBot, now: Instant): Promise<boolean> {
  if (bot.pendingPause !== null) {
    await pauseBot(worker, bot, bot.pendingPause);
    return false;
  }
  if (bot.isStale && !(await readAgain(worker, bot, now))) return false;
  if (bot.open.length > 0 && now >= openUntil(worker, bot)) await giveUpOpen(worker, bot, now);
  if (turnDay(bot, now)) await readDay(worker, bot, now);
  const isLimitRight = !bot.isBackoffUnsaved && rightLimit(bot, now).limit === bot.limitInForce;
  if (!isLimitRight && !(await updateLimit(worker, bot, bot.backoff))) return false;
  if (wantsVisits(bot.settings) !== (bot.visits !== null)) await loadVisits(worker, bot, now);
  const isPauseOver = bot.state === 'paused' && bot.resumesAt !== null && now >= bot.resumesAt;
  return !isPauseOver || endPause(worker, bot);
}

function decideAndAct(worker: WorkerState, bot: RunningBot, now: Instant): Next | Promise<Next> {
  const { breaker, closetMaxAgeMs } = worker.context;
  // While the marketplace refuses many sellers, an ordinary share tries it. While an earlier owner's share is open, other shares go on.
  const mayVisit = bot.visits !== null && bot.open.length === 0 && !bot.isHeldBack && breaker.nextTryAt(bot) === null;
  const visits = mayVisit ? visitsOf(bot, now, bot.round !== null) : null;
  const decision = decideNextShare(situationOf(bot, now, closetMaxAgeMs, visits), factsOf(bot, now));
  if (decision.kind === 'share') {
    const due = { listingId: Number(decision.listing), dueAt: decision.dueAt };
    const ready = checkAhead(worker, bot);
    return ready === null ? share(worker, bot, due) : ready.then((next) => next ?? share(worker, bot, due));
  }
  // Shares of other listings continue. The end of a round or a day waits for its last share, because it reports the outcomes.
  if (bot.open.length > 0 && !(decision.kind === 'wait' && decision.for === 'share')) return openUntil(worker, bot);
  return follow(worker, bot, { decision, now });
}

async function follow(
  worker: WorkerState,
  bot: RunningBot,
  { decision, now }: { decision: Exclude<ShareDecision, { kind: 'share' }>; now: Instant },
): Promise<Next> {
  if (decision.kind === 'pause' || decision.kind === 'stop') await bot.settling;
  if (decision.kind === 'start_round' || decision.kind === 'read_closet' || decision.kind === 'start_visit') {
    const next = await checkAhead(worker, bot);
    if (next !== null) return next;
  }
  switch (decision.kind) {
    case 'wait': {
      const { until } = decision;
      if (until !== null && (decision.for === 'share' || until - now <= keepMs)) return until;
      await saveSession(worker, bot);
      return release(worker, bot, until);
    }
    case 'read_closet':
      return worker.readings.run(() => readBeforeRound(worker, bot));
    case 'start_round':
      return startRound(worker, bot, decision.round);
    case 'read_visits':
      return worker.readings.run(() => readVisits(worker, bot, decision.what));
    case 'start_visit':
      return startVisit(worker, bot, decision);
    case 'end_round':
      await saveSession(worker, bot);
      return finishRound(worker, bot, decision.state);
    case 'pause': {
      const { reason, resumesAt } = decision;
      const message = pauseMessage(reason, {
        marketplace: marketplaceName(bot.practice),
        isByBrowser: bot.isByBrowser,
      });
      return pauseBot(worker, bot, { reason, resumesAt, message });
    }
    case 'stop':
      return decision.reason === 'asked' || (await stopAtLimit(worker, bot)) ? 'gone' : worker.context.clock.now();
  }
}

/** Whether a call can be made now: null, or resolves to null. Otherwise resolves to when to look again. */
function checkAhead(worker: WorkerState, bot: RunningBot): Promise<Next | null> | null {
  const atBrowser = () => (bot.isByBrowser ? checkBrowser(worker, bot) : null);
  const waitsForCircuit = bot.isHeldBack || worker.context.breaker.nextTryAt(bot) !== null;
  return waitsForCircuit ? lookAtCircuit(worker, bot).then((next) => next ?? atBrowser()) : atBrowser();
}

/**
 * While the marketplace refuses many sellers, one bot at a time tries whether it accepts a share. Nothing is written for the
 * others: the seller's screen says why, from the circuit itself.
 */
async function lookAtCircuit({ context }: WorkerState, bot: RunningBot): Promise<Next | null> {
  const { clock, breaker, random } = context;
  if (await breaker.mayCall(bot)) {
    if (!bot.isHeldBack) return null;
    bot.isHeldBack = false;
    const isTrying = breaker.nextTryAt(bot) !== null;
    bot.nextShareAt = clock.now() + (isTrying ? 0 : Math.floor(random() * spreadAfterRefusalsMs));
    return bot.nextShareAt;
  }
  bot.isHeldBack = true;
  const dueAt = Math.max(breaker.nextTryAt(bot) ?? 0, clock.now()) + Math.floor(random() * checkAfterTryMs);
  return Math.min(dueAt, bot.round?.cutsAt ?? dueAt);
}

/** Resolves to null if a paired browser is awake. Nothing is reserved for a browser that is asleep. */
async function checkBrowser(worker: WorkerState, bot: RunningBot): Promise<Next | null> {
  const { clock, browserSeenAt } = worker.context;
  const found = findBrowser(await browserSeenAt(bot.userId), clock.now());
  if (found.kind === 'awake') return null;
  if (found.kind === 'check_again') return found.at;
  await bot.settling;
  return waitForBrowser(worker, bot);
}

/** Resolves to false if another worker owns the bot or the seller has stopped it. */
async function readAgain(worker: WorkerState, bot: RunningBot, now: Instant): Promise<boolean> {
  const { database, lease } = worker;
  const [row] = await readOwnBots(database, lease.workerId, [bot.userId]);
  if (row === undefined || row.epoch !== bot.epoch || row.state === 'stopped') return false;
  if (row.roundId !== (bot.round?.id ?? null)) {
    // A commit whose acknowledgment was lost. The next claim reads everything about the bot again.
    await release(worker, bot, now);
    return false;
  }
  const before = windowsOf(bot);
  refresh(bot, row);
  turnDay(bot, now);
  await readDay(worker, bot, now);
  if (bot.round !== null && windowsOf(bot) !== before) {
    bot.round.cutsAt = rightCut(bot, now);
    await saveCut(database, { userId: bot.userId, roundId: bot.round.id }, bot.round.cutsAt);
  }
  return true;
}

async function readDay({ database }: WorkerState, bot: RunningBot, now: Instant): Promise<void> {
  const { userId, day, rollingUntil } = bot;
  const facts = await readDayFacts(database, [{ userId, day, rollingUntil }], now);
  countDay(bot, facts.get(userId));
}

/** When the shares that an earlier owner reserved can no longer be in flight. */
const openUntil = ({ times }: WorkerState, { open }: RunningBot): Instant =>
  Math.max(...open.map(({ reservedAt }) => reservedAt)) + inFlightMs(times);

/**
 * Settles shares that an earlier owner had in flight as unknown, because their answers can no longer come. What that owner took back
 * in the meantime was never sent, so its listing is still to be shared in this round.
 */
async function giveUpOpen(worker: WorkerState, bot: RunningBot, now: Instant): Promise<void> {
  const { database, ledger } = worker;
  for (const { userId, roundId, listingId, reservedAt } of bot.open)
    await ledger.settle({ userId, roundId, listingId, reservedAt, ...interrupted });
  await recountRounds(
    database,
    bot.open.filter(({ roundId }) => roundId !== bot.round?.id),
  );
  const { round } = bot;
  const own = bot.open.filter(({ roundId }) => roundId === round?.id).map(({ listingId }) => listingId);
  if (round !== null && round.kind !== 'back' && own.length > 0) {
    const unsent = await findUnsent(database, { userId: bot.userId, roundId: round.id }, own);
    bot.round = { ...round, plan: [...round.plan, ...unsent] };
  }
  bot.open = [];
  await readDay(worker, bot, now);
}

/** The facts that the end of a running round depends on. */
const windowsOf = ({ settings, timezone }: RunningBot): string =>
  settings.useScheduledSlots ? JSON.stringify([timezone, settings.scheduledSlots]) : '';
