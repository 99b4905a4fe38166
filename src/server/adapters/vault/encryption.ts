// Encryption of one value: with a key that both sides have (AES-256-GCM), and for the holder of a private key (HPKE in base mode, RFC 9180).
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

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

// The suite of the RFC's own test vectors A.2: DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, ChaCha20Poly1305.
const kemSuite = Buffer.from('KEM\x00\x20', 'latin1');
const suite = Buffer.from('HPKE\x00\x20\x00\x01\x00\x03', 'latin1');
const baseMode = Buffer.of(0);
const cipherName = 'chacha20-poly1305';
const pointBytes = 32;
const keyBytes = 32;
const empty = Buffer.alloc(0);

/** The DER that comes before the 32 bytes of an X25519 key. */
const privateHead = Buffer.from('302e020100300506032b656e04220420', 'hex');
const publicHead = Buffer.from('302a300506032b656e032100', 'hex');

/** Any 32 bytes are a private key. */
export const privateKeyOf = (bytes: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([privateHead, bytes]), format: 'der', type: 'pkcs8' });

export const publicKeyOf = (bytes: Buffer): KeyObject =>
  createPublicKey({ key: Buffer.concat([publicHead, bytes]), format: 'der', type: 'spki' });

/** The 32 bytes of a public key, or of the public half of a private one. */
export function publicBytes(key: KeyObject): Buffer {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  return publicKey.export({ format: 'der', type: 'spki' }).subarray(publicHead.length);
}

type Bound = { info: Buffer; aad: Buffer };

/** Only the holder of the private key opens it, with the same `info` and `aad`. A new key pair is used once and forgotten. */
export function sealBox(plain: Buffer, recipient: KeyObject, { info, aad }: Bound): Buffer {
  const { privateKey, publicKey } = generateKeyPairSync('x25519');
  const sent = publicBytes(publicKey);
  const shared = diffieHellman({ privateKey, publicKey: recipient });
  const { key, nonce } = keySchedule(sharedSecret(shared, sent, publicBytes(recipient)), info);
  const cipher = createCipheriv(cipherName, key, nonce, { authTagLength: tagBytes }).setAAD(aad, {
    plaintextLength: plain.length,
  });
  return Buffer.concat([sent, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Returns undefined if the box was sealed for another key or another place, or was modified. */
export function openBox(box: Buffer, privateKey: KeyObject, { info, aad }: Bound): Buffer | undefined {
  if (box.length < pointBytes + tagBytes) return undefined;
  const sent = box.subarray(0, pointBytes);
  const sealed = box.subarray(pointBytes, -tagBytes);
  try {
    const shared = diffieHellman({ privateKey, publicKey: publicKeyOf(sent) });
    const { key, nonce } = keySchedule(sharedSecret(shared, sent, publicBytes(privateKey)), info);
    const decipher = createDecipheriv(cipherName, key, nonce, { authTagLength: tagBytes })
      .setAAD(aad, { plaintextLength: sealed.length })
      .setAuthTag(box.subarray(-tagBytes));
    return Buffer.concat([decipher.update(sealed), decipher.final()]);
  } catch {
    return undefined;
  }
}

/** RFC 9180, section 4.1: the shared secret of both sides. */
function sharedSecret(shared: Buffer, sent: Buffer, recipient: Buffer): Buffer {
  const pseudorandom = labeledExtract(kemSuite, { salt: empty, label: 'eae_prk', input: shared });
  return labeledExpand(kemSuite, {
    from: pseudorandom,
    label: 'shared_secret',
    info: Buffer.concat([sent, recipient]),
    length: keyBytes,
  });
}

/** RFC 9180, section 5.1, in base mode and for one message. */
function keySchedule(secret: Buffer, info: Buffer): { key: Buffer; nonce: Buffer } {
  const context = Buffer.concat([
    baseMode,
    labeledExtract(suite, { salt: empty, label: 'psk_id_hash', input: empty }),
    labeledExtract(suite, { salt: empty, label: 'info_hash', input: info }),
  ]);
  const from = labeledExtract(suite, { salt: secret, label: 'secret', input: empty });
  return {
    key: labeledExpand(suite, { from, label: 'key', info: context, length: keyBytes }),
    nonce: labeledExpand(suite, { from, label: 'base_nonce', info: context, length: nonceBytes }),
  };
}

const version = Buffer.from('HPKE-v1');
const hmac = (key: Buffer, ...parts: Buffer[]): Buffer =>
  createHmac('sha256', key).update(Buffer.concat(parts)).digest();

const labeledExtract = (
  suiteId: Buffer,
  { salt, label, input }: { salt: Buffer; label: string; input: Buffer },
): Buffer => hmac(salt, version, suiteId, Buffer.from(label), input);

/** At most 32 bytes are asked for, so HKDF needs one block. */
function labeledExpand(
  suiteId: Buffer,
  { from, label, info, length }: { from: Buffer; label: string; info: Buffer; length: number },
): Buffer {
  const size = Buffer.of(length >> 8, length & 0xff);
  return hmac(from, size, version, suiteId, Buffer.from(label), info, Buffer.of(1)).subarray(0, length);
}
