// The SQL of the backups that were made of this installation.

import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';

type BackupRow = {
  at: Instant;
  file: string;
  bytes: number;
  isEncrypted: boolean;
  triedAt: Instant | null;
};

/** `takenAt`: as the file itself says, by which it is recognized later. */
export async function recordBackup(
  db: Queryable,
  { takenAt, file, bytes, isEncrypted }: { takenAt: string; file: string; bytes: number; isEncrypted: boolean },
): Promise<void> {
  await db.query('insert into backups (taken_at, file, bytes, is_encrypted) values ($1, $2, $3, $4)', [
    takenAt,
    file,
    bytes,
    isEncrypted,
  ]);
  await db.query('delete from backups where id <= (select id from backups order by id desc offset 100 limit 1)');
}

/** A test restored this backup. Resolves to false if this installation did not make it. */
export async function recordTrial(db: Queryable, takenAt: string): Promise<boolean> {
  return (await db.query('update backups set tried_at = now() where taken_at = $1', [takenAt])).count > 0;
}

export async function findLastBackup(db: Queryable): Promise<BackupRow | null> {
  const { rows } = await db.query<BackupRow>(
    `select taken_at as at, file, bytes::float8 as bytes, is_encrypted as "isEncrypted", tried_at as "triedAt"
     from backups order by id desc limit 1`,
  );
  return rows[0] ?? null;
}

/** The newest backup that a test has restored. */
export async function findLastTrial(db: Queryable): Promise<Instant | null> {
  const { rows } = await db.query<{ at: Instant | null }>('select max(tried_at) as at from backups');
  return rows[0]?.at ?? null;
}
