import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits that a browser or a mail carries. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of it: a database that leaks opens nothing. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
