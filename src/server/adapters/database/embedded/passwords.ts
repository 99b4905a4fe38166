// The passwords of the embedded server's two roles, in files that only this program reads.

import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readIfPlain, replaceFile } from './own-files.ts';

/** Creates the database and the other role. The program uses it for nothing else. */
export const adminRole = 'hangtag';
/** What the program works as. It owns its tables and nothing more. */
export const applicationRole = 'hangtag_app';

const files = { admin: 'password', application: 'app-password' };

/** Creates the password if there is none. Call it only while holding the folder's lock. */
export function passwordOf(home: string, role: keyof typeof files): string {
  const file = join(home, files[role]);
  const known = readIfPlain(file)?.trim();
  if (known !== undefined && /^[0-9a-f]{48}$/.test(known)) return known;
  const made = randomBytes(24).toString('hex');
  replaceFile(file, made, { mode: 0o600, ids: null });
  return made;
}

/**
 * What the server stores of a password. It never gets the password itself. Repeating the hash protects passwords that people
 * choose; this one has 192 random bits, and each connection would pay for it.
 */
export function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, 1, 32, 'sha256');
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest();
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64');
  return `SCRAM-SHA-256$1:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`;
}
