// Changes the settings of a bot, in whatever state it is.

import type { BotSettings } from '#domain/bot/bot.ts';
import { checkSettings, opensSlot } from '#domain/bot/schedule/schedule.ts';
import { Failure } from '#domain/failure.ts';
import type { BotContext } from '../needs/needs.ts';
import { changeLockedBot } from '../state/change-bots.ts';
import { planRestart } from '../state/plan-restart.ts';
import { limitFor, lockOrMakeSeller } from '../state/seller.ts';
import { settingsOf } from '../state/store.ts';
import { moveCut } from './move-cut.ts';

/** Settings that are left out stay as they are. Throws `invalid_input`. */
export async function changeSettings(
  { database, clock, wakeWorkers }: BotContext,
  userId: string,
  change: Partial<BotSettings>,
): Promise<void> {
  await database.transaction(async (tx) => {
    const { row, bot } = await lockOrMakeSeller(tx, userId);
    const before = settingsOf(bot);
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const settings: BotSettings = { ...before, ...given };
    refuseBadSettings(settings);
    const now = clock.now();
    const { timezone } = bot;
    await changeLockedBot(tx, row, {
      kind: 'settings_changed',
      now,
      settings,
      limit: limitFor(bot, settings.dailyShareLimit, now),
      opensSlot: opensSlot({ before, after: settings, timezone, now }),
    });
    await moveCut(tx, row, { settings, timezone, now });
    await planRestart(tx, userId, { now, isNew: settings.resumeDaily && !before.resumeDaily });
  });
  wakeWorkers();
}

export function refuseBadSettings(settings: BotSettings): void {
  const fields = checkSettings(settings);
  const [message] = Object.values(fields);
  if (message !== undefined) throw new Failure('invalid_input', message, { fields });
}
