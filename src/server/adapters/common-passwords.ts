// Recognizes the most common passwords by an offline list (tools/common-passwords/README.md).
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

type CommonPasswords = {
  /** Whether this is one of the 10,000 most common passwords, in whatever case. */
  includes(password: string): boolean;
};

export function readCommonPasswords(): CommonPasswords {
  const bytes = readFileSync(new URL('./common-passwords.bin', import.meta.url));
  const marks = new Set<number>();
  for (let at = 0; at < bytes.length; at += 4) marks.add(bytes.readUInt32BE(at));
  return {
    includes: (password) => marks.has(createHash('sha256').update(password.toLowerCase()).digest().readUInt32BE(0)),
  };
}
