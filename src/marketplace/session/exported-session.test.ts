import { describe, expect, it } from 'vitest';
import type { PastedText } from '#domain/ports/marketplace.ts';
import { seller, token, uiCookie } from '../tests/scripted-marketplace.fixture.ts';
import { readExportedSession } from './exported-session.ts';

const now = Date.UTC(2026, 3, 28, 1);
const read = (text: string) => readExportedSession(text, 'poshmark.com', now);
const sessionOf = (text: string) => {
  const found = read(text);
  return found.kind === 'session' ? found.session : found.looksLike;
};
const cookiesOf = (text: string) => {
  const found = read(text);
  return found.kind === 'session' ? found.session.cookies : [];
};
const list = (...cookies: object[]) => JSON.stringify(cookies);
const header = `jwt=abc; ui=${uiCookie}; _csrf=${token}`;
const listed = [
  { name: 'jwt', value: 'abc' },
  { name: 'ui', value: uiCookie },
  { name: '_csrf', value: token },
];

describe('a session exported from the seller’s own browser', () => {
  it.each([
    ['a header', header],
    ['a header with its name', `Cookie: ${header}\n`],
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
    ['the headers of a request', `GET / HTTP/1.1\nHost: poshmark.com\ncookie: ${header}\nAccept: text/html`],
    [
      'the header pane of Chrome',
      `:authority:\nposhmark.com\n:method:\nGET\naccept:\ntext/html\ncookie:\n${header}\nuser-agent:\nx`,
    ],
    [
      'the header pane of a newer Chrome',
      `:authority\nposhmark.com\naccept\ntext/html\ncookie\n${header}\nuser-agent\nx`,
    ],
    ['the header pane with tabs', `Host\tposhmark.com\nCookie\t${header}\nUser-Agent\tx`],
    [
      'headers with one cookie on each line',
      `host: poshmark.com\ncookie: jwt=abc\ncookie: ui=${uiCookie}\ncookie: _csrf=${token}`,
    ],
    ['a header with line breaks', header.replaceAll('; ', ';\n')],
    ...['"', "'", '`'].map((quote): [string, string] => [`a header in ${quote}`, `${quote}${header}${quote}`]),
    ['a header with its name in quotes', `“Cookie: ${header}”`],
    ['a header with marks that nobody sees', `\ufeff\u200e${header}\u200b`],
    [
      'fetch for Node.js',
      `fetch("https://poshmark.com/feed", {\n  "headers": {\n    "accept": "text/html",\n    "cookie": "${header}; note=\\"a\\u0021\\""\n  },\n  "body": null,\n  "method": "GET"\n});`,
    ],
    [
      'PowerShell',
      `$session = New-Object Microsoft.PowerShell.Commands.WebRequestSession\n$session.UserAgent = "x"\n$session.Cookies.Add((New-Object System.Net.Cookie("jwt", "abc", "/", "poshmark.com")))\n$session.Cookies.Add((New-Object System.Net.Cookie("ui", "${uiCookie}", "/", ".poshmark.com")))\n$session.Cookies.Add((New-Object System.Net.Cookie("_csrf", "${token}", "/", "poshmark.com")))\nInvoke-WebRequest -UseBasicParsing -Uri "https://poshmark.com/feed" \`\n-WebSession $session \`\n-Headers @{\n"authority"="poshmark.com"\n}`,
    ],
    [
      'PowerShell with a header',
      `Invoke-WebRequest -Uri 'https://poshmark.com/feed' -Headers @{ "Cookie"="${header}" }`,
    ],
    [
      'several requests',
      `curl 'https://ads.example/' -b 'jwt=theirs' ;\ncurl 'https://poshmark.com/feed' -H 'cookie: ${header}' --compressed`,
    ],
    [
      'a request as an older Chrome copies it for the command prompt',
      `curl "https://poshmark.com/feed" ^\r\n  -H "cookie: ${header.replaceAll('%', '"^%"')}" ^\r\n  --compressed`,
    ],
    ['a request with long options', `curl --url 'https://poshmark.com/feed' --cookie '${header}'`],
    [
      'an archive of one request',
      JSON.stringify({
        log: {
          version: '1.2',
          entries: [
            {
              request: {
                url: 'https://poshmark.com/feed',
                headers: [
                  { name: 'accept', value: 'text/html' },
                  { name: 'Cookie', value: header },
                ],
                queryString: [{ name: 'q', value: 'x' }],
                cookies: [],
              },
              response: { cookies: [{ name: 'jwt', value: 'newer' }], content: { text: '<html>' } },
            },
          ],
        },
      }),
    ],
    [
      'an archive whose cookies are a list',
      JSON.stringify({
        log: {
          entries: [
            { request: { url: 'https://ads.example/', headers: [], cookies: [{ name: 'jwt', value: 'theirs' }] } },
            { request: { url: 'https://www.poshmark.com/', headers: [], cookies: listed } },
          ],
        },
      }),
    ],
    [
      'what Firefox copies of a request’s cookies',
      JSON.stringify({ 'Request Cookies': { jwt: 'abc', ui: uiCookie, _csrf: token } }),
    ],
    [
      'what Firefox copies of a request’s headers',
      JSON.stringify({
        'Request Headers (1.2 kB)': {
          headers: [
            { name: 'Host', value: 'poshmark.com' },
            { name: 'Cookie', value: header },
          ],
        },
      }),
    ],
    [
      'cookies.txt',
      `# Netscape HTTP Cookie File\n# https://curl.se/docs/http-cookies.html\n\n#HttpOnly_.poshmark.com\tTRUE\t/\tTRUE\t1893456000\tjwt\tabc\n.poshmark.com\tTRUE\t/\tFALSE\t0\tui\t${uiCookie}\nposhmark.com\tFALSE\t/\tTRUE\t1893456000.5\t_csrf\t${token}\n.other.example\tTRUE\t/\tTRUE\t1893456000\tjwt\ttheirs`,
    ],
    [
      'cookies.txt whose tabs became blanks',
      `#HttpOnly_.poshmark.com  TRUE  /  TRUE  1893456000  jwt  abc\n.poshmark.com TRUE / FALSE 0 ui ${uiCookie}\n.poshmark.com TRUE / FALSE 0 _csrf ${token}`,
    ],
    [
      'the rows of the Application panel',
      `jwt\tabc\t.poshmark.com\t/\t2030-01-01T00:00:00.000Z\t512\t✓\t✓\tLax\t\t\tMedium\nui\t${uiCookie}\tposhmark.com\t/\tSession\t90\t\t✓\t\t\t\tMedium\n_csrf\t${token}\tposhmark.com\t/\tSession\t20\t\t\t\t\t\tMedium\n_ga\tGA1.2\t.other.example\t/\tSession\t20`,
    ],
    [
      'its rows with the names of the columns',
      `Domain\tName\tValue\nposhmark.com\tjwt\tabc\nposhmark.com\tui\t${uiCookie}\nposhmark.com\t_csrf\t${token}`,
    ],
    ['names and values', `jwt\tabc\nui\t${uiCookie}\n_csrf\t${token}`],
    ['names and values on two lines', `jwt\nabc\nui\n${uiCookie}\n_csrf\n${token}`],
    [
      'what Firefox shows of a cookie',
      `jwt:"abc"\nui:"${uiCookie}"\n_csrf:"${token}"\nDomain:".poshmark.com"\nHttpOnly:true`,
    ],
    ['a list', list(...listed)],
    ['a saved browser state', JSON.stringify({ cookies: listed })],
  ])('is read from %s', (_case, text) => {
    expect(sessionOf(text)).toMatchObject({
      ...seller,
      token,
      cookies: expect.arrayContaining(listed.map((cookie) => expect.objectContaining(cookie))),
    });
  });

  it('is read from the value of the session alone', () => {
    for (const text of ['eyJh.eyJz.c2ln', '"eyJh.eyJz.c2ln"', 'jwt=eyJh.eyJz.c2ln'])
      expect(cookiesOf(text)).toMatchObject([{ name: 'jwt', value: 'eyJh.eyJz.c2ln' }]);
  });

  it.each<[string, string, PastedText]>([
    ['nothing', '', 'text'],
    ['a web address', 'https://poshmark.com/closet/me', 'address'],
    ['an email address', 'ada@example.com', 'email'],
    ['a web page', '<!doctype html><html><head>', 'page'],
    ['no session', `ui=${uiCookie}`, 'signed_out'],
    ['an empty session', 'jwt=', 'signed_out'],
    ['the rows of a browser that is signed out', `_csrf\t${token}\tposhmark.com\t/\tSession\t20`, 'signed_out'],
    ['a request without cookies', "curl 'https://poshmark.com/' -H 'accept: text/html'", 'request'],
    ['headers without cookies', ':authority\nposhmark.com\nuser-agent\nx', 'request'],
    ['PowerShell without cookies', 'Invoke-WebRequest -UseBasicParsing -Uri "https://poshmark.com/feed"', 'request'],
    ['the headers of an answer', 'content-type: text/html\nset-cookie: jwt=abc; Path=/\nserver: x', 'response'],
    [
      'fetch for browsers',
      'fetch("https://poshmark.com/feed", {\n  "headers": { "accept": "*/*" },\n  "credentials": "include"\n});',
      'fetch',
    ],
    [
      'an archive without cookies',
      '{"log":{"entries":[{"request":{"url":"https://poshmark.com/","headers":[],"cookies":[]}}]}}',
      'har',
    ],
    ['a request to another site', "curl 'https://poshmark.com.evil.example/' -b 'jwt=abc'", 'other_site'],
    ['headers of another site', 'Host: evil.example\nCookie: jwt=abc', 'other_site'],
    ['fetch of another site', 'fetch("https://evil.example/", { "headers": { "cookie": "jwt=abc" } });', 'other_site'],
    ['rows of another site', 'jwt\tabc\t.evil.example\t/\tSession', 'other_site'],
    ['a cookie of another site in Firefox', 'jwt:"abc"\nDomain:".evil.example"', 'other_site'],
    ['another site’s cookies', list({ name: 'jwt', value: 'abc', domain: '.evil.example' }), 'other_site'],
    ['broken JSON', '[{"name":"jwt"', 'json'],
    ['something else in JSON', '{"token":"abc"}', 'json'],
    ['odd entries', '[null, 1, {"name":"jwt"}, "jwt=abc"]', 'json'],
    ['a session that is over', list({ name: 'jwt', value: 'abc', expirationDate: now / 1000 - 1 }), 'expired'],
  ])('is not in %s, which is called what it is', (_case, text, looksLike) => {
    expect(read(text)).toEqual({ kind: 'none', looksLike });
  });

  it.each([
    ['seconds', { expirationDate: now / 1000 + 60.5 }, now + 60_500],
    ['milliseconds', { expires: now + 60_000 }, now + 60_000],
    ['a date', { expires: new Date(now + 60_000).toISOString() }, now + 60_000],
    ['the browser session', { expires: -1 }, undefined],
  ])('keeps an expiry written as %s', (_case, expiry, expires) => {
    const cookies = cookiesOf(list({ name: 'jwt', value: 'abc', domain: '.poshmark.com', path: '/', ...expiry }));
    expect(cookies[0]?.expires).toBe(expires);
  });

  it('leaves out what can’t be in a header', () => {
    const cookies = cookiesOf(
      list({ name: 'jwt', value: 'abc' }, { name: 'bad', value: 'a\r\nx: y' }, { name: 'b d', value: '1' }),
    );
    expect(cookies).toHaveLength(1);
  });
});
