// The vault: envelope encryption with one data key per seller.

import { createHash, randomBytes } from 'node:crypto';
import type { Database, Queryable } from '#domain/ports/database.ts';
import type { Sealed, SecretPlace, Vault } from '#domain/ports/vault.ts';
import { StartProblem } from '../start-problem.ts';
import {
  dataKeyPlace,
  deleteClosetKey,
  dropOldProofs,
  findKeysInUse,
  lockDataKey,
  makeDataKey,
  ownPlace,
  type Purpose,
  readDataKey,
  readOwnSecret,
  replaceDataKey,
  rewrapDataKeys,
  rewrapOwnSecrets,
  saveOwnSecret,
  saveProof,
} from './data-keys.ts';
import { openEnvelope, sealEnvelope } from './envelope.ts';
import { type Group, type KeyRing, masterRing, type WebKey, webRing } from './key-ring.ts';
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
export async function openVault({
  database,
  keys,
}: {
  database: Database;
  keys: readonly [SecretKey, ...SecretKey[]];
}): Promise<KeyVault> {
  const ring = masterRing(keys);
  await checkKeys(database, ring);
  return vaultWith(database, ring);
}

/** Opens the vault of a web process. Throws a `StartProblem` if the database does not know the web key. */
export async function openWebVault({
  database,
  keys,
}: {
  database: Database;
  keys: readonly [WebKey, ...WebKey[]];
}): Promise<KeyVault> {
  const ring = webRing(keys);
  await checkKeys(database, ring);
  return vaultWith(database, ring);
}

/** Throws the `StartProblem` of a missing key if the database has been used with one. */
export async function refuseWithoutKey(database: Database): Promise<void> {
  const [used] = await findKeysInUse(database);
  if (used !== undefined) throw missingKey(used.keyId);
}

function vaultWith(database: Database, ring: KeyRing): KeyVault {
  const dataKeyFor = async (tx: Queryable, place: SecretPlace, stored: readonly Sealed[]): Promise<Buffer> => {
    const of = { userId: place.userId, purpose: purposeOf(place) };
    const keyPlace = dataKeyPlace(of);
    const present = await lockDataKey(tx, of);
    if (present !== undefined) {
      const opened = ring.unwrap(keyPlace, present);
      if (ring.opensClosets) refuseReplaced(opened, { of, stored, isOfWeb: ring.isWorthRewrapping(present) });
      if (ring.isWorthRewrapping(present))
        await replaceDataKey(tx, { ...of, from: present, ...ring.wrap(groupOf(of.purpose), keyPlace, opened) });
      return opened;
    }
    const dataKey = randomBytes(32);
    const mine = ring.wrap(groupOf(of.purpose), keyPlace, dataKey);
    const kept = (await makeDataKey(tx, { ...of, ...mine })) ?? mine.text;
    // A web process can't unwrap its own, and doesn't have to.
    return kept === mine.text ? dataKey : ring.unwrap(keyPlace, kept);
  };

  return {
    opensClosets: ring.opensClosets,
    async seal(tx, place, plain, stored = []) {
      const dataKey = await dataKeyFor(tx, place, stored);
      return sealEnvelope(Buffer.from(plain), { key: dataKey, keyId: dataKeyId(dataKey), place: valuePlace(place) });
    },
    async open(tx, place, sealed) {
      const of = { userId: place.userId, purpose: purposeOf(place) };
      const wrapped = await readDataKey(tx, of);
      if (wrapped === undefined)
        throw new Error('The data key of this seller was erased: nothing sealed with it opens.');
      const dataKey = ring.unwrap(dataKeyPlace(of), wrapped);
      const plain = openEnvelope(sealed, { key: dataKey, keyId: dataKeyId(dataKey), place: valuePlace(place) });
      if (plain === undefined) throw new Error('A sealed value does not open: it was changed or belongs elsewhere.');
      return plain.toString();
    },
    async renewKey(tx, userId) {
      const present = ring.opensClosets ? await lockDataKey(tx, { userId, purpose: 'closet' }) : undefined;
      if (present === undefined || !ring.isWorthRewrapping(present)) return false;
      await deleteClosetKey(tx, userId);
      return true;
    },
    forget: deleteClosetKey,
    hasherFor: (userId) => ring.hasherFor(userId),
    rotate: ({ batch = rowsAtOnce } = {}) => rotate(database, ring, batch),
    async own(name, make) {
      const place = ownPlace(name);
      let sealed = await readOwnSecret(database, name);
      if (sealed === undefined) {
        await saveOwnSecret(database, { name, ...ring.wrap('web', place, Buffer.from(make())) });
        sealed = await readOwnSecret(database, name);
      }
      if (sealed === undefined) throw new Error(`The secret ${name} was not kept.`);
      return ring.unwrap(place, sealed).toString();
    },
    sealForWorkers: (place, plain) => ring.sealForWorkers(place, Buffer.from(plain)),
    openAsWorker: (place, sealed) => ring.unwrap(place, sealed).toString(),
  };
}

/**
 * A web process makes the key of a new seller, and seals a password with it. Sessions are sealed by workers alone, who keep their keys
 * from web processes: a key of a web process beside a session was put there.
 */
function refuseReplaced(
  dataKey: Buffer,
  { of: { userId }, stored, isOfWeb }: { of: Pick<SecretPlace, 'userId'>; stored: readonly Sealed[]; isOfWeb: boolean },
): void {
  const opens = ({ column, sealed }: Sealed): boolean =>
    !(isOfWeb && column === 'session') &&
    openEnvelope(sealed, { key: dataKey, keyId: dataKeyId(dataKey), place: valuePlace({ userId, column }) }) !==
      undefined;
  if (!stored.every(opens))
    throw new Error(
      'The data key of this seller does not open what is stored: one of them was replaced. Nothing is sealed with it.',
    );
}

async function rotate(database: Database, ring: KeyRing, batch: number): Promise<number> {
  if (!ring.opensClosets)
    throw new StartProblem(
      'This machine has only a web key.',
      'Run rotate-keys where the secret key is. Nothing was changed.',
    );
  const wrapped =
    (await rewrapGroup(database, ring, 'closet', batch)) + (await rewrapGroup(database, ring, 'web', batch));
  await database.transaction((tx) => rewrapOwnSecrets(tx, ring.currentId('web'), wrapAgainFor(ring, 'web')));
  await dropOldProofs(database, [ring.currentId('closet'), ring.currentId('web')]);
  return wrapped;
}

async function rewrapGroup(database: Database, ring: KeyRing, group: Group, batch: number): Promise<number> {
  const old = { purposes: purposesOf[group], currentId: ring.currentId(group), batch };
  let wrapped = 0;
  for (let moved = batch; moved > 0; wrapped += moved)
    moved = await database.transaction((tx) => rewrapDataKeys(tx, old, wrapAgainFor(ring, group)));
  return wrapped;
}

const wrapAgainFor = (ring: KeyRing, group: Group) => (place: string, text: string) =>
  ring.wrap(group, place, ring.unwrap(place, text));

async function checkKeys(database: Database, ring: KeyRing): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [lockKey]);
    const inUse = await findKeysInUse(tx);
    // A web process neither needs nor can read sellers' credentials.
    const ofOurs = ring.opensClosets ? inUse : inUse.filter(({ isOfClosets }) => !isOfClosets);
    if (!ring.opensClosets && inUse.length > 0 && ofOurs.length === 0) throw unknownWebKey(ring);
    for (const { keyId, sealed } of ofOurs) {
      if (!ring.knows(keyId)) throw ring.opensClosets ? missingKey(keyId) : unknownWebKey(ring);
      if (sealed !== null && readProof(ring, keyId, sealed) !== canaryText) throw changedProof(keyId);
    }
    for (const group of ['closet', 'web'] as const) {
      const key = ring.proofs.find(({ id }) => id === ring.currentId(group));
      if (key !== undefined) await saveProof(tx, proofOf(key));
    }
  });
}

const proofPlace = 'canary';
const proofOf = ({ id, key }: SecretKey) => ({
  keyId: id,
  text: sealEnvelope(Buffer.from(canaryText), { key, keyId: id, place: proofPlace }),
});

function readProof({ proofs }: KeyRing, keyId: string, sealed: string): string | undefined {
  const key = proofs.find(({ id }) => id === keyId)?.key;
  return key && openEnvelope(sealed, { key, keyId, place: proofPlace })?.toString();
}

const missingKey = (keyId: string) =>
  new StartProblem(
    `The credentials in this database were encrypted with the key ${keyId}, and Hangtag does not have that key.`,
    'Put the key back in SECRET_KEY, SECRET_KEY_FILE, or the file secret.key in DATA_DIR. If it is lost, run npm run hangtag -- forget-credentials. Nothing was changed.',
  );

const unknownWebKey = (ring: KeyRing) =>
  new StartProblem(
    `The web key ${ring.currentId('web')} does not belong to this database.`,
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
