// What offers get from the program.

import type { ActivityLog } from '#domain/activity.ts';
import type { Clock } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import type { Vault } from '#domain/ports/vault.ts';
import type { Bot } from '../../bot/bot.ts';
import type { Money } from '../../listings/listings.ts';

export type OffersNeeds = {
  database: Database;
  clock: Clock;
  random: () => number;
  /** Mean of the pause between two shares, in ms. */
  meanPauseMs: number;
  /** Says whether offers may go out now, and hears of failures of the whole account. */
  bot: Pick<Bot, 'offering' | 'onMarketFailure'>;
  money: Money;
  /** Hashes the ids of likers. Hangtag stores no names or ids of them. */
  vault: Pick<Vault, 'hasherFor'>;
  activity: ActivityLog;
};
