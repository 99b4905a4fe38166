import { readBackoff, startAfresh } from '#domain/bot/backoff.ts';
import { type BotSettings, standardSettings } from '#domain/bot/bot.ts';
import { limitInForce } from '#domain/bot/limit.ts';
import { checkSettings } from '#domain/bot/schedule.ts';
import { Failure } from '#domain/failure.ts';
import type { Clock } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import { dayBounds, laterDay, shareDay } from '#domain/time.ts';
import { type Closet, lockRealCloset } from '../../closet/closet.ts';
import type { Listings } from '../../listings/listings.ts';
import type { ActivityLog } from '../activity-entries.ts';
import { isAnyRunning, lockBot, type SellerBot, startBot } from '../state/store.ts';
import { readShareSums } from '../status/store.ts';

export type BotStartAsk = Omit<BotSettings, 'shareFrequency'> & {
  shareFrequency?: number | undefined;
  /** The seller has read what the marketplace may object to. */
  acceptAutomationRisk?: true | undefined;
};

export const alreadyRunning = (): Failure => new Failure('already_running', 'The bot is running already.');

export function refuseBadSettings(settings: BotSettings): void {
  const fields = checkSettings(settings);
  const [message] = Object.values(fields);
  if (message !== undefined) throw new Failure('invalid_input', message, { fields });
}

/** Start: everything that can be wrong is told before anything is stored. */
export function createStart({
  database,
  clock,
  closet,
  listings,
  activity,
}: {
  database: Database;
  clock: Clock;
  closet: Pick<Closet, 'summary' | 'othersWithSameCloset'>;
  listings: Pick<Listings, 'counts' | 'sync'>;
  activity: ActivityLog;
}): (bot: SellerBot, ask: BotStartAsk) => Promise<void> {
  async function refuseEmptyCloset(userId: string): Promise<void> {
    if ((await listings.counts(userId)).active > 0) return;
    const synced = await listings.sync(userId).catch((error: unknown) => {
      if (error instanceof Failure && error.code === 'no_listings_found') return null;
      throw error;
    });
    if (synced !== null && (await listings.counts(userId)).active > 0) return;
    throw new Failure('no_listings', 'Your closet has no listings for sale, so there is nothing to share yet.');
  }

  return async (bot, { acceptAutomationRisk, ...ask }) => {
    const { userId } = bot;
    if (bot.state !== 'stopped') throw alreadyRunning();
    const settings = { ...ask, shareFrequency: ask.shareFrequency ?? standardSettings.shareFrequency };
    refuseBadSettings(settings);
    const linked = await closet.summary(userId);
    if (!linked?.connected) {
      throw new Failure('closet_not_connected', 'Connect your closet first: then the bot knows what to share.');
    }
    const consents = acceptAutomationRisk === true;
    if (!linked.practice && bot.consentedAt === null && !consents) {
      throw new Failure(
        'consent_required',
        'The marketplace’s guidelines do not allow automation. Please read what may happen and agree before the first start.',
      );
    }
    await refuseEmptyCloset(userId);
    const others = linked.practice ? [] : await closet.othersWithSameCloset(userId);

    await database.transaction(async (tx) => {
      await lockRealCloset(tx, userId);
      if (await isAnyRunning(tx, others)) {
        throw new Failure(
          'closet_linked_elsewhere',
          'Another Hangtag account is running the bot for this closet. Stop it there first.',
        );
      }
      const now = clock.now();
      const fresh = (await lockBot(tx, userId)) ?? bot;
      const backoff = startAfresh(readBackoff(fresh.backoff));
      const day = laterDay(fresh.shareDay, shareDay(now, fresh.timezone));
      const dayStartsAt = dayBounds(day, fresh.timezone).startsAt;
      const { sharesToday } = await readShareSums(tx, { userId, day, dayStartsAt });
      if (sharesToday >= settings.dailyShareLimit) {
        throw new Failure(
          'limit_reached',
          `Today’s limit of ${settings.dailyShareLimit} shares is used up. The bot can start again when your next day begins.`,
        );
      }
      const { limit, reason } = limitInForce({ dailyShareLimit: settings.dailyShareLimit, backoff, day, now });
      const start = { userId, settings, backoff, limitInForce: limit, limitReason: reason ?? null, now, consents };
      if (!(await startBot(tx, start))) throw alreadyRunning();
      await activity.record(tx, { userId, action: 'BOT_STARTED', details: settingsWords(settings) });
    });
  };
}

/** What the bot was started with, in a line of the log. */
export function settingsWords({ useScheduledSlots, shareFrequency, dailyShareLimit }: BotSettings): string {
  const hours = shareFrequency / 60;
  const every = shareFrequency % 60 === 0 ? `${hours} ${hours === 1 ? 'hour' : 'hours'}` : `${shareFrequency} minutes`;
  return `Every ${every}${useScheduledSlots ? ' inside the time slots' : ''}, at most ${dailyShareLimit} shares a day`;
}
