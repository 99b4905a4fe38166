import { expect, test } from 'vitest';
import { readPush } from '#tests/push-service.ts';
import { areKeys, encryptPush, endpointMistake } from './web-push.ts';

/** RFC 8291, section 5 and appendix A. */
const rfc = {
  plain: 'When I grow up, I want to be a watermelon',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  receiver: {
    privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
    publicKey: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  },
  sender: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};
const bytes = (text: string) => Buffer.from(text, 'base64url');
const keys = { p256dh: rfc.receiver.publicKey, auth: rfc.auth };

test('encrypts the message of RFC 8291 to exactly the bytes of the RFC', () => {
  const made = { salt: bytes(rfc.salt), privateKey: bytes(rfc.sender), length: 0 };
  expect(encryptPush(Buffer.from(rfc.plain), keys, made).toString('base64url')).toBe(rfc.body);
});

test('the tests’ own browser decrypts the message of RFC 8291', () => {
  expect(readPush(bytes(rfc.body), { ...rfc.receiver, auth: rfc.auth })).toBe(rfc.plain);
});

test.each(['', 'a', 'ünï 🏷', 'x'.repeat(1024), 'x'.repeat(3000)])(
  'a browser decrypts exactly the text that was sent (%#)',
  (text) => {
    const sent = encryptPush(Buffer.from(text), keys);
    expect(readPush(sent, { ...rfc.receiver, auth: rfc.auth })).toBe(text);
  },
);

test('short messages all have the same length, and the same text is never encrypted the same way twice', () => {
  const [one, other] = ['No.', 'Poshmark is asking for a human check.'].map((text) =>
    encryptPush(Buffer.from(text), keys),
  );
  expect(one?.length).toBe(other?.length);
  expect(encryptPush(Buffer.from('No.'), keys).equals(one ?? Buffer.alloc(0))).toBe(false);
});

test.each<[string, { p256dh: string; auth: string }, boolean]>([
  ['a browser’s', keys, true],
  ['a short secret', { ...keys, auth: 'AAAA' }, false],
  ['no point', { ...keys, p256dh: 'AAAA' }, false],
  ['a compressed point', { ...keys, p256dh: `A${keys.p256dh.slice(1, 44)}` }, false],
  ['a point beside the curve', { ...keys, p256dh: `${keys.p256dh.slice(0, -4)}AAAA` }, false],
])('knows the keys of a subscription: %s', (_, given, isOne) => {
  expect(areKeys(given)).toBe(isOne);
});

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
  'https://web.push.apple.com/QGuQ',
  'https://wns2-by3p.notify.windows.com/w/?token=BQY',
  'https://push.example.com:443/x',
])('an endpoint may be %s', (endpoint) => {
  expect(endpointMistake(endpoint)).toBeNull();
});

const notPublic = `127.0.0.1 2130706433 0x7f.1 [::1] [::ffff:127.0.0.1] localhost db localhost. db.. 127.0.0.1. push.localhost
  printer.local METADATA.google.internal metadata.google.internal. instance-data.ec2.internal metadata.goog
  metadata.tencentyun.com router.home.arpa`;

test.each<[string, string]>([
  ['http://push.example.com/x', 'https'],
  ['ftp://push.example.com/x', 'https'],
  ['file:///etc/passwd', 'https'],
  ['push.example.com', 'https'],
  ['', 'https'],
  ['https://user@push.example.com/x', 'no user'],
  ['https://:secret@push.example.com/x', 'no user'],
  ['https://push.example.com:8443/x', 'no port'],
  ...notPublic.split(/\s+/).map((host) => [`https://${host}/x`, 'public name'] as [string, string]),
])('an endpoint is never %s', (endpoint, why) => {
  expect(endpointMistake(endpoint)).toContain(why);
});
