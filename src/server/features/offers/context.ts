// What offers work with: the program’s parts, and a seller’s rules.

import type { OfferRules, OfferRule as RuleOnWire, StoredOfferRules } from '#contract/offers/offers.ts';
import type { ActivityLog } from '#domain/activity.ts';
import { type OfferRule, ruleBounds, ruleOfSettings } from '#domain/offers/rules.ts';
import type { Clock } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import type { Vault } from '#domain/ports/vault.ts';
import type { Bot } from '../bot/bot.ts';
import type { Money } from '../listings/listings.ts';
import { findStoredRules, lockStoredRules, saveRules } from './store.ts';

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

const noRules = { mostADay: ruleBounds.mostADay.standard, rules: [], nextId: 1 };

export async function findRules(db: Queryable, userId: string): Promise<StoredOfferRules> {
  const { mostADay, rules } = (await findStoredRules(db, userId)) ?? noRules;
  return { mostADay, rules };
}

/** A rule without an id is new, and so is one whose id isn't known anymore: another tab may have removed it. */
export async function replaceRules(tx: Queryable, userId: string, given: OfferRules): Promise<StoredOfferRules> {
  const stored = await lockStoredRules(tx, userId, noRules);
  const known = new Set(stored.rules.map(({ id }) => id));
  let { nextId } = stored;
  const rules = given.rules.map((rule) => {
    if (rule.id !== undefined && known.has(rule.id)) return { ...rule, id: rule.id };
    nextId += 1;
    return { ...rule, id: String(nextId - 1) };
  });
  await saveRules(tx, userId, { mostADay: given.mostADay, rules, nextId });
  return { mostADay: given.mostADay, rules };
}

/** The rules that decide. Without any, the bot's settings do. */
export const rulesInForce = (rules: readonly RuleOnWire[], percentOfSettings: number): OfferRule[] =>
  rules.length === 0 ? [ruleOfSettings(percentOfSettings)] : rules.map((rule) => ({ ...rule, id: rule.id ?? null }));
