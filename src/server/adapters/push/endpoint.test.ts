import { expect, test } from 'vitest';
import { endpointMistake } from './web-push.ts';

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
  ['https://localhost./x', 'public name'],
  ['https://db../x', 'public name'],
  ['https://127.0.0.1./x', 'public name'],
  ['https://push.localhost/x', 'public name'],
  ['https://printer.local/x', 'public name'],
  ['https://METADATA.google.internal/computeMetadata', 'public name'],
  ['https://metadata.google.internal./x', 'public name'],
  ['https://instance-data.ec2.internal/x', 'public name'],
  ['https://metadata.goog/x', 'public name'],
  ['https://metadata.tencentyun.com/x', 'public name'],
  ['https://router.home.arpa/x', 'public name'],
])('an endpoint is never %s', (endpoint, why) => {
  expect(endpointMistake(endpoint)).toContain(why);
});
