// The face of this room: the QR code on a computer that signs a phone in to the same account.
import type { PhoneLinkState } from '#contract/account/phone-link.ts';
import { paths } from '#contract/pages.ts';
import type { ClientInfo } from '#contract/route.ts';
import { phoneLinkLifeMs } from '#domain/account.ts';
import { Failure } from '#domain/failure.ts';
import { isId } from '#domain/id.ts';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import { hashToken, newToken } from '../../make-token.ts';
import { type OpenTools, openSignedIn, type SessionUser, type SignedIn } from '../sessions/sessions.ts';
import { lockUser } from '../user/store.ts';
import { hourMs, type Limits, mustFind } from '../user/user.ts';
import { findLink, findUse, saveLink, saveUser, useLink } from './store.ts';

export type PhoneLinkTools = OpenTools & {
  database: Database;
  clock: Clock;
  limits: Limits;
  /** The https address at which a phone reaches this server; null if there is none. */
  phoneAddress: () => string | null;
};

const wrongTokens = { most: 50, withinMs: hourMs };

export function createPhoneLink(tools: PhoneLinkTools) {
  const { database, clock, limits } = tools;

  /** The link that this token is for. Failed tries are counted. Throws `invalid_token`, `link_used`, `link_expired`. */
  const find = async (token: string, client: ClientInfo, now: Instant) => {
    const giveBack = await limits.take(`account.phone-link:${client.address}`, wrongTokens);
    const link = await findLink(database, hashToken(token), now);
    if (link === null) throw new Failure('invalid_token', unknown);
    if (link.isUsed) throw new Failure('link_used', used);
    if (link.isOver) throw new Failure('link_expired', expired);
    await giveBack();
    return link;
  };

  return {
    /** Throws `no_phone_address`: a code that sends the token over plain http must not exist. */
    async makePhoneLink({ id: userId, sessionId }: SessionUser) {
      const address = tools.phoneAddress();
      if (address === null)
        throw new Failure('no_phone_address', 'Hangtag has no https address that a phone can open.');
      const token = newToken();
      const expiresAt = clock.now() + phoneLinkLifeMs;
      const id = await database.transaction(async (tx) => {
        await lockUser(tx, userId);
        return saveLink(tx, { userId, sessionId, tokenHash: hashToken(token), expiresAt });
      });
      return { id, url: `${address}${paths.phoneSignIn}#${token}`, expiresAt: new Date(expiresAt).toISOString() };
    },

    /** A link that a newer one replaced is over. */
    async phoneLink(userId: string, id: string): Promise<PhoneLinkState> {
      const now = clock.now();
      const link = isId(id) ? await findUse(database, { userId, id, now }) : null;
      if (link?.usedAt == null) return { state: link && link.expiresAt > now ? 'waiting' : 'over', usedBy: null };
      const { sessionId, userAgent, address, isSignedIn, usedAt } = link;
      return {
        state: 'used',
        usedBy: {
          sessionId: sessionId ?? '',
          userAgent: userAgent ?? '',
          address: address ?? '',
          at: new Date(usedAt).toISOString(),
          isSignedIn,
        },
      };
    },

    async findPhoneLink(token: string, client: ClientInfo) {
      const { firstName, email, expiresAt } = await find(token, client, clock.now());
      return { firstName, email, expiresAt: new Date(expiresAt).toISOString() };
    },

    /** The phone has proved nothing but the code, so what matters most asks there who it is. */
    async signInWithPhoneLink(token: string, client: ClientInfo): Promise<SignedIn> {
      const now = clock.now();
      const { userId } = await find(token, client, now);
      const tokenHash = hashToken(token);
      return database.transaction(async (tx) => {
        await lockUser(tx, userId);
        // Meanwhile a new password may have ended the session that made it.
        const link = await findLink(tx, tokenHash, now);
        if (link === null || link.isOver) throw new Failure('link_expired', expired);
        if (!(await useLink(tx, tokenHash, now))) throw new Failure('link_used', used);
        const session = await openSignedIn(tools, tx, { userId, client, now, isFromPhoneLink: true });
        await saveUser(tx, { tokenHash, sessionId: session.id, userAgent: client.userAgent, address: client.address });
        return { user: await mustFind(tx, userId, tools), session };
      });
    },
  };
}

const unknown = 'This code doesn’t work anymore. Show a new one on your computer, and scan that.';
const expired = 'This code has expired. Each one works for two minutes: show a new one on your computer.';
const used =
  'A device has already signed in with this code. If it wasn’t yours, sign it out on your computer, on the page that shows the code. Then show a new one.';
