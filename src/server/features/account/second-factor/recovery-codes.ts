// Recovery codes: for a seller who has lost the second step.

import { createHash, randomBytes } from 'node:crypto';
import { recoveryCodeCount } from '#domain/account.ts';

/** Crockford's base32: no I, L, O, and U. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 60 random bits each, as `XXXX-XXXX-XXXX`. */
export const newRecoveryCodes = (): string[] => Array.from({ length: recoveryCodeCount }, newCode);

function newCode(): string {
  const text = Array.from(randomBytes(12), (byte) => letters[byte & 31]).join('');
  return text.replace(/(.{4})(?=.)/g, '$1-');
}

/** Without spaces and dashes. Letters that look like digits are read as those digits. */
const normalized = (code: string): string =>
  code.replace(/[\s-]/g, '').toUpperCase().replace(/O/g, '0').replace(/[IL]/g, '1');

/** Only the hash is stored. It includes the account, so someone who steals the hashes has to guess for each account separately. */
export const hashRecoveryCode = (userId: string, code: string): string =>
  createHash('sha256')
    .update(`recovery code|${userId}|${normalized(code)}`)
    .digest('hex');
