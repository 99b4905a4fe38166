// Changes a bot's settings or its time zone, in whatever state it is, and takes back a limit that the marketplace's warnings have lowered.

import { type BotSettings, settingNames } from '#domain/bot/bot.ts';
import { zoneMove } from '#domain/bot/limit/limit.ts';
import { isGentle, restoreLimit } from '#domain/bot/limit/warnings.ts';
import { checkSettings, cutAt, opensSlot } from '#domain/bot/schedule/schedule.ts';
import { Failure } from '#domain/failure.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import type { BotContext } from '../needs/needs.ts';
import { saveCut } from '../rounds/store.ts';
import { changeLockedBot } from '../state/bot-row.ts';
import { roundOf } from '../state/events.ts';
import { planRestart, shareLimitMessage } from '../state/room.ts';
import { changeSeller, limitFor, lockOrMakeSeller, lockSeller, type SellerBot } from '../state/seller.ts';

/** Settings that are left out stay as they are. Resolves to the bot as it is written. Throws `invalid_input`. */
export async function changeSettings(
  { database, clock, wakeWorkers }: BotContext,
  userId: string,
  change: GivenSettings,
): Promise<SellerBot> {
  const written = await database.transaction(async (tx) => {
    const now = clock.now();
    const before = await lockOrMakeSeller(tx, userId, now);
    const { timezone } = before;
    const settings = withGiven(before.settings, change);
    refuseBadSettings(settings);
    const event = {
      kind: 'settings_changed',
      now,
      settings,
      limit: limitFor(before, settings.dailyShareLimit, now),
      opensSlot: opensSlot({ before: before.settings, after: settings, timezone, now }),
    } as const;
    const after = (await changeSeller(tx, before, event)) ?? before;
    await moveCut(tx, after, now);
    return planRestart(tx, after, { now, isNew: settings.resumeDaily && !before.settings.resumeDaily });
  });
  wakeWorkers();
  return written;
}

/** Settings that are left out stay as they are. */
export type GivenSettings = { [Name in keyof BotSettings]?: BotSettings[Name] | undefined };
export const withGiven = (settings: BotSettings, given: GivenSettings): BotSettings => ({
  ...settings,
  ...Object.fromEntries(settingNames.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]]))),
});

export function refuseBadSettings(settings: BotSettings): void {
  const fields = checkSettings(settings);
  const [message] = Object.values(fields);
  if (message !== undefined) throw new Failure('invalid_input', message, { fields });
}

/**
 * Moves the end of the window that a round runs in to what settings and time zone say now. A worker that owns the bot does this
 * itself. A paused or due bot has no owner, and the worker that claims it reads the round's row.
 */
async function moveCut(tx: Queryable, bot: SellerBot, now: Instant): Promise<void> {
  const roundId = roundOf(bot.phase);
  if (roundId !== null) await saveCut(tx, { userId: bot.userId, roundId }, cutAt({ ...bot, now }));
}

/** Runs in the transaction that has stored the new zone. */
export async function moveZone(tx: Queryable, userId: string, now: Instant): Promise<void> {
  const before = await lockSeller(tx, userId, now);
  if (before === null) return;
  const after = (await changeSeller(tx, before, { kind: 'zone_moved', now, ...zoneMove(now) })) ?? before;
  await moveCut(tx, after, now);
  await planRestart(tx, after, { now, isNew: false });
}

/**
 * Ends the lower limit and the gentle days. A pause that the marketplace asked for stays; one for today's lower limit ends. Throws
 * `not_lowered`.
 */
export async function restoreOwnLimit(
  { database, clock, activity, wakeWorkers }: BotContext,
  userId: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    const now = clock.now();
    const bot = await lockSeller(tx, userId, now);
    if (bot === null) throw notLowered();
    const { dailyShareLimit } = bot.settings;
    if (limitFor(bot, dailyShareLimit, now).reason === undefined && !isGentle(bot.backoff, now)) throw notLowered();
    const limit = { limit: dailyShareLimit };
    const message = shareLimitMessage(bot.practice === true, limit, bot.timezone);
    const backoff = restoreLimit(bot.backoff);
    await changeLockedBot(tx, bot, { kind: 'limit_restored', now, backoff, limit, message });
    const own = dailyShareLimit.toLocaleString('en-US');
    await activity.record(tx, {
      userId,
      action: 'LIMIT_RESTORED',
      details: `You took back your own limit of ${own} shares a day`,
    });
  });
  wakeWorkers();
}

const notLowered = (): Failure =>
  new Failure('not_lowered', 'Your own daily limit applies already. No warning has lowered it.');
