// The vault: envelope encryption with one data key per seller.
import { createHash, randomBytes } from 'node:crypto';
import type { Database, Queryable } from '#domain/ports/database.ts';
import type { SecretPlace, Vault } from '#domain/ports/vault.ts';
import { StartProblem } from '../start-problem.ts';
import {
  dataKeyPlace,
  deleteClosetKey,
  deleteWrappedWith,
  dropOldProofs,
  findKeysInUse,
  lockDataKey,
  makeDataKey,
  ownPlace,
  type Purpose,
  readDataKey,
  readOwnSecret,
  rewrapDataKeys,
  rewrapOwnSecrets,
  saveOwnSecret,
  saveProof,
} from './data-keys.ts';
import { openEnvelope, sealEnvelope } from './encryption.ts';
import {
  type Group,
  isBox,
  type KeyRing,
  type Keys,
  masterRing,
  unwrap,
  type WebKeys,
  webRing,
  wrap,
} from './key-ring.ts';
import type { SecretKey } from './secret-key.ts';

export { forgetOwnSecrets } from './data-keys.ts';

export type KeyVault = Vault & {
  /**
   * Rewraps every seller's data key with the first key, `batch` per transaction, while the server runs. Resolves to the number of
   * rewrapped keys. The encrypted values themselves do not change. An interrupted run can be repeated. After it, the other
   * keys can be removed from SECRET_KEY. Throws a `StartProblem` in a process that has only a web key.
   */
  rotate(options?: { batch?: number }): Promise<number>;
  /** A secret of the server itself, created on first use. If several processes create it at once, all get the same one. */
  own(name: string, make: () => string): Promise<string>;
  /** false in a process that has only a web key: it can seal sellers' credentials, and can't open them. */
  opensClosets: boolean;
  /** Seals a message that only workers open, for this place. */
  sealForWorkers(place: string, plain: string): string;
  openAsWorker(place: string, sealed: string): string;
};

/** Serializes the key check at startup: one process at a time compares its keys and stores its canary. */
const lockKey = 4_871_220_718;
const canaryText = 'hangtag';
const rowsAtOnce = 500;
const purposesOf: Record<Group, readonly Purpose[]> = { closet: ['closet'], web: ['push', 'sign-in'] };

/**
 * Opens the vault with `keys`: the first wraps, all unwrap. Throws a `StartProblem` if the database uses a key that is not among
 * them, because all stored credentials would be unreadable.
 */
export const openVault = ({ database, keys }: { database: Database; keys: Keys }): Promise<KeyVault> =>
  vaultWith(database, masterRing(keys));

/** Opens the vault of a web process. Throws a `StartProblem` if the database does not know the web key. */
export const openWebVault = ({ database, keys }: { database: Database; keys: WebKeys }): Promise<KeyVault> =>
  vaultWith(database, webRing(keys));

/** Throws the `StartProblem` of a missing key if the database has been used with one. */
export async function refuseWithoutKey(database: Database): Promise<void> {
  const [used] = await findKeysInUse(database);
  if (used !== undefined) throw missingKey(used.keyId);
}

/** The keys that something in this database is encrypted with, and that are not among the given ones. */
export async function findLostKeys(tx: Queryable, keys: Keys): Promise<string[]> {
  const known = idsOf(masterRing(keys));
  const ids = (await findKeysInUse(tx)).map(({ keyId }) => keyId).filter((keyId) => !known.includes(keyId));
  return [...new Set(ids)];
}

/** Deletes every key that a lost key protects. Resolves to the sellers whose values nobody can open now, by what they were for. */
export async function forgetLostKeys(tx: Queryable, keys: Keys): Promise<Record<Purpose, string[]>> {
  const deleted = await deleteWrappedWith(tx, await findLostKeys(tx, keys));
  const of = (wanted: Purpose) => deleted.filter(({ purpose }) => purpose === wanted).map(({ userId }) => userId);
  return { closet: of('closet'), push: of('push'), 'sign-in': of('sign-in') };
}

async function vaultWith(database: Database, ring: KeyRing): Promise<KeyVault> {
  await checkKeys(database, ring);
  return {
    opensClosets: ring.opensClosets,
    async seal(tx, place, plain) {
      if (!ring.opensClosets && purposeOf(place) === 'closet') return sealAsWeb(ring, place, plain);
      const key = await dataKeyFor(tx, ring, place);
      return sealEnvelope(Buffer.from(plain), { key, keyId: dataKeyId(key), place: valuePlace(place) });
    },
    async open(tx, place, sealed) {
      if (isBox(sealed) && place.column === 'credentials')
        return ring.openFromWeb(valuePlace(place), sealed).toString();
      const of = { userId: place.userId, purpose: purposeOf(place) };
      const wrapped = await readDataKey(tx, of);
      if (wrapped === null) throw new Error('The data key of this seller was erased: nothing sealed with it opens.');
      const key = unwrap(ring, groupOf(of.purpose), dataKeyPlace(of), wrapped);
      const plain = openEnvelope(sealed, { key, keyId: dataKeyId(key), place: valuePlace(place) });
      if (plain === undefined) throw new Error('A sealed value does not open: it was changed or belongs elsewhere.');
      return plain.toString();
    },
    forget: deleteClosetKey,
    hasherFor: ring.hasherFor,
    rotate: ({ batch = rowsAtOnce } = {}) => rotate(database, ring, batch),
    async own(name, make) {
      const place = ownPlace(name);
      let sealed = await readOwnSecret(database, name);
      if (sealed === null) {
        await saveOwnSecret(database, { name, ...wrap(ring, 'web', place, Buffer.from(make())) });
        sealed = await readOwnSecret(database, name);
      }
      if (sealed === null) throw new Error(`The secret ${name} was not kept.`);
      return unwrap(ring, 'web', place, sealed).toString();
    },
    sealForWorkers: (place, plain) => ring.sealForWorkers(place, Buffer.from(plain)),
    openAsWorker: (place, sealed) => ring.openFromWeb(place, sealed).toString(),
  };
}

/** What a web process has of a closet is a password that was typed at registration. It makes no data key for it. */
function sealAsWeb(ring: KeyRing, place: SecretPlace, plain: string): string {
  if (place.column !== 'credentials') throw new Error(`A web process seals no ${place.column}.`);
  return ring.sealForWorkers(valuePlace(place), Buffer.from(plain));
}

/** The seller's data key, made if there is none. A key that another process made in the meantime counts. */
async function dataKeyFor(tx: Queryable, ring: KeyRing, place: SecretPlace): Promise<Buffer> {
  const of = { userId: place.userId, purpose: purposeOf(place) };
  const [group, keyPlace] = [groupOf(of.purpose), dataKeyPlace(of)];
  // A web process may have no right to lock the row, and the keys of its group aren't deleted while their seller stays.
  const read = group === 'closet' ? lockDataKey : readDataKey;
  const present = await read(tx, of);
  if (present !== null) return unwrap(ring, group, keyPlace, present);
  await makeDataKey(tx, { ...of, ...wrap(ring, group, keyPlace, randomBytes(32)) });
  const made = await read(tx, of);
  if (made === null) throw new Error('The data key of this seller was not kept.');
  return unwrap(ring, group, keyPlace, made);
}

async function rotate(database: Database, ring: KeyRing, batch: number): Promise<number> {
  if (!ring.opensClosets)
    throw new StartProblem(
      'This machine has only a web key.',
      'Run rotate-keys where the secret key is. Nothing was changed.',
    );
  let wrapped = 0;
  for (const group of ['closet', 'web'] as const) {
    const old = { purposes: purposesOf[group], currentId: currentId(ring, group), batch };
    for (let moved = batch; moved > 0; wrapped += moved)
      moved = await database.transaction((tx) => rewrapDataKeys(tx, old, wrapAgain(ring, group)));
  }
  const id = currentId(ring, 'web');
  await database.transaction((tx) => rewrapOwnSecrets(tx, id, wrapAgain(ring, 'web')));
  await dropOldProofs(database, [currentId(ring, 'closet'), id]);
  return wrapped;
}

const wrapAgain = (ring: KeyRing, group: Group) => (place: string, text: string) =>
  wrap(ring, group, place, unwrap(ring, group, place, text));

const keysOf = ({ keys }: KeyRing): readonly SecretKey[] => [...keys.closet, ...keys.web];
const idsOf = (ring: KeyRing): string[] => keysOf(ring).map(({ id }) => id);
const currentId = ({ keys }: KeyRing, group: Group): string => keys[group][0]?.id ?? 'none';

async function checkKeys(database: Database, ring: KeyRing): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [lockKey]);
    const inUse = await findKeysInUse(tx);
    // A web process neither needs nor can read sellers' credentials.
    const ofOurs = ring.opensClosets ? inUse : inUse.filter(({ isOfClosets }) => !isOfClosets);
    if (!ring.opensClosets && inUse.length > 0 && ofOurs.length === 0) throw unknownWebKey(ring);
    for (const { keyId, sealed } of ofOurs) {
      if (!idsOf(ring).includes(keyId)) throw ring.opensClosets ? missingKey(keyId) : unknownWebKey(ring);
      if (sealed !== null && readProof(ring, keyId, sealed) !== canaryText) throw changedProof(keyId);
    }
    for (const key of [ring.keys.closet[0], ring.keys.web[0]]) if (key !== undefined) await saveProof(tx, proofOf(key));
  });
}

const proofPlace = 'canary';
const proofOf = ({ id, key }: SecretKey) => ({
  keyId: id,
  text: sealEnvelope(Buffer.from(canaryText), { key, keyId: id, place: proofPlace }),
});

function readProof(ring: KeyRing, keyId: string, sealed: string): string | undefined {
  const key = keysOf(ring).find(({ id }) => id === keyId)?.key;
  return key && openEnvelope(sealed, { key, keyId, place: proofPlace })?.toString();
}

const missingKey = (keyId: string) =>
  new StartProblem(
    `The credentials in this database were encrypted with the key ${keyId}, and Hangtag does not have that key.`,
    'Put the key back in SECRET_KEY, SECRET_KEY_FILE, or the file secret.key in DATA_DIR. If it is lost, run npm run hangtag -- forget-credentials. Nothing was changed.',
  );

const unknownWebKey = (ring: KeyRing) =>
  new StartProblem(
    `The web key ${currentId(ring, 'web')} does not belong to this database.`,
    'Start a worker, make the web key again where the worker has its secret key (npm run hangtag -- web-key FILE), and give it to this process in WEB_KEY_FILE. Nothing was changed.',
  );

const changedProof = (keyId: string) =>
  new StartProblem(
    `Hangtag can't verify the key ${keyId}: the table vault_canary in this database was changed.`,
    'Restore a backup into an empty database.',
  );

/** Secrets outside of the table `closets`: what their data key is for, and where they are. */
const elsewhere: Partial<Record<SecretPlace['column'], { purpose: Purpose; place: string }>> = {
  push_target: { purpose: 'push', place: 'push_subscriptions.target' },
  totp_secret: { purpose: 'sign-in', place: 'authenticator_apps.secret' },
};
const purposeOf = ({ column }: SecretPlace): Purpose => elsewhere[column]?.purpose ?? 'closet';
const groupOf = (purpose: Purpose): Group => (purpose === 'closet' ? 'closet' : 'web');
const valuePlace = ({ userId, column }: SecretPlace) => `${elsewhere[column]?.place ?? `closets.${column}`}|${userId}`;
const dataKeyId = (dataKey: Buffer) =>
  createHash('sha256').update('hangtag data key id\0').update(dataKey).digest('hex').slice(0, 8);
