// What a process can wrap and unwrap: a worker has the secret key, and a web process only keys that are derived from it.

import { createHash, createHmac, hkdfSync, type KeyObject } from 'node:crypto';
import { envelopeKeyId, openEnvelope, sealEnvelope } from './envelope.ts';
import { openBox, privateKeyOf, publicBytes, publicKeyOf, sealBox } from './sealed-box.ts';
import type { SecretKey } from './secret-key.ts';

/**
 * Who reads it. `closet`: sellers' credentials, for workers alone. `web`: what web processes need themselves, such as the keys of
 * authenticator apps.
 */
export type Group = 'closet' | 'web';

/** What a web process gets of one secret key. Nobody can compute the secret key or the private key from it. */
export type WebKey = { web: SecretKey; box: BoxKey };
type BoxKey = { id: string; publicKey: KeyObject };

export type Wrapped = { text: string; keyId: string };

export type KeyRing = {
  /** Whether this process can open sellers' credentials. */
  opensClosets: boolean;
  /** The key that wraps for this group now. */
  currentId(group: Group): string;
  /** Every key that this process can unwrap with. */
  knows(keyId: string): boolean;
  wrap(group: Group, place: string, plain: Buffer): Wrapped;
  /** A web process wrapped it in a box, which takes 0.3 ms to open. This process can wrap it so that it opens faster. */
  isWorthRewrapping(text: string): boolean;
  /** Throws if the key is missing, or if the row was changed. */
  unwrap(place: string, text: string): Buffer;
  /** Only workers open it, by `unwrap`. */
  sealForWorkers(place: string, plain: Buffer): string;
  /** A hash for each secret key, the current one's first, with a key that only this `purpose` has. */
  hasherFor(purpose: string): (text: string) => string[];
  /** The keys whose proofs it checks against those in this database. The first key of each group stores a proof. */
  proofs: readonly SecretKey[];
};

/** The ring of a process with the secret keys: the first wraps, all unwrap. */
export function masterRing(masters: readonly [SecretKey, ...SecretKey[]]): KeyRing {
  const webKeys = masters.map(webKeyOf) as [WebKey, ...WebKey[]];
  const symmetric = byId([...masters, ...webKeys.map(({ web }) => web)]);
  const boxes = new Map(masters.map((master, index) => [webKeys[index]?.box.id ?? '', privateKeyFrom(master)]));
  const [current] = masters;
  const [{ web, box }] = webKeys;
  return {
    opensClosets: true,
    currentId: (group) => (group === 'closet' ? current.id : web.id),
    knows: (keyId) => symmetric.has(keyId) || boxes.has(keyId),
    wrap: (group, place, plain) => wrapWith(group === 'closet' ? current : web, place, plain),
    isWorthRewrapping: (text) => boxKeyId(text) !== undefined,
    unwrap(place, text) {
      const keyId = envelopeKeyId(text) ?? boxKeyId(text) ?? 'unknown';
      const [key, privateKey] = [symmetric.get(keyId), boxes.get(keyId)];
      if (key !== undefined) return opened(openEnvelope(text, { key: key.key, keyId, place }));
      if (privateKey !== undefined) return opened(openText(text, privateKey, place));
      throw new Error(`A data key is wrapped with key ${keyId}, which is not given.`);
    },
    sealForWorkers: (place, plain) => sealText(plain, box, place),
    hasherFor(purpose) {
      const keys = masters.map((master) => derive(master, `hangtag hash|${purpose}`));
      return (text) => keys.map((key) => createHmac('sha256', key).update(text).digest('base64url'));
    },
    proofs: [...masters, ...webKeys.map((key) => key.web)],
  };
}

/** The ring of a web process. No private key is in it, so it can seal sellers' credentials and can't open them. */
export function webRing(keys: readonly [WebKey, ...WebKey[]]): KeyRing {
  const known = byId(keys.map(({ web }) => web));
  const [{ web, box }] = keys;
  return {
    opensClosets: false,
    currentId: (group) => (group === 'closet' ? box.id : web.id),
    knows: (keyId) => known.has(keyId),
    wrap: (group, place, plain) =>
      group === 'closet' ? { text: sealText(plain, box, place), keyId: box.id } : wrapWith(web, place, plain),
    isWorthRewrapping: () => false,
    unwrap(place, text) {
      const keyId = envelopeKeyId(text) ?? boxKeyId(text) ?? 'unknown';
      const key = known.get(keyId);
      if (key === undefined)
        throw new Error(`This process has only a web key, which does not open what key ${keyId} protects.`);
      return opened(openEnvelope(text, { key: key.key, keyId, place }));
    },
    sealForWorkers: (place, plain) => sealText(plain, box, place),
    hasherFor() {
      throw new Error('This process has only a web key, which computes no hashes for workers.');
    },
    proofs: keys.map((key) => key.web),
  };
}

/** What a web process may have of a secret key. */
export function webKeyOf(master: SecretKey): WebKey {
  return webKeyFrom(derive(master, 'hangtag web key'), publicBytes(privateKeyFrom(master)));
}

/** From the 32 bytes of the key for web secrets, and the 32 bytes of the public key. */
export function webKeyFrom(web: Buffer, point: Buffer): WebKey {
  return {
    web: { id: `web-${fingerprint(web)}`, key: web },
    box: { id: `box-${fingerprint(point)}`, publicKey: publicKeyOf(point) },
  };
}

const privateKeyFrom = (master: SecretKey): KeyObject => privateKeyOf(derive(master, 'hangtag sealed box'));

const derive = ({ key }: SecretKey, info: string): Buffer => Buffer.from(hkdfSync('sha256', key, '', info, 32));

const fingerprint = (key: Buffer): string =>
  createHash('sha256').update('hangtag key id\0').update(key).digest('hex').slice(0, 8);

const byId = (keys: readonly SecretKey[]): Map<string, SecretKey> => new Map(keys.map((key) => [key.id, key]));

const wrapWith = ({ id, key }: SecretKey, place: string, plain: Buffer): Wrapped => ({
  text: sealEnvelope(plain, { key, keyId: id, place }),
  keyId: id,
});

function opened(plain: Buffer | undefined): Buffer {
  if (plain === undefined) throw new Error('A data key does not open: its row was changed.');
  return plain;
}

/** `v2.<key id>.<box in base64url>`. Version, key id, and place are authenticated. */
const boxVersion = 'v2';
const boundTo = (keyId: string, place: string) => ({
  info: Buffer.from('hangtag'),
  aad: Buffer.from(`${boxVersion}|${keyId}|${place}`),
});

const sealText = (plain: Buffer, { id, publicKey }: BoxKey, place: string): string =>
  `${boxVersion}.${id}.${sealBox(plain, publicKey, boundTo(id, place)).toString('base64url')}`;

function openText(text: string, privateKey: KeyObject, place: string): Buffer | undefined {
  const [, keyId = '', body = ''] = text.split('.');
  return openBox(Buffer.from(body, 'base64url'), privateKey, boundTo(keyId, place));
}

function boxKeyId(text: string): string | undefined {
  const [version, keyId] = text.split('.');
  return version === boxVersion ? keyId : undefined;
}
