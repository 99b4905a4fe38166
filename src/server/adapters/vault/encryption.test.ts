import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { openBox, privateKeyOf, publicBytes, publicKeyOf, sealBox } from './encryption.ts';

const hex = (text: string) => Buffer.from(text, 'hex');
const bound = { info: Buffer.from('hangtag'), aad: Buffer.from('closets.session|1') };

/** RFC 9180, appendix A.2.1: the first message in base mode. */
const published = {
  info: '4f6465206f6e2061204772656369616e2055726e',
  privateKey: '8057991eef8f1f1af18f4a9491d16a1ce333f695d4db8e38da75975c4478e0fb',
  publicKey: '4310ee97d88cc1f088a5576c77ab0cf5c3ac797f3d95139c6c84b5429c59662a',
  sent: '1afa08d3dec047a643885163f1180476fa7ddb54c6a8029ea33f95796bf2ac4a',
  aad: '436f756e742d30',
  plain: '4265617574792069732074727574682c20747275746820626561757479',
  sealed: '1c5250d8034ec2b784ba2cfd69dbdb8af406cfe3ff938e131f0def8c8b60b4db21993c62ce81883d2dd1b51a28',
};

test('opens the message that RFC 9180 publishes', () => {
  const privateKey = privateKeyOf(hex(published.privateKey));
  expect(publicBytes(privateKey).toString('hex')).toBe(published.publicKey);
  const box = hex(published.sent + published.sealed);
  const opened = openBox(box, privateKey, { info: hex(published.info), aad: hex(published.aad) });
  expect(opened?.toString('hex')).toBe(published.plain);
});

test.each(['', 'hunter2', 'ünï🔑'.repeat(10_000)])('opens what was sealed with the public half alone (%#)', (plain) => {
  const { privateKey } = generateKeyPairSync('x25519');
  const recipient = publicKeyOf(publicBytes(privateKey));
  const boxes = [1, 2].map(() => sealBox(Buffer.from(plain), recipient, bound));
  expect(boxes[0]?.equals(boxes[1] as Buffer)).toBe(false);
  for (const box of boxes) expect(openBox(box, privateKey, bound)?.toString()).toBe(plain);
});

test('a box for another key or place, or with any byte changed, does not open', () => {
  const { privateKey, publicKey } = generateKeyPairSync('x25519');
  const box = sealBox(Buffer.from('secret'), publicKey, bound);
  expect(openBox(box, generateKeyPairSync('x25519').privateKey, bound)).toBeUndefined();
  expect(openBox(box, privateKey, { ...bound, aad: Buffer.from('closets.session|2') })).toBeUndefined();
  expect(openBox(box, privateKey, { ...bound, info: Buffer.from('other') })).toBeUndefined();
  for (let place = 0; place < box.length; place++) {
    const changed = Buffer.from(box);
    changed[place] = (changed[place] ?? 0) ^ 1;
    expect(openBox(changed, privateKey, bound), `byte ${place}`).toBeUndefined();
  }
  expect(openBox(box.subarray(0, 40), privateKey, bound)).toBeUndefined();
  // A point of small order has no secret in it.
  expect(openBox(Buffer.alloc(60), privateKey, bound)).toBeUndefined();
});
