// Accounts of the port at a practice marketplace, over HTTP and through a seller's browser.

import { expect } from 'vitest';
import type { Carry } from '#domain/ports/carrier.ts';
import type { MarketAccount } from '#domain/ports/marketplace.ts';
import { connectMarketplace } from '#marketplace/connector/connector.ts';
import { handedOn } from '#marketplace/protocol/handed-on.ts';
import { movableClock } from '#marketplace/tests/scripted-marketplace.fixture.ts';
import { judge } from '../../../src/companion/allow/allowlist.ts';
import { epoch, type ReachedMarket } from '../caller.ts';

export function openAccounts(market: ReachedMarket) {
  const clock = { ...movableClock(), now: () => epoch };
  const connector = connectMarketplace({ origin: market.origin, userAgent: 'Hangtag/0 (test)', clock });
  return {
    close: () => connector.close(),

    async overHttp(username = 'thrifty_jo', password = 'practice-1'): Promise<MarketAccount> {
      const account = connector.account({ cookies: [] });
      expect(await account.signIn({ username, password })).toMatchObject({ kind: 'ok' });
      return account;
    },

    /** What the extension does between the server and the page, with the cookies of a browser. */
    async throughBrowser(username = 'thrifty_jo', password = 'practice-1'): Promise<MarketAccount> {
      const { jar } = await market.seller(username, password);
      const carry: Carry = async (asked) => {
        const verdict = judge(asked);
        if ('refused' in verdict) return { kind: 'not_sent', reason: 'not_allowed' };
        const { call, method, path, headers, body } = verdict.allowed;
        const reply = await fetch(market.origin + path, {
          method,
          headers: { ...headers, cookie: jar.header() },
          body,
        });
        jar.keep(reply.headers.getSetCookie());
        return { kind: 'answered', status: reply.status, path, headers: {}, body: handedOn(call, await reply.text()) };
      };
      return connector.account({ cookies: [] }, { sellerId: 's1', carry });
    },
  };
}
