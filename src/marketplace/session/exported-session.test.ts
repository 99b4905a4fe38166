import { describe, expect, it } from 'vitest';
import { seller, token, uiCookie } from '../tests/scripted-marketplace.fixture.ts';
import { readExportedSession } from './exported-session.ts';

const now = Date.UTC(2026, 3, 28, 1);
const read = (text: string) => readExportedSession(text, 'poshmark.com', now);
const list = (...cookies: object[]) => JSON.stringify(cookies);

describe('a session exported from the seller’s own browser', () => {
  it.each([
    ['a header', `jwt=abc; ui=${uiCookie}; _csrf=${token}`],
    ['a header with its name', `Cookie: jwt=abc; ui=${uiCookie}; _csrf=${token}\n`],
    [
      'a request as Chrome and Edge copy it',
      `curl 'https://poshmark.com/feed' \\\n  -H 'accept: text/html' \\\n  -b 'jwt=abc; ui=${uiCookie}; _csrf=${token}' \\\n  -H 'user-agent: x'`,
    ],
    [
      'a request as Chrome copies it for the command prompt of Windows',
      `curl ^"https://poshmark.com/feed^" ^\r\n  -H ^"accept: text/html^" ^\r\n  -b ^"jwt=abc; ui=${uiCookie.replaceAll('%', '^%^')}; _csrf=${token}^" ^\r\n  -H ^"x: \\^"a\\^"^"`,
    ],
    [
      'a request as Firefox and Safari copy it',
      `curl 'https://www.poshmark.com/' -X 'GET' -H 'Accept: text/html' -H 'Cookie: jwt=abc; ui=${uiCookie}; _csrf=${token}'`,
    ],
    [
      'a request whose cookies have signs that a shell would change',
      `curl 'https://poshmark.com/' -b $'jwt=abc; ui=${uiCookie}; _csrf=${token}; note=\\u0021\\''`,
    ],
    [
      'the headers of a request',
      `GET / HTTP/1.1\nHost: poshmark.com\ncookie: jwt=abc; ui=${uiCookie}; _csrf=${token}\nAccept: text/html`,
    ],
    ['a list', list({ name: 'jwt', value: 'abc' }, { name: 'ui', value: uiCookie }, { name: '_csrf', value: token })],
    [
      'a saved browser state',
      JSON.stringify({
        cookies: [
          { name: 'jwt', value: 'abc' },
          { name: 'ui', value: uiCookie },
          { name: '_csrf', value: token },
        ],
      }),
    ],
  ])('is read from %s', (_case, text) => {
    expect(read(text)).toMatchObject({
      ...seller,
      token,
      cookies: expect.arrayContaining([
        expect.objectContaining({ name: 'jwt', value: 'abc' }),
        expect.objectContaining({ name: 'ui', value: uiCookie }),
        expect.objectContaining({ name: '_csrf', value: token }),
      ]),
    });
  });

  it.each([
    ['nothing', ''],
    ['no session', `ui=${uiCookie}`],
    ['an empty session', 'jwt='],
    ['a request without cookies', "curl 'https://poshmark.com/' -H 'accept: text/html'"],
    ['a request to another site', "curl 'https://poshmark.com.evil.example/' -b 'jwt=abc'"],
    ['broken JSON', '[{"name":"jwt"'],
    ['something else in JSON', '{"jwt":"abc"}'],
    ['odd entries', '[null, 1, {"name":"jwt"}, "jwt=abc"]'],
    ['another site’s cookies', list({ name: 'jwt', value: 'abc', domain: '.evil.example' })],
    ['a session that is over', list({ name: 'jwt', value: 'abc', expirationDate: now / 1000 - 1 })],
  ])('is null for %s', (_case, text) => {
    expect(read(text)).toBeNull();
  });

  it.each([
    ['seconds', { expirationDate: now / 1000 + 60.5 }, now + 60_500],
    ['milliseconds', { expires: now + 60_000 }, now + 60_000],
    ['a date', { expires: new Date(now + 60_000).toISOString() }, now + 60_000],
    ['the browser session', { expires: -1 }, undefined],
  ])('keeps an expiry written as %s', (_case, expiry, expires) => {
    const session = read(list({ name: 'jwt', value: 'abc', domain: '.poshmark.com', path: '/', ...expiry }));
    expect(session?.cookies[0]?.expires).toBe(expires);
  });

  it('leaves out what can’t be in a header', () => {
    const session = read(
      list({ name: 'jwt', value: 'abc' }, { name: 'bad', value: 'a\r\nx: y' }, { name: 'b d', value: '1' }),
    );
    expect(session?.cookies).toHaveLength(1);
  });
});
