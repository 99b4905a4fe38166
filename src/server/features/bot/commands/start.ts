// Starts a stopped bot: for its seller, or by itself on the day after it reached its daily limit.

import { type BotSettings, standardSettings } from '#domain/bot/bot.ts';
import { resetFailures, withOpenCheck } from '#domain/bot/limit/warnings.ts';
import { Failure } from '#domain/failure.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { duration } from '#domain/text/duration.ts';
import { dayBounds } from '#domain/time.ts';
import { lockRealCloset } from '../../closet/closet.ts';
import { countForgottenStart } from '../lease/store.ts';
import type { BotContext } from '../needs/needs.ts';
import { noteMissedVisits } from '../rounds/visits-store.ts';
import { changeLockedBot } from '../state/bot-row.ts';
import { readRoomAgainAt } from '../state/room.ts';
import {
  findSeller,
  limitFor,
  lockOrMakeSeller,
  lockSeller,
  lostSharesOf,
  type SellerBot,
  shareDayOf,
} from '../state/seller.ts';
import { countAssumed, isAnyRunning } from '../state/store.ts';
import { type GivenSettings, refuseBadSettings, withGiven } from './change-settings.ts';

export type BotStartAsk = GivenSettings & {
  /** The seller has read that the marketplace does not allow automation. */
  acceptAutomationRisk?: boolean | undefined;
};

export async function start(context: BotContext, userId: string, ask: BotStartAsk): Promise<void> {
  const { acceptAutomationRisk, ...asked } = ask;
  const consents = acceptAutomationRisk === true;
  const seen = await findSeller(context.database, userId, context.clock.now());
  const settings = withGiven(seen.settings, {
    ...asked,
    shareFrequency: asked.shareFrequency ?? standardSettings.shareFrequency,
  });
  if (seen.phase.state !== 'stopped') throw alreadyRunning();
  refuseBadSettings(settings);
  const hasOpenCheck = await refuseUnlinkedCloset(context, seen, consents);
  await refuseEmptyCloset(context, userId);

  await context.database.transaction(async (tx) => {
    await refuseClosetInUse(context, tx, userId);
    const now = context.clock.now();
    const bot = await lockOrMakeSeller(tx, userId, now);
    // Disconnected since it was checked. If that comes later than this, it stops the bot.
    if (bot.practice === null) throw notConnected();
    // Replaced by a real closet since it was checked.
    refuseWithoutConsent(bot, consents);
    const lost = await countForgotten(context, tx, { bot, limit: settings.dailyShareLimit, now });
    await refuseFullDay(tx, bot, { limit: settings.dailyShareLimit, now, lost });
    const limit = limitFor(bot, settings.dailyShareLimit, now);
    const backoff = withOpenCheck(resetFailures(bot.backoff), hasOpenCheck);
    const event = { kind: 'start', now, settings, backoff, limit, consents, isAutomatic: false } as const;
    const started = await changeLockedBot(tx, bot, event);
    if (started === null) throw alreadyRunning();
    await context.activity.record(tx, { userId, action: 'BOT_STARTED', details: describeSettings(settings) });
  });
  context.wakeWorkers();
}

const notConnected = (): Failure => new Failure('closet_not_connected', 'Connect your closet first.');
const alreadyRunning = (): Failure => new Failure('already_running', 'The bot is already running.');

/** Resolves to true if the marketplace has asked for a human check. The first share shows whether that is done. */
async function refuseUnlinkedCloset({ closet }: BotContext, bot: SellerBot, consents: boolean): Promise<boolean> {
  const linked = await closet.summary(bot.userId);
  if (!linked?.connected && !linked?.hasOpenCheck) throw notConnected();
  refuseWithoutConsent({ ...bot, practice: linked.practice }, consents);
  return linked.hasOpenCheck;
}

/** No consent is needed for a practice closet. */
function refuseWithoutConsent(
  { practice, consentedAt }: Pick<SellerBot, 'practice' | 'consentedAt'>,
  consents: boolean,
): void {
  if (practice === false && consentedAt === null && !consents)
    throw new Failure(
      'consent_required',
      'Poshmark’s guidelines don’t allow automation. Read what can happen and agree before the first start.',
    );
}

async function refuseEmptyCloset({ listings }: BotContext, userId: string): Promise<void> {
  const size = await listings.roundSize(userId);
  if (size.shared > 0) return;
  if (size.skipped > 0) throw new Failure('no_listings', allSkipped);
  const synced = await listings.sync(userId, { isTold: false }).catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'no_listings_found') return null;
    throw error;
  });
  if (synced !== null && (await listings.roundSize(userId)).shared > 0) return;
  throw new Failure('no_listings', 'Your closet has no active listings, so there’s nothing to share yet.');
}
const allSkipped = 'All your listings are set to skip sharing. Turn sharing on for at least one, then start the bot.';

/** Reads the other accounts under the lock, so that one that was linked a moment ago is among them. */
async function refuseClosetInUse({ closet }: BotContext, tx: Queryable, userId: string): Promise<void> {
  await lockRealCloset(tx, userId);
  if (await isAnyRunning(tx, await closet.othersWithSameCloset(tx, userId)))
    throw new Failure(
      'closet_linked_elsewhere',
      'Another Hangtag account is already running the bot for this closet. Stop it there first.',
    );
}

/** Counts the shares of the day that a promotion or a restore may have lost. Resolves to how many a restore may have lost. */
async function countForgotten(
  { meanPauseMs }: BotContext,
  tx: Queryable,
  { bot, limit, now }: { bot: SellerBot; limit: number; now: Instant },
): Promise<number> {
  const { userId, timezone, startedAt } = bot;
  const day = shareDayOf(bot, now);
  const isForgotten = await countForgottenStart(tx, {
    userId,
    startedAt,
    day,
    dayStartsAt: dayBounds(day, timezone).startsAt,
    limit,
  });
  const lost = lostSharesOf(bot, { day, now, meanPauseMs });
  if (lost > 0) await countAssumed(tx, { userId, day, count: lost });
  if (lost > 0 || isForgotten) await noteMissedVisits(tx, [userId], now);
  return lost;
}

async function refuseFullDay(
  tx: Queryable,
  bot: SellerBot,
  { limit, now, lost }: { limit: number; now: Instant; lost: number },
): Promise<void> {
  const day = shareDayOf(bot, now);
  const { endsAt: dayEndsAt } = dayBounds(day, bot.timezone);
  const roomAt = await readRoomAgainAt(tx, { ...bot, day, limit, now });
  if (roomAt === null) return;
  if (lost > 0)
    throw new Failure(
      'limit_reached',
      `Your administrator restored Hangtag’s data from a backup, and shares from before may be missing. To stay within your limit of ${limit.toLocaleString('en-US')}, Hangtag counts today’s as used. You can start the bot again when your next day begins.`,
    );
  throw new Failure(
    'limit_reached',
    roomAt === dayEndsAt
      ? `You’ve used today’s limit of ${limit.toLocaleString('en-US')} shares. You can start the bot again when your next day begins.`
      : `You’ve used your limit of ${limit.toLocaleString('en-US')} shares. After a time zone change it also covers the last 24 hours. You can start the bot again in ${duration(roomAt - now)}.`,
  );
}

/** The settings of the start, as a line for the log: "Every hour, up to 10,000 shares a day". */
function describeSettings({ useScheduledSlots, shareFrequency, dailyShareLimit }: BotSettings): string {
  const every = duration(shareFrequency * 60_000).replace(/^1 (?=\w+$)/, '');
  return `Every ${every}${useScheduledSlots ? ' inside your slots' : ''}, up to ${dailyShareLimit.toLocaleString('en-US')} shares a day`;
}

/** Carries out a start that is due. If that is impossible, it drops the plan and notifies the seller. */
export async function startAgain(context: BotContext, userId: string): Promise<void> {
  const linked = await context.closet.summary(userId);
  const isStarted = await context.database.transaction(async (tx) => {
    const inUse = linked?.connected
      ? await messageOfRefusal(() => refuseClosetInUse(context, tx, userId))
      : 'Reconnect your closet, then press Start Bot.';
    const now = context.clock.now();
    const bot = await lockSeller(tx, userId, now);
    if (bot === null || bot.startsAgainAt === null || bot.startsAgainAt > now) return false;
    const hindrance = inUse ?? (await messageOfRefusal(async () => refuseWithoutConsent(bot, false)));
    if (hindrance !== null) {
      await changeLockedBot(tx, bot, { kind: 'restart_planned', at: null });
      const message = `The bot didn’t start for the new day. ${hindrance}`;
      await context.activity.record(tx, { userId, action: 'BOT_STOPPED', details: message });
      await context.notifySeller(tx, userId, { reason: 'not_started', message, at: now });
      return false;
    }
    const { settings, backoff } = bot;
    const day = shareDayOf(bot, now);
    const lost = lostSharesOf(bot, { day, now, meanPauseMs: context.meanPauseMs });
    const roomAt = await readRoomAgainAt(tx, { ...bot, day, limit: settings.dailyShareLimit, more: lost, now });
    if (roomAt !== null) {
      await changeLockedBot(tx, bot, { kind: 'restart_planned', at: roomAt });
      return false;
    }
    if (lost > 0) {
      await countAssumed(tx, { userId, day, count: lost });
      await noteMissedVisits(tx, [userId], now);
    }
    const limit = limitFor(bot, settings.dailyShareLimit, now);
    await changeLockedBot(tx, bot, {
      kind: 'start',
      now,
      settings,
      backoff,
      limit,
      consents: false,
      isAutomatic: true,
    });
    const details = `Automatically, for the new day. ${describeSettings(settings)}`;
    await context.activity.record(tx, { userId, action: 'BOT_STARTED', details });
    return true;
  });
  if (isStarted) context.wakeWorkers();
}

async function messageOfRefusal(check: () => Promise<void>): Promise<string | null> {
  try {
    await check();
    return null;
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
}
