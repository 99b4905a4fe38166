// Checks signatures of minisign (https://jedisct1.github.io/minisign), which the releases have.
import { createHash, createPublicKey, verify } from 'node:crypto';

/** What DER has before the 32 bytes of an Ed25519 key. */
const keyHead = Buffer.from('302a300506032b6570032100', 'hex');
const base64 = /^[A-Za-z0-9+/]+={0,2}$/;
const bytesOf = (text = '', length: number): Buffer | null => {
  const bytes = base64.test(text) ? Buffer.from(text, 'base64') : null;
  return bytes?.length === length ? bytes : null;
};

/** `signature`: the text of a `.minisig` file. False as well if it isn't one. */
export function isSignedBy(publicKey: string, content: Buffer, signature: string): boolean {
  const [, first, trusted = '', second] = signature.split(/\r?\n/);
  const key = bytesOf(publicKey, 42);
  const signed = bytesOf(first, 74);
  const whole = bytesOf(second, 64);
  const comment = /^trusted comment: (.*)$/.exec(trusted)?.[1];
  if (key === null || signed === null || whole === null || comment === undefined) return false;
  // "ED": what is signed is the BLAKE2b of the content. The id of the key comes next.
  if (key.toString('latin1', 0, 2) !== 'Ed' || signed.toString('latin1', 0, 2) !== 'ED') return false;
  if (!key.subarray(2, 10).equals(signed.subarray(2, 10))) return false;
  const own = createPublicKey({ key: Buffer.concat([keyHead, key.subarray(10)]), format: 'der', type: 'spki' });
  const hash = createHash('blake2b512').update(content).digest();
  const bare = signed.subarray(10);
  return verify(null, hash, own, bare) && verify(null, Buffer.concat([bare, Buffer.from(comment)]), own, whole);
}
