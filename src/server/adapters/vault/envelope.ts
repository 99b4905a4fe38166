// Authenticated encryption of one value (AES-256-GCM).

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ourVersion = 'v1';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts with AES-256-GCM and a fresh nonce: `v1.<key id>.<nonce, ciphertext, and tag in base64url>`. Version, key id, and
 * `place` are authenticated, so the text can't be opened in another place.
 */
export function sealEnvelope(
  plain: Buffer,
  { key, keyId, place }: { key: Buffer; keyId: string; place: string },
): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(authenticated(keyId, place));
  const sealed = Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  return `${ourVersion}.${keyId}.${sealed.toString('base64url')}`;
}

/** Returns undefined if the text was not sealed with this key for this place, or was modified. */
export function openEnvelope(
  envelope: string,
  { key, keyId, place }: { key: Buffer; keyId: string; place: string },
): Buffer | undefined {
  const [version, namedKey, body] = envelope.split('.');
  const sealed = Buffer.from(body ?? '', 'base64url');
  if (version !== ourVersion || namedKey !== keyId || sealed.length < nonceBytes + tagBytes) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes))
    .setAAD(authenticated(keyId, place))
    .setAuthTag(sealed.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]);
  } catch {
    return undefined;
  }
}

function authenticated(keyId: string, place: string): Buffer {
  return Buffer.from(`${ourVersion}|${keyId}|${place}`);
}
