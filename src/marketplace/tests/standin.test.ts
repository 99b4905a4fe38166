import { describe, expect, it } from 'vitest';
import {
  change,
  closetOf,
  control,
  fault,
  impatient,
  journal,
  market,
  shareAll,
  signedIn,
  smallSeller,
  standinForEach,
  unwrap,
} from './standin-journey.fixture.ts';

standinForEach();

describe('sessions at the practice marketplace', () => {
  it('bootstrap finds token and identity, and the token is the _csrf cookie', async () => {
    const account = await signedIn();
    const { handle } = unwrap(await account.bootstrap());
    expect(handle).toBe('thrifty_jo');
    const session = account.session();
    expect(session.cookies.find(({ name }) => name === '_csrf')?.value).toBe(session.token);
    expect(unwrap(await account.probe())).toEqual({ userId: session.userId, handle });
  });

  it('with an unreadable page state, the identity comes from the cookie', async () => {
    const account = await signedIn();
    await fault({ case: 'bad-state', times: -1 }, { op: 'bootstrap' });
    expect(unwrap(await account.bootstrap()).handle).toBe('thrifty_jo');
  });

  it('a token from two pages ago is refused, then renewed and accepted: exactly two writes', async () => {
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

  it('a share with such a token says so, and goes through after a bootstrap', async () => {
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

  it('the token of the previous page is accepted', async () => {
    const account = await signedIn();
    const old = account.session();
    const [listing] = await closetOf(account);
    await account.bootstrap();
    const previous = market.account({ ...account.session(), token: old.token });
    expect(await previous.share(listing?.id ?? '')).toMatchObject({ kind: 'ok' });
  });

  it('a wrong password is refused, with one sign-in call', async () => {
    const account = market.account({ cookies: [] });
    expect(await account.signIn({ username: 'thrifty_jo', password: 'wrong' })).toMatchObject({
      kind: 'invalid_credentials',
    });
    expect((await journal('login')).filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('a second request cancels the first code, and the second code links', async () => {
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
      const read = market.readExportedSession(text);
      if (read.kind === 'none') throw new Error(read.looksLike);
      const account = market.account(read.session);
      expect(unwrap(await account.bootstrap()).handle).toBe('thrifty_jo');
      expect(unwrap(await account.probe()).handle).toBe('thrifty_jo');
    }
  });

  it.each(['E8a', 'E8b', 'E8c', 'E8d'])('a session that ended with %s is reported as expired', async (style) => {
    const account = await signedIn();
    const [listing] = await closetOf(account);
    await control('POST', 'sessions/expire', { account: 'thrifty_jo', style });
    expect(await account.share(listing?.id ?? '')).toMatchObject({ kind: 'session_expired' });
    expect(await account.probe()).toMatchObject({ kind: 'session_expired' });
  });

  it('can be reached without a session', async () => {
    expect(await market.reach()).toEqual({ kind: 'ok', value: null });
  });
});

describe('shares at the practice marketplace', () => {
  it('the limit at the 5th share leaves four confirmed', async () => {
    const account = await smallSeller(8);
    await fault({ case: 'E3' }, { op: 'share', after: 4 });
    expect(await shareAll(account, await closetOf(account))).toEqual(['ok', 'ok', 'ok', 'ok', 'rate_limited']);
  });

  it.each(['E5', 'E6'])('%s at the 3rd share leaves two confirmed and no further write', async (check) => {
    const account = await smallSeller(5);
    await fault({ case: check }, { op: 'share', after: 2 });
    expect(await shareAll(account, await closetOf(account))).toEqual(['ok', 'ok', 'human_check']);
    expect(await journal('share')).toHaveLength(3);
  });

  it('continues once the check is done: a probe, one share, the rest', async () => {
    const account = await signedIn();
    const listings = (await closetOf(account)).slice(0, 3);
    await control('POST', 'human-check', { account: 'thrifty_jo', on: true });
    expect(await shareAll(account, listings)).toEqual(['human_check']);
    expect(await account.probe()).toMatchObject({ kind: 'ok' });
    await control('POST', 'human-check', { account: 'thrifty_jo', on: false });
    expect(await shareAll(account, listings)).toEqual(['ok', 'ok', 'ok']);
  });

  it.each([
    ['sold', 'listing_not_available'],
    ['not_for_sale', 'listing_not_available'],
    ['removed', 'listing_gone'],
  ])('a listing that became %s before its turn is reported, and the round continues', async (set, kind) => {
    const account = await smallSeller(3);
    const listings = await closetOf(account);
    await change(listings[1]?.id ?? '', { set });
    expect(await shareAll(account, listings)).toEqual(['ok', kind, 'ok']);
  });

  it('maintenance is reported with its waiting time', async () => {
    const account = await smallSeller(1);
    const listings = await closetOf(account);
    await fault({ case: 'E11', retryAfter: 120 }, { op: 'share' });
    expect(await account.share(listings[0]?.id ?? '')).toMatchObject({ kind: 'unavailable', retryAfterMs: 120_000 });
    expect(await journal('share')).toHaveLength(1);
  });

  it.each([
    ['E13', 'bad_answer'],
    ['E9', 'protocol_changed'],
    ['E1', 'validation'],
    ['E7', 'rate_limited'],
    ['E12', 'unavailable'],
    ['E14', 'otp_required'],
    ['E15', 'account_blocked'],
    ['E16', 'unavailable'],
  ])('the case %s ends a share as %s', async (given, kind) => {
    const account = await smallSeller(1);
    const listings = await closetOf(account);
    await fault({ case: given }, { op: 'share' });
    expect(await account.share(listings[0]?.id ?? '')).toMatchObject({ kind });
    expect(await journal('share')).toHaveLength(1);
  });

  it.each(['timeout', 'reset', 'timeout-before', 'reset-before'])(
    '%s after sending is uncertain and sent once',
    async (given) => {
      const account = await smallSeller(1);
      const [listing] = await closetOf(account);
      await fault({ case: given }, { op: 'share' });
      const hasty = await impatient(account);
      expect(await hasty.share(listing?.id ?? '')).toMatchObject({ kind: 'uncertain' });
      expect(await journal('share')).toHaveLength(1);
    },
  );

  it.each([
    [{ text: 'Not this way' }, 'Not this way'],
    [null, 'The marketplace gave no reason.'],
  ])('the message %j is shown as %s', async (userMessage, message) => {
    const account = await smallSeller(1);
    const [listing] = await closetOf(account);
    await fault({ case: 'E1', userMessage }, { op: 'share' });
    expect(await account.share(listing?.id ?? '')).toMatchObject({ kind: 'validation', message });
  });
});

it('the journal of a whole round contains no secret', async () => {
  const account = await smallSeller(5);
  await shareAll(account, await closetOf(account));
  const journal = JSON.stringify(await control('GET', 'journal?since=0'));
  for (const { value } of account.session().cookies) expect(journal).not.toContain(value);
});
