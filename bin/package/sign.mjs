// Signs files of a release as minisign does, and makes its keys, so that nothing but Node.js is needed. Anybody checks them with minisign.
import { createHash, createPrivateKey, createPublicKey, randomBytes, scryptSync, sign } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

/** What DER has before the 32 bytes of an Ed25519 secret. */
const secretHead = Buffer.from('302e020100300506032b657004220420', 'hex');
const privateKeyOf = (seed) =>
  createPrivateKey({ key: Buffer.concat([secretHead, seed]), format: 'der', type: 'pkcs8' });
const publicBytesOf = (seed) =>
  createPublicKey(privateKeyOf(seed)).export({ format: 'der', type: 'spki' }).subarray(-32);

/** A new pair in minisign's own files. `minisign -C -s FILE` gives the secret one a password. */
export const makeKeys = () => {
  const [id, seed] = [randomBytes(8), randomBytes(32)];
  const bytes = publicBytesOf(seed);
  const noPassword = [Buffer.from('Ed\0\0B2', 'latin1'), Buffer.alloc(48)];
  const secret = Buffer.concat([...noPassword, id, seed, bytes, Buffer.alloc(32)]).toString('base64');
  return {
    secret: `untrusted comment: secret key of Hangtag's releases\n${secret}\n`,
    public: Buffer.concat([Buffer.from('Ed'), id, bytes]).toString('base64'),
  };
};

/** Throws in words if the file is no secret key of minisign, or if the password is wrong. */
export const readSecretKey = (file, password = process.env.MINISIGN_PASSWORD) => {
  const bytes = Buffer.from(readFileSync(file, 'utf8').split('\n')[1] ?? '', 'base64');
  if (bytes.length !== 158 || bytes.toString('latin1', 0, 2) !== 'Ed')
    throw new Error(`${file} is no secret key of minisign.`);
  const open = Buffer.from(bytes.subarray(54));
  if (bytes.toString('latin1', 2, 4) === 'Sc') {
    if (!password) throw new Error(`${file} has a password. Put it into MINISIGN_PASSWORD.`);
    const pad = scryptSync(password, bytes.subarray(6, 38), open.length, scryptLimits(bytes));
    for (const [at, byte] of pad.entries()) open[at] ^= byte;
  }
  const [id, seed, bare] = [open.subarray(0, 8), open.subarray(8, 40), open.subarray(40, 72)];
  if (!publicBytesOf(seed).equals(bare)) throw new Error(`The password of ${file} is wrong, or the file is damaged.`);
  return { id, key: privateKeyOf(seed), public: Buffer.concat([Buffer.from('Ed'), id, bare]).toString('base64') };
};

/** libsodium's limits in scrypt's own terms. */
const scryptLimits = (bytes) => {
  const memory = Number(bytes.readBigUInt64LE(46));
  return { N: memory / 1024, r: 8, p: 1, maxmem: 2 * memory };
};

/** Writes FILE.minisig. `comment` is signed, too. The same file and key always make the same bytes. */
export const signFile = (file, { id, key }, comment) => {
  const signature = sign(null, createHash('blake2b512').update(readFileSync(file)).digest(), key);
  const whole = sign(null, Buffer.concat([signature, Buffer.from(comment)]), key);
  const first = Buffer.concat([Buffer.from('ED'), id, signature]).toString('base64');
  writeFileSync(
    `${file}.minisig`,
    `untrusted comment: signature of a Hangtag release\n${first}\ntrusted comment: ${comment}\n${whole.toString('base64')}\n`,
  );
};
