// What offers to likers need from the bot: whether they may go out now, and in which of the seller's days they count.

import type { OfferPreview } from '#contract/offers/offers.ts';
import { isGentle } from '#domain/bot/limit/warnings.ts';
import type { BotContext } from '../needs/needs.ts';
import { findBot, type SellerBot, shareDayOf } from '../state/seller.ts';
import type { OfferDay } from './store.ts';

/** `busy`: the marketplace refuses many sellers, and bots try with a share first. */
type OffersWait = OfferPreview['wait'];

type Offering = {
  day: OfferDay;
  /** Of the settings: how far below the price, where the seller has no rules. */
  percent: number;
  /** null: they may go out. */
  wait: OffersWait;
};

/** null if there is no such seller. */
export async function findOffering(context: BotContext, userId: string): Promise<Offering | null> {
  const now = context.clock.now();
  const bot = await findBot(context.database, userId, now);
  if (bot === null) return null;
  const isRolling = bot.rollingUntil !== null && now < bot.rollingUntil;
  return {
    day: { date: shareDayOf(bot, now), isRolling },
    percent: bot.settings.offerPercent,
    wait: whyWait(context, bot),
  };
}

function whyWait({ breaker, clock, findHold }: BotContext, bot: SellerBot): OffersWait {
  if (!bot.settings.offerShippingDiscount) return 'turned_off';
  if (findHold() !== null) return 'on_hold';
  if (bot.phase.state !== 'waiting' && bot.phase.state !== 'sharing') return 'not_running';
  if (isGentle(bot.backoff, clock.now())) return 'gentle';
  const isByBrowser = bot.transport === 'browser';
  return breaker.triedAt({ practice: bot.practice === true, isByBrowser }) === null ? null : 'busy';
}
