// The SQL of offer rules.

import type { StoredOfferRules } from '#contract/offers/offers.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { toJson } from '../../sql.ts';

type StoredRules = StoredOfferRules & { nextId: number };

/** null: the seller has never saved any. */
export async function findStoredRules(db: Queryable, userId: string, lock = ''): Promise<StoredRules | null> {
  const { rows } = await db.query<StoredRules>(
    `select most_a_day as "mostADay", rules, next_id as "nextId" from offer_rules where user_id = $1 ${lock}`,
    [userId],
  );
  return rows[0] ?? null;
}

export const lockStoredRules = async (tx: Queryable, userId: string, standard: StoredRules): Promise<StoredRules> => {
  await tx.query(
    `insert into offer_rules (user_id, most_a_day, rules, next_id) values ($1, $2, $3, $4) on conflict do nothing`,
    [userId, standard.mostADay, toJson(standard.rules), standard.nextId],
  );
  return (await findStoredRules(tx, userId, 'for update')) ?? standard;
};

export async function saveRules(
  tx: Queryable,
  userId: string,
  { mostADay, rules, nextId }: StoredRules,
): Promise<void> {
  await tx.query('update offer_rules set most_a_day = $2, rules = $3, next_id = $4 where user_id = $1', [
    userId,
    mostADay,
    toJson(rules),
    nextId,
  ]);
}
