import { expect, test } from 'vitest';
import { endpointMistake, isPublicAddress } from './public-network.ts';

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
  'https://web.push.apple.com/QGuQ',
  'https://wns2-by3p.notify.windows.com/w/?token=BQY',
  'https://push.example.com:443/x',
])('an endpoint may be %s', (endpoint) => {
  expect(endpointMistake(endpoint)).toBeNull();
});

test.each([
  ['http://push.example.com/x', 'https'],
  ['ftp://push.example.com/x', 'https'],
  ['file:///etc/passwd', 'https'],
  ['push.example.com', 'https'],
  ['', 'https'],
  ['https://user@push.example.com/x', 'no user'],
  ['https://:secret@push.example.com/x', 'no user'],
  ['https://push.example.com:8443/x', 'no port'],
  ['https://127.0.0.1/x', 'public name'],
  ['https://2130706433/x', 'public name'],
  ['https://0x7f.1/x', 'public name'],
  ['https://[::1]/x', 'public name'],
  ['https://[::ffff:127.0.0.1]/x', 'public name'],
  ['https://localhost/x', 'public name'],
  ['https://db/x', 'public name'],
])('an endpoint is never %s', (endpoint, why) => {
  expect(endpointMistake(endpoint)).toContain(why);
});

test.each(['8.8.8.8', '142.250.1.188', '172.15.0.1', '172.32.0.1', '2a00:1450:4001::bc', '2600:1f18::1'])(
  '%s is a public address',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test.each([
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  '100::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'localhost',
  '',
])('%s is not', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});
