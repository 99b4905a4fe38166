// The SQL of a seller's last test of the marketplace's API.

import type { ApiTest } from '#contract/closet.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { at } from '../../sql-moment.ts';

/** Resolves to null if this connection was not tested after `since`. */
export async function findApiTest(
  db: Queryable,
  { userId, connection, since }: { userId: string; connection: string; since: Instant },
): Promise<ApiTest | null> {
  const { rows } = await db.query<{ answer: ApiTest }>(
    `select answer from api_tests where user_id = $1 and connection = $2 and at > ${at(3)}`,
    [userId, connection, since],
  );
  return rows[0]?.answer ?? null;
}

export async function saveApiTest(
  db: Queryable,
  { userId, now, connection, answer }: { userId: string; now: Instant; connection: string; answer: ApiTest },
): Promise<void> {
  await db.query(
    `insert into api_tests (user_id, at, connection, answer) values ($1, ${at(2)}, $3, $4)
     on conflict (user_id) do update set at = excluded.at, connection = excluded.connection, answer = excluded.answer`,
    [userId, now, connection, JSON.stringify(answer)],
  );
}

export async function dropApiTests(db: Queryable, { before }: { before: Instant }): Promise<void> {
  await db.query(`delete from api_tests where at <= ${at(1)}`, [before]);
}
