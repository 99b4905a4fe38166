// Encrypts push messages (RFC 8291, RFC 8188).

import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** RFC 8188: one record contains the message, a 16-byte tag, and one end marker. */
const recordBytes = 4096;
const overheadBytes = 17;
/** All messages are padded to the same length, so that the length reveals nothing. */
const paddedBytes = 1024;

export const longestText = recordBytes - overheadBytes;

/**
 * Encrypts a message for the browser that has the private key of `p256dh` (RFC 8291). Returns header and record, ready to be sent
 * as `aes128gcm`. `made` contains the random values, so that tests can use those of the RFC.
 */
export function encryptPush(
  plain: Buffer,
  { p256dh, auth }: { p256dh: string; auth: string },
  made: { salt: Buffer; privateKey?: Buffer; length: number } = { salt: randomBytes(16), length: paddedBytes },
): Buffer {
  const receiver = Buffer.from(p256dh, 'base64url');
  const pair = createECDH('prime256v1');
  if (made.privateKey) pair.setPrivateKey(made.privateKey);
  else pair.generateKeys();
  const sender = pair.getPublicKey();
  const shared = pair.computeSecret(receiver);

  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, sender]);
  const secret = derive(shared, { salt: Buffer.from(auth, 'base64url'), info, bytes: 32 });
  const key = derive(secret, { salt: made.salt, info: Buffer.from('Content-Encoding: aes128gcm\0'), bytes: 16 });
  const nonce = derive(secret, { salt: made.salt, info: Buffer.from('Content-Encoding: nonce\0'), bytes: 12 });

  const padding = Buffer.alloc(1 + Math.max(0, made.length - plain.length));
  padding[0] = 2;
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const record = Buffer.concat([cipher.update(plain), cipher.update(padding), cipher.final(), cipher.getAuthTag()]);

  const head = Buffer.alloc(21);
  made.salt.copy(head);
  head.writeUInt32BE(recordBytes, 16);
  head.writeUInt8(sender.length, 20);
  return Buffer.concat([head, sender, record]);
}

const derive = (secret: Buffer, { salt, info, bytes }: { salt: Buffer; info: Buffer; bytes: number }): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));

/** Whether these are valid subscription keys: a point on the curve and a 16-byte secret. */
export function areKeys({ p256dh, auth }: { p256dh: string; auth: string }): boolean {
  const point = Buffer.from(p256dh, 'base64url');
  if (point.length !== 65 || point[0] !== 4 || Buffer.from(auth, 'base64url').length !== 16) return false;
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  try {
    pair.computeSecret(point);
    return true;
  } catch {
    return false;
  }
}
