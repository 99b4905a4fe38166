// The SQL of users.
import type { User } from '#contract/account/sign-in.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { at, firstRow, firstValue, isAny, oneRow, valuesOf } from '../../../sql.ts';

export type NewUser = {
  username: string | null;
  firstName: string;
  lastName: string;
  email: string;
  phoneNumber: string | null;
  passwordHash: string;
  timezone: string;
  guestUntil: Instant | null;
  now: Instant;
};

/** Whether anyone has an account. Guests are gone after a day. */
export const hasSellers = (db: Queryable): Promise<boolean> =>
  isAny(db, 'select 1 from users where guest_until is null limit 1');

/** Whether nobody who is here has had an account for longer. */
export const isFirstSeller = async (db: Queryable, userId: string): Promise<boolean> =>
  (await db.query('select 1 from users where guest_until is null and id < $1 limit 1', [userId])).count === 0;

/** The unique indexes decide whether email and username are free: see `takenBy`. */
export async function insertUser(tx: Queryable, user: NewUser): Promise<string> {
  const { id } = await oneRow<{ id: string }>(
    tx,
    `insert into users (username, first_name, last_name, email, phone_number, password, timezone, guest_until, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, ${at(8)}, ${at(9)}) returning id`,
    [
      user.username,
      user.firstName,
      user.lastName,
      user.email,
      user.phoneNumber,
      user.passwordHash,
      user.timezone,
      user.guestUntil,
      user.now,
    ],
  );
  return id;
}

/** The field on which an insert or update failed because another user has that value; null if it failed for another reason. */
export function takenBy(error: unknown): 'email' | 'username' | null {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '23505' || !('constraint' in error))
    return null;
  if (error.constraint === 'users_email_key') return 'email';
  return error.constraint === 'users_username' ? 'username' : null;
}

type UserRow = Omit<User, 'createdAt' | 'closet'> & {
  createdAt: Instant;
  connected: boolean;
  hasCredentials: boolean;
  practice: boolean;
  closetUsername: string | null;
  lastSyncedAt: Instant | null;
  activeListings: number;
  soldListings: number;
};

/** The user as the screens know them, with the closet's state and counts; null if there is none. */
export async function findUser(db: Queryable, userId: string): Promise<User | null> {
  const { rows } = await db.query<UserRow>(
    `select u.id, u.username, u.first_name as "firstName", u.last_name as "lastName", u.email,
       u.phone_number as "phoneNumber", coalesce(c.username, c.handle) as "poshmarkUsername", u.timezone,
       u.guest_until is not null as guest, u.created_at as "createdAt",
       u.pictures_through_server as "picturesThroughServer",
       case when u.guest_until is null
         then coalesce(e.email, case when u.confirmed_email is distinct from u.email then u.email end) end as "emailToConfirm",
       coalesce(c.state = 'ready' and c.has_credentials, false) as connected,
       coalesce(c.has_credentials, false) as "hasCredentials",
       coalesce(c.practice, false) as practice, coalesce(c.username, c.handle) as "closetUsername",
       c.last_synced_at as "lastSyncedAt", coalesce(l.active, 0) as "activeListings", coalesce(l.sold, 0) as "soldListings"
     from users u
     left join email_confirmations e on e.user_id = u.id
     left join closet_connections c on c.user_id = u.id
     left join listing_counts l on l.user_id = u.id
     where u.id = $1`,
    [userId],
  );
  const row = rows[0];
  if (!row) return null;
  const { connected, hasCredentials, practice, closetUsername, lastSyncedAt, activeListings, soldListings, ...user } =
    row;
  return {
    ...user,
    createdAt: new Date(user.createdAt).toISOString(),
    closet: {
      connected,
      hasCredentials,
      practice,
      username: closetUsername,
      lastSyncedAt: lastSyncedAt === null ? null : new Date(lastSyncedAt).toISOString(),
      activeListings,
      soldListings,
    },
  };
}

/** The password hash of an account. Guests have no password and are not found. */
export const findLogin = (db: Queryable, email: string): Promise<{ id: string; passwordHash: string } | null> =>
  firstRow(db, `select id, password as "passwordHash" from users where email = $1 and guest_until is null`, [email]);

/**
 * Whether the password is still the one that was checked. Locks the account until the transaction ends: no change of the password
 * commits before, and two sign-ins don't wait for each other's sessions and browsers.
 */
export const lockPassword = (tx: Queryable, userId: string, passwordHash: string): Promise<boolean> =>
  isAny(tx, 'select 1 from users where id = $1 and password = $2 for no key update', [userId, passwordHash]);

/** The same without a password. */
export async function lockUser(tx: Queryable, userId: string): Promise<void> {
  await tx.query('select 1 from users where id = $1 for no key update', [userId]);
}

/** null for a guest, whose address is made up. */
export const findSellersAddress = (db: Queryable, userId: string): Promise<string | null> =>
  firstValue(db, 'select email from users where id = $1 and guest_until is null', [userId]);

type OwnSecrets = { email: string; passwordHash: string; timezone: string; isGuest: boolean };

export const findOwnSecrets = (db: Queryable, userId: string): Promise<OwnSecrets | null> =>
  firstRow(
    db,
    `select email, password as "passwordHash", timezone, guest_until is not null as "isGuest" from users where id = $1`,
    [userId],
  );

export type ProfileFields = Partial<{
  firstName: string;
  lastName: string;
  phoneNumber: string | null;
  username: string | null;
  timezone: string;
  picturesThroughServer: boolean;
  email: string;
  passwordHash: string;
}>;

const profileColumns: Record<keyof ProfileFields, string> = {
  firstName: 'first_name',
  lastName: 'last_name',
  phoneNumber: 'phone_number',
  username: 'username',
  timezone: 'timezone',
  picturesThroughServer: 'pictures_through_server',
  email: 'email',
  passwordHash: 'password',
};

/** Sets only the given fields. */
export async function updateUser(tx: Queryable, userId: string, fields: ProfileFields): Promise<void> {
  const given: [string, unknown][] = [];
  for (const key of [
    'firstName',
    'lastName',
    'phoneNumber',
    'username',
    'timezone',
    'picturesThroughServer',
    'email',
    'passwordHash',
  ] as const) {
    if (fields[key] !== undefined) given.push([profileColumns[key], fields[key]]);
  }
  if (given.length === 0) return;
  const sets = given.map(([column], index) => `${column} = $${index + 2}`).join(', ');
  await tx.query(`update users set ${sets} where id = $1`, [userId, ...given.map(([, value]) => value)]);
}

export const setPassword = (tx: Queryable, userId: string, passwordHash: string): Promise<{ email: string }> =>
  oneRow(tx, 'update users set password = $2 where id = $1 returning email', [userId, passwordHash]);

/** Removes whatever says whose account it was, and makes it an expired guest: nobody signs in as one, and a sweep erases it. */
export async function closeUser(tx: Queryable, userId: string, now: Instant): Promise<void> {
  await tx.query(
    `update users set email = 'closed-' || id || '@guest.invalid', username = null, first_name = '', last_name = '',
       confirmed_email = null, phone_number = null, password = '!', guest_until = ${at(2)} where id = $1`,
    [userId, now],
  );
}

/** The database deletes rows with a foreign key to the user. */
export async function eraseUser(tx: Queryable, userId: string): Promise<void> {
  await tx.query('delete from users where id = $1', [userId]);
}

export const hasPicturesThroughServer = (db: Queryable, userId: string): Promise<boolean> =>
  isAny(db, 'select 1 from users where id = $1 and pictures_through_server', [userId]);

export async function declinePushOffer(db: Queryable, userId: string, now: Instant): Promise<void> {
  await db.query(`update users set push_offer_declined_at = coalesce(push_offer_declined_at, ${at(2)}) where id = $1`, [
    userId,
    now,
  ]);
}

export const expiredGuests = (db: Queryable, now: Instant): Promise<string[]> =>
  valuesOf(
    db,
    `select id from users where guest_until is not null and guest_until <= ${at(1)} order by guest_until limit 500`,
    [now],
  );

/** Until the transaction ends, no other guest comes in, so that those who come at once are counted. */
export async function lockGuests(tx: Queryable): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('guests', 0))`);
}

/** Guests who have not expired. */
export const countGuests = async (db: Queryable, now: Instant): Promise<number> =>
  (await firstValue<number>(
    db,
    `select count(*)::int as count from users where guest_until is not null and guest_until > ${at(1)}`,
    [now],
  )) ?? 0;

export const findZone = async (db: Queryable, userId: string): Promise<string> =>
  (await firstValue<string>(db, 'select timezone from sellers where user_id = $1', [userId])) ?? 'UTC';
