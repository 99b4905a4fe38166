// Browsers that signed in for the first time: shown to the seller, who knows them or signs them out.

import type { NewBrowsers } from '#contract/account/security.ts';
import type { ClientInfo } from '#contract/route.ts';
import { newBrowserShownMs } from '#domain/account.ts';
import { Failure } from '#domain/failure.ts';
import { isId } from '#domain/id.ts';
import type { Clock } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import { findUnrecognized, removeBrowser, saveRecognized } from '../browsers/browsers.ts';
import { logSecurity } from '../security-log/security-log.ts';
import { lockUser } from '../user/store.ts';
import { endSessionsOf, type SessionDevices } from './end-sessions.ts';
import type { SessionUser } from './open-session.ts';
import { browserOf } from './store.ts';

export function createNewBrowsers({
  database,
  clock,
  devices,
}: {
  database: Database;
  clock: Clock;
  devices: SessionDevices;
}) {
  const find = ({ id: userId, sessionId }: SessionUser) => {
    const before = clock.now() - newBrowserShownMs;
    return findUnrecognized(database, { userId, sessionId, since: before, trustedBefore: before });
  };
  return {
    async newBrowsers(user: SessionUser): Promise<NewBrowsers> {
      return (await find(user)).map(({ at, ...browser }) => ({ ...browser, at: new Date(at).toISOString() }));
    },

    /** Also throws `not_found` in a browser that is new itself. */
    async recognizeBrowser(user: SessionUser, id: string): Promise<void> {
      if (!(await find(user)).some((browser) => browser.id === id)) throw unknownBrowser();
      await saveRecognized(database, user.id, id, clock.now());
    },

    /** If the browser signs in again, it counts as new. Throws `not_found`. */
    async signOutBrowser(user: SessionUser, id: string, client: ClientInfo): Promise<void> {
      await database.transaction(async (tx) => {
        if (!isId(id) || id === (await browserOf(tx, user.sessionId))) throw unknownBrowser();
        await lockUser(tx, user.id);
        await endSessionsOf(tx, devices, { userId: user.id, browserId: id });
        if (!(await removeBrowser(tx, user.id, id))) throw unknownBrowser();
        await logSecurity(tx, user.id, { what: 'browser_signed_out', client, now: clock.now() });
      });
    },
  };
}

const unknownBrowser = (): Failure => new Failure('not_found', 'This browser is already signed out.');
