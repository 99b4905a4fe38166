import { describe, expect, it } from 'vitest';
import type { MarketAccount } from '#domain/ports/marketplace.ts';
import { connectMarketplace } from '../connector/connector.ts';
import { discountsOf, likersOf, offering, play } from './scripted-connection.fixture.ts';
import { fullPost, linkedSession, movableClock, type Reply, type Script } from './scripted-marketplace.fixture.ts';

const password = 'canary-password-1';
const code = '481516';
const requestToken = 'rt_canary_token';
const session = linkedSession();
const canaries = [password, code, requestToken, session.token ?? '', ...session.cookies.map(({ value }) => value)];

const credentials = { username: 'thrifty_jo', password };
const pending = { session, handle: 'thrifty_jo', requestToken };
const operations: [name: string, run: (account: MarketAccount) => Promise<unknown>][] = [
  ['bootstrap', (account) => account.bootstrap()],
  ['probe', (account) => account.probe()],
  ['sign-in', (account) => account.signIn(credentials)],
  ['code request', (account) => account.requestCode(pending).then((result) => (result.kind === 'ok' ? 'ok' : result))],
  ['code', (account) => account.verifyCode(pending, { code, credentials })],
  ['closet', (account) => account.closet('all')],
  ['share', (account) => account.share('a')],
  ['price', (account) => account.setPrice('a', 2500)],
  ['offer', (account) => account.sendOffer('a', offering(3300, 'd'))],
  ['discounts', (account) => discountsOf(account, 'a', 3900)],
  ['likes', (account) => likersOf(account, 'a')],
  ['search', (account) => account.search({ words: 'x', status: 'sold' })],
];

/** Returns everything that was sent, and the session as well, in every field that the client reads text from. */
function echo(status: number, asked: { headers: object; body: string }): Reply {
  const all = `${asked.body} ${session.token} ${JSON.stringify(asked.headers)} ${'x'.repeat(120)} ${session.token}`;
  const messages = { userMessage: all, errorMessage: all, message: all };
  const error = { errorType: 'InvalidInputError', statusCode: status, ...messages };
  const restricted = status === 418 && { restricted_action: session.token };
  return { status, json: { error, trace_id: session.token, req_id: all, ...restricted } };
}

describe('nothing secret', () => {
  it.each(operations)(
    'is in the result of a failed %s, even if the marketplace repeats what it was sent',
    async (_name, run) => {
      for (const status of [200, 400, 401, 403, 404, 418, 429, 500]) {
        const loginPage: Reply = { html: `<meta name="csrftoken" content="${session.token}">` };
        const reads: Reply = { json: fullPost({ id: 'a' }) };
        const known: Script = { 'GET /login': loginPage, 'GET /vm-rest/posts/a': reads };
        const echoing = new Proxy(known, {
          get: (rows, row: string) => rows[row] ?? ((asked: { headers: object; body: string }) => echo(status, asked)),
        });
        const { account, server } = await play(echoing, { session });
        const shown = JSON.stringify(await run(account));
        for (const canary of canaries) expect(shown).not.toContain(canary);
        expect(server.asked.length).toBeGreaterThan(0);
      }
    },
  );

  it('is in the error of a wrong address', () => {
    const connect = () =>
      connectMarketplace({
        ...{ origin: `https://jo:${password}@poshmark.com`, userAgent: 'x' },
        clock: movableClock(),
      });
    expect(connect).toThrow(expect.not.objectContaining({ message: expect.stringContaining(password) }));
  });
});
