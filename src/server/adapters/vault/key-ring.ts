// What a process can wrap and unwrap: a worker has the secret key, and a web process only keys that are derived from it.
import { createHmac, hkdfSync, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { areWebKeys, splitKeys, webKeyHead } from '#domain/text/written-keys.ts';
import { StartProblem } from '../start-problem.ts';
import { openBox, openEnvelope, privateKeyOf, publicBytes, publicKeyOf, sealBox, sealEnvelope } from './encryption.ts';
import { fingerprint, type SecretKey } from './secret-key.ts';

/**
 * Who reads it. `closet`: sellers' credentials, for workers alone. `web`: what web processes need themselves, such as the keys of
 * authenticator apps.
 */
export type Group = 'closet' | 'web';

/** The secret keys of a worker: the first wraps, all unwrap. */
export type Keys = readonly [SecretKey, ...SecretKey[]];

/** What a web process gets of one secret key. Nobody can compute the secret key or the private key from it. */
type WebKey = { web: SecretKey; box: BoxKey };
export type WebKeys = readonly [WebKey, ...WebKey[]];
type BoxKey = { id: string; publicKey: KeyObject };

export type Wrapped = { text: string; keyId: string };

export type KeyRing = {
  /** Whether this process can open sellers' credentials. */
  opensClosets: boolean;
  /** The keys of each group, the current one first. A web process has none for closets. */
  keys: Readonly<Record<Group, readonly SecretKey[]>>;
  /** For what only workers may read. They open it with `openFromWeb`. */
  sealForWorkers(place: string, plain: Buffer): string;
  openFromWeb(place: string, text: string): Buffer;
  /** A hash for each secret key, the current one's first, with a key that only this `purpose` has. */
  hasherFor: (purpose: string) => (text: string) => string[];
};

export function masterRing(masters: Keys): KeyRing {
  const [{ box }, ...older] = webKeysOf(masters);
  const boxIds = [box, ...older.map((key) => key.box)].map(({ id }) => id);
  return {
    opensClosets: true,
    keys: { closet: masters, web: webKeysOf(masters).map(({ web }) => web) },
    sealForWorkers: (place, plain) => sealText(plain, box, place),
    openFromWeb(place, text) {
      const master = masters[boxIds.indexOf(boxIdOf(text) ?? '')];
      return opened(master && openText(text, privateKeyFrom(master), place));
    },
    hasherFor(purpose) {
      const keys = masters.map((master) => derive(master, `hangtag hash|${purpose}`));
      return (text) => keys.map((key) => createHmac('sha256', key).update(text).digest('base64url'));
    },
  };
}

/** No private key is in it, so a web process can seal sellers' credentials and can't open them. */
export function webRing(keys: WebKeys): KeyRing {
  const refuse = (): never => {
    throw new Error('This process has only a web key, which does not open or compute what is for workers.');
  };
  return {
    opensClosets: false,
    keys: { closet: [], web: keys.map(({ web }) => web) },
    sealForWorkers: (place, plain) => sealText(plain, keys[0].box, place),
    openFromWeb: refuse,
    hasherFor: refuse,
  };
}

export function wrap({ keys }: KeyRing, group: Group, place: string, plain: Buffer): Wrapped {
  const [key] = keys[group];
  if (key === undefined) throw new Error('This process has only a web key, which wraps no data keys of closets.');
  return { text: sealEnvelope(plain, { key: key.key, keyId: key.id, place }), keyId: key.id };
}

/**
 * Only a key of the same group opens it, so a web process can't put a data key of its own in place of a closet's. Throws if
 * another key wrapped it, or if the row was changed.
 */
export function unwrap({ keys }: KeyRing, group: Group, place: string, text: string): Buffer {
  const [, keyId] = text.split('.');
  const key = keys[group].find(({ id }) => id === keyId);
  if (key !== undefined) return opened(openEnvelope(text, { key: key.key, keyId: key.id, place }));
  throw new Error(
    keys[group].length === 0
      ? 'This process has only a web key, which opens no data keys of closets.'
      : `A data key is wrapped with key ${keyId}, which is not given.`,
  );
}

function opened(plain: Buffer | undefined): Buffer {
  if (plain === undefined) throw new Error('A sealed key or message does not open: its row was changed.');
  return plain;
}

export const webKeysOf = ([first, ...others]: Keys): WebKeys => [webKeyOf(first), ...others.map(webKeyOf)];

/** What a web process may have of a secret key. */
export function webKeyOf(master: SecretKey): WebKey {
  return webKeyFrom(derive(master, 'hangtag web key'), publicBytes(privateKeyFrom(master)));
}

/** From the 32 bytes of the key for web secrets, and the 32 bytes of the public key. */
function webKeyFrom(web: Buffer, point: Buffer): WebKey {
  return {
    web: { id: `web-${fingerprint(web)}`, key: web },
    box: { id: `box-${fingerprint(point)}`, publicKey: publicKeyOf(point) },
  };
}

/** The file that a web process gets instead of the secret key: one line for each secret key, the current one first. */
export function writeWebKeys(masters: Keys): string {
  const lines = webKeysOf(masters).map(
    ({ web, box }) => `${webKeyHead}${Buffer.concat([web.key, publicBytes(box.publicKey)]).toString('base64url')}`,
  );
  return `${lines.join('\n')}\n`;
}

/** Throws a `StartProblem`, which never contains a key. */
export function loadWebKeys(file: string): WebKeys {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new StartProblem(`Hangtag can't read the web key file ${file}.`, 'Check its path and permissions.', {
      cause,
    });
  }
  const [first, ...others] = areWebKeys(text) ? splitKeys(text).map(readWebKey) : [];
  if (first !== undefined) return [first, ...others];
  throw new StartProblem(
    `The file ${file} is not a web key.`,
    'Make one where the worker has its secret key: npm run hangtag -- web-key FILE',
  );
}

function readWebKey(line: string): WebKey {
  const bytes = Buffer.from(line.slice(webKeyHead.length), 'base64url');
  return webKeyFrom(bytes.subarray(0, keyBytes), bytes.subarray(keyBytes));
}

const keyBytes = 32;

const privateKeyFrom = (master: SecretKey): KeyObject => privateKeyOf(derive(master, 'hangtag sealed box'));

const derive = ({ key }: SecretKey, info: string): Buffer => Buffer.from(hkdfSync('sha256', key, '', info, keyBytes));

/** `v2.<key id>.<box in base64url>`. Version, key id, and place are authenticated. */
const boxVersion = 'v2';
const boundTo = (keyId: string, place: string) => ({
  info: Buffer.from('hangtag'),
  aad: Buffer.from(`${boxVersion}|${keyId}|${place}`),
});

export const isBox = (text: string): boolean => boxIdOf(text) !== undefined;

function boxIdOf(text: string): string | undefined {
  const [version, keyId] = text.split('.');
  return version === boxVersion ? keyId : undefined;
}

const sealText = (plain: Buffer, { id, publicKey }: BoxKey, place: string): string =>
  `${boxVersion}.${id}.${sealBox(plain, publicKey, boundTo(id, place)).toString('base64url')}`;

function openText(text: string, privateKey: KeyObject, place: string): Buffer | undefined {
  const [, keyId = '', body = ''] = text.split('.');
  return openBox(Buffer.from(body, 'base64url'), privateKey, boundTo(keyId, place));
}
