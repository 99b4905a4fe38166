// The face of the today feature: what a seller has to do, from what the features below know. It computes no price and asks no marketplace.

import type { BotStatus } from '#contract/bot/bot.ts';
import type { AuthStatus } from '#contract/closet/closet.ts';
import type { StandingAdvice } from '#contract/pricing/advice.ts';
import type { Today } from '#contract/today/today.ts';
import { waitingPauses } from '#domain/bot/bot.ts';
import { marketplaceName } from '#domain/closet.ts';
import { Failure } from '#domain/failure.ts';
import { fromDollars } from '#domain/money.ts';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import { isWorthShowing } from '#domain/pricing/advice/shown-prices.ts';
import { addDays, dayBounds, shareDay } from '#domain/time.ts';
import { firstSteps, type SetupFacts, type SetupStep, setupOf, setupSteps } from '#domain/today/first-steps.ts';
import { mostListings, type Need, quietDays, type TodayFacts, tasksOf, todayKinds } from '#domain/today/today.ts';
import { endSnooze, findSnoozed, saveSnooze } from './store.ts';

/** What this feature asks of the others. Each answers from what is stored. */
type TodayNeeds = {
  database: Database;
  clock: Clock;
  status: (userId: string) => Promise<BotStatus>;
  authStatus: (userId: string) => Promise<AuthStatus>;
  standingAdvice: (userId: string) => Promise<Pick<StandingAdvice, 'optimizations' | 'comparedAt'>>;
  offers: (userId: string) => Promise<TodayFacts['offers']>;
  drops: (userId: string) => Promise<TodayFacts['drops'] & { hasPlans: boolean }>;
  quietListings: (userId: string, ask: { before: Instant; most: number }) => Promise<TodayFacts['quiet']>;
  salesGaps: (userId: string) => Promise<{ salesWithoutCost: number; lastImportAt: Instant | null }>;
  setup: (userId: string) => Promise<SetupFacts>;
  /** The seller put a step of the setup off. */
  onPutOff: (userId: string, step: SetupStep) => Promise<void>;
};

const dayMs = 86_400_000;

export function createToday(needs: TodayNeeds) {
  const { database, clock } = needs;

  async function read(userId: string): Promise<Today> {
    const [facts, setup, snoozed] = await Promise.all([
      readFacts(needs, userId),
      needs.setup(userId),
      findSnoozed(database, userId, clock.now()),
    ]);
    const tasks = tasksOf(facts, new Set(todayKinds.filter((kind) => snoozed.has(kind))));
    return {
      tasks: tasks.map((task) => ({ ...task, listingIds: [...task.listingIds] })),
      setup: setupOf(setup, new Set(setupSteps.filter((step) => snoozed.has(keptAs(step))))),
    };
  }

  return {
    /** The most pressing first. */
    read,
    /** Until the seller's midnight, `days` days from now. Throws `not_found` for a kind that doesn't exist. */
    async snooze(userId: string, given: string, days: number): Promise<Today> {
      const kind = kindNamed(given);
      const { timezone } = await needs.status(userId);
      const today = shareDay(clock.now(), timezone);
      await saveSnooze(database, userId, { kind, until: dayBounds(addDays(today, days), timezone).startsAt });
      return read(userId);
    },
    async wake(userId: string, given: string): Promise<Today> {
      await endSnooze(database, userId, kindNamed(given));
      return read(userId);
    },
    /** For good. Throws `not_found` for a step that doesn't exist. */
    async putOff(userId: string, given: string): Promise<Today> {
      const step = stepNamed(given);
      await saveSnooze(database, userId, { kind: keptAs(step), until: 'forever' });
      await needs.onPutOff(userId, step);
      return read(userId);
    },
    async putBack(userId: string, given: string): Promise<Today> {
      await endSnooze(database, userId, keptAs(stepNamed(given)));
      return read(userId);
    },
  };
}

export type TodayFeature = ReturnType<typeof createToday>;

function kindNamed(given: string) {
  const kind = todayKinds.find((one) => one === given);
  if (kind === undefined) throw new Failure('not_found', 'There is no such task.');
  return kind;
}

const keptAs = (step: SetupStep): string => `setup:${step}`;

function stepNamed(given: string): SetupStep {
  const step = setupSteps.find((one) => one === given);
  if (step === undefined) throw new Failure('not_found', 'There is no such step.');
  return step;
}

async function readFacts({ clock, ...ask }: TodayNeeds, userId: string): Promise<TodayFacts> {
  const now = clock.now();
  const [bot, auth, advice, offers, drops, quiet, gaps] = await Promise.all([
    ask.status(userId),
    ask.authStatus(userId),
    ask.standingAdvice(userId),
    ask.offers(userId),
    ask.drops(userId),
    ask.quietListings(userId, { before: now - quietDays * dayMs, most: mostListings }),
    ask.salesGaps(userId),
  ]);
  const worth = advice.optimizations.filter(isWorthShowing);
  return {
    marketplace: marketplaceName(auth.practice === true),
    need: needOf(bot, auth),
    reprice: {
      listingIds: worth.map(({ listingId }) => listingId),
      changeCents: worth.reduce((sum, { priceDifference }) => sum + fromDollars(priceDifference), 0),
    },
    offers,
    drops,
    quiet,
    salesWithoutCost: gaps.salesWithoutCost,
    reportAgeDays: gaps.lastImportAt === null ? null : Math.floor((now - gaps.lastImportAt) / dayMs),
    steps: firstSteps({
      isConnected: auth.state !== 'setup_required',
      hasListings: bot.roundListings + bot.skippedListings > 0,
      hasStarted: bot.isRunning || bot.totalShares > 0,
      hasCompared: advice.comparedAt !== null,
      sellsMore: offers !== null || drops.hasPlans,
    }),
  };
}

/** The code first, because it is good for a few minutes only. */
function needOf({ state, pauseReason }: BotStatus, auth: AuthStatus): Need | null {
  if (auth.codePending) return { kind: 'code' };
  if (state === 'paused' && pauseReason !== undefined && !waitingPauses.includes(pauseReason))
    return { kind: 'pause', reason: pauseReason };
  if (state === 'waiting_for_browser') return { kind: 'browser' };
  return auth.state === 'connection_issue' ? { kind: 'connection' } : null;
}
