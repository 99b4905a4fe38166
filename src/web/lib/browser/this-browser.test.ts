import { expect, it } from 'vitest';
import { browserName, browserOf } from './this-browser.ts';

const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const safari = `${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15`;

it.each([
  [`${mac} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36`, 0, 'chrome', 'Mac'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/142.0 Safari/537.36 Edg/142.0', 0, 'chrome', ''],
  [safari, 0, 'safari', 'Mac'],
  [safari, 5, 'safari', 'phone'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 0, 'firefox', ''],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit Version/18.1 Safari/604.1',
    5,
    'safari',
    'phone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36',
    5,
    'chrome',
    'phone',
  ],
])('%s with %i touch points is %s %s', (userAgent, maxTouchPoints, kind, device) => {
  expect(browserOf({ userAgent, maxTouchPoints })).toEqual({
    kind,
    isMac: device === 'Mac',
    isPhone: device === 'phone',
  });
});

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36', 'Chrome on Android'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Safari/604.1',
    'Safari on iPhone',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1 Version/18.0 Safari/605.1', 'Safari on Mac'],
  ['curl/8.5.0', 'curl'],
  ['', null],
])('calls %j %j', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name);
});
