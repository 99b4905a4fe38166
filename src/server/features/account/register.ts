// Creates accounts for sellers who register and for guests of the demo.
import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { Registration } from '#contract/account/sign-in.ts';
import type { ClientInfo } from '#contract/route.ts';
import { guestLifeMs, normalizeEmail } from '#domain/account.ts';
import { Failure } from '#domain/failure.ts';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import { knownZone } from '#domain/time.ts';
import { askToConfirm, type EmailTools } from './links/email.ts';
import { isStartKey } from './links/reset.ts';
import { openSession, type SignedIn } from './sessions/sessions.ts';
import { logSecurity } from './user/security-log-store.ts';
import { countGuests, hasSellers, insertUser, lockGuests, type NewUser } from './user/store.ts';
import { mustFind, type PasswordRules, type Passwords, refuseTaken, refuseWeakPassword } from './user/user.ts';

/** The typed credentials of the closet. A job links it later, so that a failure there does not fail the registration. */
type TypedCloset = { username?: string; password?: string };

export type RegisterTools = PasswordRules &
  Pick<EmailTools, 'queue' | 'limits' | 'sendsMail' | 'publicAddress'> & {
    database: Database;
    clock: Clock;
    passwords: Passwords;
    takesNewSellers: boolean;
    /** Other devices reach Hangtag itself. Whoever sits at one of them must not be the first to have an account here. */
    isOnNetwork: boolean;
    /** In the link that the start printed. */
    startKey: string;
    /** Runs in the transaction that creates the user, for rows of other features. */
    onRegistered: (tx: Queryable, userId: string, closet: TypedCloset) => Promise<void>;
    /** Links a practice closet for a guest, and fills it. null if practice is off. */
    linkPractice: ((userId: string) => Promise<unknown>) | null;
    eraseUser: (userId: string) => Promise<void>;
    /** Guests that may be alive at the same time. */
    mostGuests?: number;
    hasRoom?: () => boolean;
  };

const usualGuests = 200;

export function createRegistration(tools: RegisterTools) {
  const { database, clock, passwords } = tools;

  const make = async (user: Omit<NewUser, 'now'>, closet: TypedCloset, client: ClientInfo): Promise<SignedIn> => {
    const now = clock.now();
    return await database.transaction(async (tx) => {
      if (user.guestUntil !== null) await refuseCrowd(tools, tx, now);
      const id = await insertUser(tx, { ...user, now }).catch(refuseTaken);
      await tools.onRegistered(tx, id, closet);
      const { seen, ...session } = await openSession(tx, id, client, now);
      await logSecurity(tx, id, { what: 'registered', client, now, browserId: seen.id });
      if (user.guestUntil === null) await askToConfirm(tools, tx, { userId: id, email: user.email });
      return { user: await mustFind(tx, id, tools), session };
    });
  };

  let hasOwner = !tools.isOnNetwork;
  const refuseStrangers = async ({ forwarded }: ClientInfo, key: string | undefined): Promise<void> => {
    if (!forwarded || hasOwner) return;
    hasOwner = await hasSellers(database);
    if (hasOwner || isStartKey(tools, key)) return;
    throw new Failure(
      'forbidden',
      'Nobody has an account here yet. Make the first one on the computer that Hangtag runs on, or with the link that Hangtag printed when it started.',
    );
  };

  return {
    /** For the link that opens registration to another device; null if that needs none. */
    async firstAccountKey(): Promise<string | null> {
      return tools.takesNewSellers && tools.isOnNetwork && !(await hasSellers(database)) ? tools.startKey : null;
    },

    /** Nobody elsewhere learns whether there are accounts. Guests of the demo are none. */
    async welcome({ forwarded }: ClientInfo): Promise<{ isFirst: boolean; hasDemo: boolean }> {
      const isFirst = !forwarded && tools.takesNewSellers && !(await hasSellers(database));
      return { isFirst, hasDemo: tools.linkPractice !== null };
    },

    /** Throws `email_taken`, `username_taken`, and `forbidden` if registration is closed. */
    async register(given: z.output<typeof Registration>, client: ClientInfo): Promise<SignedIn> {
      if (!tools.takesNewSellers)
        throw new Failure('forbidden', 'This site isn’t accepting new accounts. Ask its administrator.');
      await refuseStrangers(client, given.startKey);
      refuseWeakPassword(given.password, tools, { field: 'password', email: given.email });
      const user = {
        username: given.username || null,
        firstName: given.firstName,
        lastName: given.lastName,
        email: normalizeEmail(given.email),
        phoneNumber: given.phoneNumber || null,
        passwordHash: await passwords.hash(given.password),
        // A zone that only this browser knows must not keep a seller out.
        timezone: knownZone(given.timezone ?? 'UTC'),
        guestUntil: null,
      };
      const closet: TypedCloset = {
        ...(given.poshmarkUsername && { username: given.poshmarkUsername }),
        ...(given.poshmarkPassword && { password: given.poshmarkPassword }),
      };
      return await make(user, closet, client);
    },

    /** Creates a guest with a practice closet. Both are deleted after a day. Throws `practice_off`. */
    async startDemo(timezone: string, client: ClientInfo): Promise<SignedIn> {
      const { linkPractice } = tools;
      if (linkPractice === null) throw new Failure('practice_off', 'Practice closets are turned off on this site.');
      await refuseStrangers(client, undefined);
      if (tools.hasRoom?.() === false) throw demosFull();
      const guest = {
        username: null,
        firstName: 'Demo',
        lastName: 'Seller',
        email: `guest-${randomBytes(8).toString('hex')}@guest.invalid`,
        phoneNumber: null,
        // Matches no password: a guest can't sign in again.
        passwordHash: '!',
        timezone: knownZone(timezone),
        guestUntil: clock.now() + guestLifeMs,
      };
      const { user, session } = await make(guest, {}, client);
      try {
        await linkPractice(user.id);
      } catch (error) {
        await tools.eraseUser(user.id);
        throw error;
      }
      return { user: await mustFind(database, user.id, tools), session };
    },
  };
}

async function refuseCrowd({ mostGuests = usualGuests }: RegisterTools, tx: Queryable, now: Instant): Promise<void> {
  await lockGuests(tx);
  if ((await countGuests(tx, now)) >= mostGuests) throw demosFull();
}

const demosFull = (): Failure =>
  new Failure('busy', 'Too many people are trying the demo right now. Try again later, or create an account.', {
    retryAfterMs: 15 * 60_000,
  });
