import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MarketAccount, MarketListing, Marketplace, MarketResult } from '#domain/ports/marketplace.ts';
import { connectMarketplace } from './connector.ts';
import { movableClock } from './scripted-marketplace.ts';
import { type Standin, startStandin } from './standin/server.ts';

type JournalEntry = { method: string; op: string; case: string; path: string };

let standin: Standin;
let market: Marketplace;
beforeEach(async () => {
  standin = await startStandin({ port: 0, host: '127.0.0.1', limits: 'off' });
  const clock = { ...movableClock(), now: Date.now };
  market = connectMarketplace({
    origin: standin.origin,
    userAgent: 'Hangtag/0 (test)',
    clock,
    timeouts: { callMs: 400, shareMs: 250 },
  });
});
afterEach(async () => {
  await market.close();
  await standin.close();
});

async function control(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${standin.origin}/__standin/${path}`, {
    method,
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Record<string, unknown>;
}

const fault = (then: object, when: object = {}) => control('POST', 'faults', { id: 'f', when, then });
const change = (id: string, what: object) => control('POST', `listings/${id}`, what);
async function journal(op: string): Promise<JournalEntry[]> {
  const { entries } = (await control('GET', 'journal?since=0')) as { entries: JournalEntry[] };
  return entries.filter((entry) => entry.op === op);
}

async function signedIn(username = 'thrifty_jo', password = 'practice-1'): Promise<MarketAccount> {
  const account = market.account({ cookies: [] });
  await expect(account.signIn({ username, password })).resolves.toMatchObject({
    kind: 'ok',
    value: { handle: username },
  });
  return account;
}

/** A practice seller with few listings, signed in. */
async function smallSeller(listings: number): Promise<MarketAccount> {
  const { username, password } = (await control('POST', 'accounts', { listings, sold: 0 })) as {
    username: string;
    password: string;
  };
  return signedIn(username, password);
}

function unwrap<T>(result: MarketResult<T>): T {
  if (result.kind !== 'ok') throw new Error(`${result.kind}: ${result.message}`);
  return result.value;
}

async function closetOf(account: MarketAccount): Promise<MarketListing[]> {
  return unwrap(await account.closet('available'));
}

/** Shares from the last to the first until something else than a confirmation comes. */
async function shareAll(account: MarketAccount, listings: readonly MarketListing[]): Promise<string[]> {
  const kinds: string[] = [];
  for (const { id } of listings.toReversed()) {
    const { kind } = await account.share(id);
    kinds.push(kind);
    if (kind !== 'ok' && kind !== 'listing_gone' && kind !== 'listing_not_available') break;
  }
  return kinds;
}

describe('sessions at the stand-in', () => {
  it('V1: bootstrap finds token and identity, and the token is the _csrf cookie', async () => {
    const account = await signedIn();
    const { handle } = unwrap(await account.bootstrap());
    expect(handle).toBe('thrifty_jo');
    const session = account.session();
    expect(session.cookies.find(({ name }) => name === '_csrf')?.value).toBe(session.token);
    expect(unwrap(await account.probe())).toEqual({ userId: session.userId, handle });
  });

  it('V3: an unreadable page state leaves the identity to the cookie', async () => {
    const account = await signedIn();
    await fault({ case: 'bad-state', times: -1 }, { op: 'bootstrap' });
    expect(unwrap(await account.bootstrap()).handle).toBe('thrifty_jo');
  });

  it('V4: a token from two pages ago is refused, renewed, and taken: exactly two writes', async () => {
    const account = await signedIn();
    const old = account.session();
    await account.bootstrap();
    await account.bootstrap();
    const stale = market.account({ ...account.session(), token: old.token });
    const [listing] = await closetOf(stale);
    const id = listing?.id ?? '';
    await change(id, { price: 40 });
    expect(await stale.setPrice(id, 3000)).toMatchObject({ kind: 'ok' });
    expect((await journal('update')).map((entry) => entry.case)).toEqual(['E2', 'ok']);
  });

  it('V4: a share with such a token says so, and goes through after a bootstrap', async () => {
    const account = await signedIn();
    const old = account.session();
    const [listing] = await closetOf(account);
    await account.bootstrap();
    await account.bootstrap();
    const stale = market.account({ ...account.session(), token: old.token });
    expect(await stale.share(listing?.id ?? '')).toMatchObject({ kind: 'token_rejected' });
    await stale.bootstrap();
    expect(await stale.share(listing?.id ?? '')).toMatchObject({ kind: 'ok' });
    expect((await journal('share')).map((entry) => entry.case)).toEqual(['E2', 'ok']);
  });

  it('V5: the token of the page before is taken', async () => {
    const account = await signedIn();
    const old = account.session();
    const [listing] = await closetOf(account);
    await account.bootstrap();
    const previous = market.account({ ...account.session(), token: old.token });
    expect(await previous.share(listing?.id ?? '')).toMatchObject({ kind: 'ok' });
  });

  it('V6: a wrong password is refused, with one sign-in call', async () => {
    const account = market.account({ cookies: [] });
    expect(await account.signIn({ username: 'thrifty_jo', password: 'wrong' })).toMatchObject({
      kind: 'invalid_credentials',
    });
    expect((await journal('login')).filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('V7: the first code is void after a second request; the second one links', async () => {
    const credentials = { username: 'otp_olive', password: 'practice-2' };
    const account = market.account({ cookies: [] });
    const asked = await account.signIn(credentials);
    if (asked.kind !== 'otp_required') throw new Error(asked.kind);
    const codeNow = async () => String((await control('GET', 'otp?account=otp_olive')).code);
    const first = unwrap(await account.requestCode(asked.pending));
    const firstCode = await codeNow();
    const second = unwrap(await account.requestCode(first));
    const secondCode = await codeNow();
    expect(await account.verifyCode(second, { code: firstCode, credentials })).toMatchObject({ kind: 'otp_expired' });
    expect(await account.verifyCode(second, { code: '000000', credentials })).toMatchObject({ kind: 'otp_invalid' });
    expect(await account.verifyCode(second, { code: secondCode, credentials })).toMatchObject({
      kind: 'ok',
      value: { handle: 'otp_olive' },
    });
    expect(unwrap(await account.probe()).handle).toBe('otp_olive');
  });

  it('links with the cookies of a browser', async () => {
    const { cookies } = (await signedIn()).session();
    const header = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    for (const text of [header, JSON.stringify(cookies)]) {
      const session = market.readExportedSession(text);
      if (session === null) throw new Error('not read');
      const account = market.account(session);
      expect(unwrap(await account.bootstrap()).handle).toBe('thrifty_jo');
      expect(unwrap(await account.probe()).handle).toBe('thrifty_jo');
    }
  });

  it.each(['E8a', 'E8b', 'E8c', 'E8d'])('V21: a session that ended in the style %s is told as such', async (style) => {
    const account = await signedIn();
    const [listing] = await closetOf(account);
    await control('POST', 'sessions/expire', { account: 'thrifty_jo', style });
    expect(await account.share(listing?.id ?? '')).toMatchObject({ kind: 'session_expired' });
    expect(await account.probe()).toMatchObject({ kind: 'session_expired' });
  });

  it('is reached without a session', async () => {
    expect(await market.reach()).toEqual({ kind: 'ok', value: null });
  });
});

describe('the closet at the stand-in', () => {
  it('V8: 60 listings are two pages and 60 distinct ids', async () => {
    const account = await signedIn();
    const listings = await closetOf(account);
    expect(new Set(listings.map(({ id }) => id)).size).toBe(60);
    expect(await journal('closet')).toHaveLength(2);
    expect(
      listings.every(({ availability, priceCents }) => availability === 'available' && (priceCents ?? 0) >= 300),
    ).toBe(true);
  });

  it('V9: exactly 48 are one page', async () => {
    const account = await smallSeller(48);
    expect(await closetOf(account)).toHaveLength(48);
    expect(await journal('closet')).toHaveLength(1);
  });

  it('V10: 1,200 are read to the end over their cursors', async () => {
    const account = await signedIn('big_bea', 'practice-4');
    expect(new Set((await closetOf(account)).map(({ id }) => id)).size).toBe(1200);
    expect(await journal('closet')).toHaveLength(25);
  });

  it('V11: a cursor that repeats for ever ends the reading', async () => {
    const account = await signedIn();
    await fault({ case: 'same-cursor', times: -1 }, { op: 'closet' });
    expect(await account.closet('all')).toMatchObject({ kind: 'protocol_changed' });
    expect((await journal('closet')).length).toBeLessThan(5);
  });

  it('V12, V13: reads the same bare and wrapped, with money as a string and as a number', async () => {
    const account = await signedIn();
    const [listing] = await closetOf(account);
    const id = listing?.id ?? '';
    await change(id, { price: 39 });
    const seen: MarketListing[] = [];
    for (const config of [
      { moneyAs: 'string' },
      { moneyAs: 'number' },
      { wrapPosts: 'always' },
      { wrapPosts: 'never' },
    ]) {
      await control('POST', 'config', config);
      seen.push(unwrap(await account.listing(id)));
    }
    expect(seen[0]?.priceCents).toBe(3900);
    for (const one of seen) expect(one).toEqual(seen[0]);
  });

  it('V14: a price without its amount reads from the whole number', async () => {
    const account = await signedIn();
    const [listing] = await closetOf(account);
    await change(listing?.id ?? '', { price: 39 });
    await fault({ case: 'no-amount' }, { op: 'post' });
    expect(unwrap(await account.listing(listing?.id ?? '')).priceCents).toBe(3900);
  });

  it('V15: sharing from last to first leaves the order as it was', async () => {
    const account = await smallSeller(10);
    const before = await closetOf(account);
    expect(await shareAll(account, before)).toEqual(Array.from({ length: 10 }, () => 'ok'));
    expect((await closetOf(account)).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  });

  it('V38: a closet that is suddenly empty is told as it is, with a session that is fine', async () => {
    const account = await signedIn();
    await fault({ case: 'empty' }, { op: 'closet' });
    expect(await closetOf(account)).toEqual([]);
    expect(await account.probe()).toMatchObject({ kind: 'ok' });
    expect(await closetOf(account)).toHaveLength(60);
  });
});

describe('shares at the stand-in', () => {
  it('V16: the limit at the 5th share leaves four confirmed', async () => {
    const account = await smallSeller(8);
    await fault({ case: 'E3' }, { op: 'share', after: 4 });
    expect(await shareAll(account, await closetOf(account))).toEqual(['ok', 'ok', 'ok', 'ok', 'rate_limited']);
  });

  it.each(['E4', 'E5', 'E6'])('V17: %s at the 3rd share leaves two confirmed and no further write', async (check) => {
    const account = await smallSeller(5);
    await fault({ case: check }, { op: 'share', after: 2 });
    expect(await shareAll(account, await closetOf(account))).toEqual(['ok', 'ok', 'human_check']);
    expect(await journal('share')).toHaveLength(3);
  });

  it('V18: goes on once the check is done: a probe, one share, the rest', async () => {
    const account = await signedIn();
    const listings = (await closetOf(account)).slice(0, 3);
    await control('POST', 'human-check', { account: 'thrifty_jo', on: true });
    expect(await shareAll(account, listings)).toEqual(['human_check']);
    expect(await account.probe()).toMatchObject({ kind: 'ok' });
    await control('POST', 'human-check', { account: 'thrifty_jo', on: false });
    expect(await shareAll(account, listings)).toEqual(['ok', 'ok', 'ok']);
  });

  it.each([
    ['V19', 'sold', 'listing_not_available'],
    ['V19', 'not_for_sale', 'listing_not_available'],
    ['V20', 'removed', 'listing_gone'],
  ])('%s: a listing that became %s before its turn is told, and the round goes on', async (_vector, set, kind) => {
    const account = await smallSeller(3);
    const listings = await closetOf(account);
    await change(listings[1]?.id ?? '', { set });
    expect(await shareAll(account, listings)).toEqual(['ok', kind, 'ok']);
  });

  it('V22: maintenance is told with its wait', async () => {
    const account = await smallSeller(1);
    const listings = await closetOf(account);
    await fault({ case: 'E11', retryAfter: 120 }, { op: 'share' });
    expect(await account.share(listings[0]?.id ?? '')).toMatchObject({ kind: 'unavailable', retryAfterMs: 120_000 });
    expect(await journal('share')).toHaveLength(1);
  });

  it.each([
    ['V23', 'E13', 'bad_answer'],
    ['V24', 'E9', 'protocol_changed'],
    ['V26', 'E1', 'validation'],
    ['E7', 'E7', 'rate_limited'],
    ['E12', 'E12', 'unavailable'],
    ['E14', 'E14', 'otp_required'],
    ['E15', 'E15', 'account_blocked'],
    ['E16', 'E16', 'unavailable'],
  ])('%s: the case %s ends a share as %s', async (_vector, given, kind) => {
    const account = await smallSeller(1);
    const listings = await closetOf(account);
    await fault({ case: given }, { op: 'share' });
    expect(await account.share(listings[0]?.id ?? '')).toMatchObject({ kind });
    expect(await journal('share')).toHaveLength(1);
  });

  it.each(['timeout', 'reset', 'timeout-before', 'reset-before'])(
    'V25: %s after sending is uncertain and sent once',
    async (given) => {
      const account = await smallSeller(1);
      const [listing] = await closetOf(account);
      await fault({ case: given }, { op: 'share' });
      expect(await account.share(listing?.id ?? '')).toMatchObject({ kind: 'uncertain' });
      expect(await journal('share')).toHaveLength(1);
    },
  );

  it.each([
    [{ text: 'Not this way' }, 'Not this way'],
    [null, 'The marketplace did not accept this.'],
  ])('V27: words given as %j are shown as %s', async (userMessage, message) => {
    const account = await smallSeller(1);
    const [listing] = await closetOf(account);
    await fault({ case: 'E1', userMessage }, { op: 'share' });
    expect(await account.share(listing?.id ?? '')).toMatchObject({ kind: 'validation', message });
  });
});

describe('prices at the stand-in', () => {
  async function withListing(): Promise<{ account: MarketAccount; id: string }> {
    const account = await signedIn();
    const [listing] = await closetOf(account);
    const id = listing?.id ?? '';
    await change(id, { price: 39 });
    return { account, id };
  }

  it('V28: 39 becomes 25 and nothing else changes', async () => {
    const { account, id } = await withListing();
    const before = unwrap(await account.listing(id));
    expect(unwrap(await account.setPrice(id, 2500))).toEqual({ oldPriceCents: 3900, newPriceCents: 2500 });
    const after = unwrap(await account.listing(id));
    expect({ ...after, updatedAt: 0 }).toEqual({ ...before, priceCents: 2500, updatedAt: 0 });
  });

  it('V28: a price above the original one lifts that too', async () => {
    const { account, id } = await withListing();
    expect(await account.setPrice(id, 90_000)).toMatchObject({ kind: 'ok' });
  });

  it('V29: cents are refused before sending', async () => {
    const { account, id } = await withListing();
    expect(await account.setPrice(id, 1999)).toMatchObject({ kind: 'validation' });
    expect(await journal('update')).toEqual([]);
  });

  it('V31: another writer between read and write costs a second try and no more', async () => {
    const { account, id } = await withListing();
    await fault({ case: 'stale' }, { op: 'update' });
    expect(await account.setPrice(id, 2500)).toMatchObject({ kind: 'ok' });
    expect(await journal('update')).toHaveLength(2);
  });

  it('V32: a write that does nothing is told', async () => {
    const { account, id } = await withListing();
    await fault({ case: 'noop' }, { op: 'update' });
    expect(await account.setPrice(id, 2500)).toMatchObject({ kind: 'write_not_applied' });
  });

  it('V33: of 20 with the 7th sold and the 12th removed, 18 are changed and 2 told', async () => {
    const account = await smallSeller(20);
    const ids = (await closetOf(account)).map(({ id }) => id);
    await change(ids[6] ?? '', { set: 'sold' });
    await change(ids[11] ?? '', { set: 'removed' });
    const kinds: string[] = [];
    for (const id of ids) kinds.push((await account.setPrice(id, 700)).kind);
    expect(kinds.filter((kind) => kind === 'ok')).toHaveLength(18);
    expect([kinds[6], kinds[11]]).toEqual(['listing_not_available', 'listing_gone']);
  });

  it('a change whose answer was lost is found to have happened', async () => {
    const { account, id } = await withListing();
    await fault({ case: 'reset' }, { op: 'update' });
    expect(await account.setPrice(id, 2500)).toMatchObject({ kind: 'ok' });
    expect(await journal('update')).toHaveLength(1);
  });
});

describe('offers and search at the stand-in', () => {
  it('sends an offer with a fetched discount once, and V34: none at 5 % off', async () => {
    const account = await signedIn();
    const [listing] = await closetOf(account);
    const id = listing?.id ?? '';
    await change(id, { price: 40, likes: 5 });
    expect(unwrap(await account.likes(id)).count).toBe(5);
    const discounts = unwrap(await account.shippingDiscounts(id, 4000));
    expect(discounts.map(({ label }) => label)).toEqual(['No Discount', '$4.99 Shipping', 'Free Shipping']);
    const discountId = discounts[1]?.id ?? '';
    expect(await account.sendOffer(id, { priceCents: 3800, discountId })).toMatchObject({ kind: 'validation' });
    expect(await journal('offer')).toEqual([]);
    expect(await account.sendOffer(id, { priceCents: 3600, discountId })).toMatchObject({ kind: 'ok' });
    expect(await account.sendOffer(id, { priceCents: 3600, discountId })).toMatchObject({
      kind: 'validation',
      message: 'An offer is already active',
    });
  });

  it('V35: discounts that cannot be read leave the choice without one, and an offer with it is taken', async () => {
    const account = await signedIn();
    const [listing] = await closetOf(account);
    const id = listing?.id ?? '';
    await change(id, { price: 40, likes: 1 });
    await fault({ case: 'E13' }, { op: 'discounts' });
    const [only, ...others] = unwrap(await account.shippingDiscounts(id, 4000));
    expect([only?.label, others]).toEqual(['No discount', []]);
    expect(await account.sendOffer(id, { priceCents: 3600, discountId: only?.id ?? '?' })).toMatchObject({
      kind: 'ok',
    });
  });

  it('V36: search goes on page by page to its end', async () => {
    const account = market.account({ cookies: [] });
    const ids: string[] = [];
    for (let page: string | undefined = '1'; page !== undefined; ) {
      const found: Awaited<ReturnType<typeof account.search>> = await account.search({
        words: "levi's 501",
        status: 'sold',
        page,
      });
      const { items, next } = unwrap(found);
      expect(items.every(({ availability }) => availability === 'sold')).toBe(true);
      ids.push(...items.map(({ id }) => id));
      page = next ?? undefined;
    }
    expect(ids.length).toBeGreaterThan(0);
    expect(new Set(ids).size).toBe(ids.length);
    expect(await journal('search')).toHaveLength(Math.ceil(ids.length / 48));
  });

  it('V37: a wall is told as blocked, after one call', async () => {
    await fault({ case: 'wall', times: -1 }, { op: 'search' });
    expect(await market.account({ cookies: [] }).search({ words: 'jeans', status: 'sold' })).toMatchObject({
      kind: 'blocked',
    });
    expect(await journal('search')).toHaveLength(1);
  });
});

it('V39: the journal of a whole round holds no secret', async () => {
  const account = await smallSeller(5);
  await shareAll(account, await closetOf(account));
  const told = JSON.stringify(await control('GET', 'journal?since=0'));
  for (const { value } of account.session().cookies) expect(told).not.toContain(value);
});
