// Makes the random tokens of sessions, reset links, and paired browsers, and their hashes for the database.

import { hash, randomBytes } from 'node:crypto';

/** 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Only the hash is stored, so a leaked database signs nobody in. */
export const hashToken = (token: string): string => hash('sha256', token, 'hex');
