/** Recovery codes: for a seller who has lost the second step. */
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

/** Without blanks and dashes, and with the letters that people take for digits read as these. */
const normalised = (code: string): string =>
  code.replace(/[\s-]/g, '').toUpperCase().replace(/O/g, '0').replace(/[IL]/g, '1');

/** Only the hash is stored. The account is part of it, so that one search through codes fits one account. */
export const hashRecoveryCode = (userId: string, code: string): string =>
  createHash('sha256')
    .update(`recovery code|${userId}|${normalised(code)}`)
    .digest('hex');
