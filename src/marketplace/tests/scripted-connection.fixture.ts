// For tests: a connector to a marketplace that replies as the test says, and its clock.

import { onTestFinished } from 'vitest';
import type { MarketAccount, Marketplace, MarketSession } from '#domain/ports/marketplace.ts';
import { connectMarketplace, type MarketplaceOptions } from '../connector/connector.ts';
import {
  linkedSession,
  movableClock,
  playMarketplace,
  type Script,
  type ScriptedMarketplace,
} from './scripted-marketplace.fixture.ts';

type Connection = {
  server: ScriptedMarketplace;
  market: Marketplace;
  account: MarketAccount;
  clock: ReturnType<typeof movableClock>;
};

/** For tests: a scripted marketplace and an account connected to it. Both are closed after the test. */
export async function play(
  script: Script,
  { session = linkedSession(), ...options }: Partial<MarketplaceOptions> & { session?: MarketSession } = {},
): Promise<Connection> {
  const server = await playMarketplace(script);
  const clock = movableClock();
  const market = connectMarketplace({ origin: server.origin, userAgent: 'Hangtag/0 (test)', clock, ...options });
  onTestFinished(async () => {
    await market.close();
    await server.close();
  });
  return { server, clock, market, account: market.account(session) };
}
