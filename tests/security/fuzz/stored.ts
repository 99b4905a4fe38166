// What the database holds: the rows of one seller as one checksum for each table, and how much every account stores.
import { refusals } from '#contract/account/security.ts';
import type { Database } from '#domain/ports/database.ts';
import { personalTables } from '#server/app/personal-tables.ts';
import { bytesOf } from '#server/features/account/profile/store.ts';

/** Anyone may ask for a reset of anyone's password. */
const changedByOthers = ['password_resets'];
/**
 * A wrong password or code for this seller's address is in this seller's log, no matter who sent it. All other entries are the
 * seller's own.
 */
const ownRows: Record<string, string> = { account_events: `t.what not in ('${refusals.join("', '")}')` };

/** Maintenance deletes a pairing code after ten minutes, and a long run would take that for a change by others. */
export async function keepCode(database: Database, email: string): Promise<void> {
  await database.query(
    `update companion_codes set expires_at = expires_at + interval '1 day'
     where user_id = (select id from users where email = $1)`,
    [email],
  );
}

/** By table. Equal before and after: nobody has changed, added, or deleted a row of this seller. */
export async function checksumsOf(database: Database, email: string): Promise<Record<string, string>> {
  const sums: Record<string, string> = {};
  for (const { table, key = 'user_id' } of personalTables) {
    if (changedByOthers.includes(table)) continue;
    const { rows } = await database.query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '' order by t::text)), '') as sum
       from ${table} t where t.${key} = (select id from users where email = $1) and ${ownRows[table] ?? true}`,
      [email],
    );
    sums[table] = rows[0]?.sum ?? '';
  }
  return sums;
}

export const differencesOf = (before: Record<string, string>, after: Record<string, string>): string[] =>
  Object.keys(before).filter((table) => before[table] !== after[table]);

export async function databaseMb(database: Database): Promise<number> {
  const { rows } = await database.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes');
  return Number(rows[0]?.bytes ?? 0) / 1e6;
}

const quotaMb = { account: 50, guest: 5 };

/** The fullest account and guest, and who stores more than they may. */
export async function storedByAccounts(database: Database): Promise<{ mostMb: number; tooMuch: string[] }> {
  const { rows } = await database.query<{ id: string; isGuest: boolean }>(
    'select id, guest_until is not null as "isGuest" from users',
  );
  const stored = personalTables.filter(({ grows }) => grows === 'stored');
  let mostMb = 0;
  const tooMuch: string[] = [];
  for (const { id, isGuest } of rows) {
    const mb = (await bytesOf(database, id, stored)) / 1e6;
    mostMb = Math.max(mostMb, mb);
    if (mb > (isGuest ? quotaMb.guest : quotaMb.account)) tooMuch.push(`account ${id} stores ${mb.toFixed(1)} MB`);
  }
  return { mostMb, tooMuch };
}
