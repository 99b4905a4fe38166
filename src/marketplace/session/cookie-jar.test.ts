import { describe, expect, it } from 'vitest';
import { CookieJar } from './cookie-jar.ts';

const now = Date.UTC(2026, 3, 28, 1);
const hour = 3_600_000;
const jarWith = (...lines: string[]) => {
  const jar = new CookieJar('poshmark.com', []);
  jar.receive(lines, '/feed', now);
  return jar;
};

describe('the cookie jar', () => {
  it.each([
    ['a plain cookie', ['jwt=abc'], 'jwt=abc'],
    ['two, and the later value of one', ['a=1; Path=/', 'b=2; Path=/', 'a=3; Path=/'], 'a=3; b=2'],
    ['a value with an equals sign', ['jwt=a.b==; Path=/; HttpOnly'], 'jwt=a.b=='],
    ['its own domain', ['a=1; Domain=.poshmark.com; Path=/'], 'a=1'],
    ['nothing of another site', ['a=1; Domain=evil.example; Path=/'], ''],
    ['nothing for a bare ending', ['a=1; Domain=com; Path=/'], ''],
    ['nothing for a child of the host', ['a=1; Domain=www.poshmark.com; Path=/'], ''],
    ['nothing with control characters', ['a=1\u0001; Path=/'], ''],
    ['nothing without a name', ['=1', 'novalue'], ''],
    ['nothing that is over', ['a=1; Expires=Mon, 27 Apr 2026 00:00:00 GMT; Path=/'], ''],
    ['Max-Age before Expires', ['a=1; Max-Age=60; Expires=Mon, 27 Apr 2026 00:00:00 GMT; Path=/'], 'a=1'],
    ['a deletion by Max-Age', ['a=1; Path=/', 'a=; Max-Age=0; Path=/'], ''],
    ['a deletion by date', ['a=1; Path=/', 'a=; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Path=/'], ''],
    ['a deletion at another path that does not fit', ['a=1; Path=/', 'a=; Max-Age=0; Path=/deep'], 'a=1'],
    ['the most specific path first', ['a=1; Path=/', 'a=2; Path=/feed'], 'a=2; a=1'],
    ['nothing of a path that only looks alike', ['a=1; Path=/fee'], ''],
  ])('returns %s', (_case, lines, header) => {
    expect(jarWith(...lines).header('/feed?x=/deep', now)).toBe(header);
  });

  it('accepts the parent domain of a subdomain', () => {
    const jar = new CookieJar('www.poshmark.com', []);
    jar.receive(['a=1; Domain=poshmark.com; Path=/'], '/', now);
    expect(jar.header('/', now)).toBe('a=1');
  });

  it('accepts no parent domain for an IP address', () => {
    const jar = new CookieJar('127.0.0.1', []);
    jar.receive(['a=1; Domain=0.0.1; Path=/'], '/', now);
    expect(jar.header('/', now)).toBe('');
  });

  it('stops returning an expired cookie, even from the cached header', () => {
    const jar = jarWith('a=1; Max-Age=60; Path=/', 'b=2; Path=/');
    expect(jar.header('/', now)).toBe('a=1; b=2');
    expect(jar.header('/', now + 61_000)).toBe('b=2');
    expect(jar.all(now + 61_000)).toEqual([{ name: 'b', value: '2', domain: 'poshmark.com', path: '/' }]);
  });

  it('raises its revision for changes worth saving, and not for a session that is only extended', () => {
    const jar = jarWith('jwt=a; Max-Age=7200; Path=/');
    const first = jar.revision;
    jar.receive(['jwt=a; Max-Age=7200; Path=/'], '/', now + 1000);
    expect(jar.revision).toBe(first);
    jar.receive(['jwt=b; Max-Age=7200; Path=/'], '/', now + 1000);
    expect(jar.revision).toBe(first + 1);
    jar.receive(['gone=; Max-Age=0; Path=/'], '/', now);
    expect(jar.revision).toBe(first + 1);
  });

  it('saves many small extensions once they add up to an hour', () => {
    const jar = jarWith('jwt=a; Max-Age=7200; Path=/');
    const first = jar.revision;
    for (let minute = 1; minute <= 90; minute += 1)
      jar.receive(['jwt=a; Max-Age=7200; Path=/'], '/', now + minute * 60_000);
    expect(jar.revision).toBe(first + 1);
    expect(jar.header('/', now + 3 * hour)).toBe('jwt=a');
  });

  it('is the same after it was saved and loaded', () => {
    const jar = jarWith('jwt=a; Max-Age=7200; Path=/', 'deep=1; Path=/vm-rest');
    const again = new CookieJar('poshmark.com', jar.all(now));
    expect(again.all(now)).toEqual(jar.all(now));
    expect(again.revision).toBe(0);
  });

  it('does not grow without end', () => {
    const jar = jarWith(...Array.from({ length: 500 }, (_, n) => `c${n}=1; Path=/`));
    expect(jar.all(now)).toHaveLength(80);
    expect(jar.get('c499', now)).toBe('1');
  });
});
