// For tests: a practice marketplace for each test, with a connector to it.

import { afterEach, beforeEach, expect } from 'vitest';
import type { MarketAccount, MarketListing, Marketplace, MarketResult } from '#domain/ports/marketplace.ts';
import { connectMarketplace } from '../connector/connector.ts';
import { type Standin, startStandin } from '../standin/server.ts';
import { movableClock } from './scripted-marketplace.fixture.ts';

type JournalEntry = { method: string; op: string; case: string; path: string };

let standin: Standin;
/** For tests: a connector to the test's own practice marketplace. */
export let market: Marketplace;
const connected: Marketplace[] = [];

/** Gives each test of a file a practice marketplace and a connector to it. Called once, at the top of the file. */
export function standinForEach(): void {
  beforeEach(async () => {
    standin = await startStandin({ port: 0, host: '127.0.0.1', limits: 'off' });
    market = connect();
  });
  afterEach(async () => {
    for (const one of connected.splice(0)) await one.close();
    await standin.close();
  });
}

function connect(shareMs?: number): Marketplace {
  const clock = { ...movableClock(), now: Date.now };
  const timeouts = { closeMs: 0, ...(shareMs !== undefined && { shareMs }) };
  const made = connectMarketplace({ origin: standin.origin, userAgent: 'Hangtag/0 (test)', clock, timeouts });
  connected.push(made);
  return made;
}

/**
 * The same seller with a connector that waits only briefly for a share's reply. Its connection is open, because a share whose
 * deadline passes while it connects was never sent.
 */
export async function impatient(account: MarketAccount): Promise<MarketAccount> {
  const own = connect(200).account(account.session());
  await expect(own.probe()).resolves.toMatchObject({ kind: 'ok' });
  return own;
}

export async function control(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${standin.origin}/__standin/${path}`, {
    method,
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Record<string, unknown>;
}

/** Applies the fault `then` to the calls that `when` names. */
export const fault = (then: object, when: object = {}) => control('POST', 'faults', { id: 'f', when, then });
/** Changes a listing without the connector. */
export const change = (id: string, what: object) => control('POST', `listings/${id}`, what);
/** The practice marketplace's record of one operation. */
export async function journal(op: string): Promise<JournalEntry[]> {
  const { entries } = (await control('GET', 'journal?since=0')) as { entries: JournalEntry[] };
  return entries.filter((entry) => entry.op === op);
}

export async function signedIn(username = 'thrifty_jo', password = 'practice-1'): Promise<MarketAccount> {
  const account = market.account({ cookies: [] });
  await expect(account.signIn({ username, password })).resolves.toMatchObject({
    kind: 'ok',
    value: { handle: username },
  });
  return account;
}

/** A signed-in practice seller with few listings. */
export async function smallSeller(listings: number): Promise<MarketAccount> {
  const { username, password } = (await control('POST', 'accounts', { listings, sold: 0 })) as {
    username: string;
    password: string;
  };
  return signedIn(username, password);
}

export function unwrap<T>(result: MarketResult<T>): T {
  if (result.kind !== 'ok') throw new Error(`${result.kind}: ${result.message}`);
  return result.value;
}

export async function closetOf(account: MarketAccount): Promise<MarketListing[]> {
  return unwrap(await account.closet('available'));
}

/** Shares from last to first until a share is not confirmed. */
export async function shareAll(account: MarketAccount, listings: readonly MarketListing[]): Promise<string[]> {
  const kinds: string[] = [];
  for (const { id } of listings.toReversed()) {
    const { kind } = await account.share(id);
    kinds.push(kind);
    if (kind !== 'ok' && kind !== 'listing_gone' && kind !== 'listing_not_available') break;
  }
  return kinds;
}
