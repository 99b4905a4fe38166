import { createHash } from 'node:crypto';

/** What an endpoint is known by, here and in its own browser. It holds too much chance to be guessed back. */
export const fingerprintOf = (endpoint: string): string => createHash('sha256').update(endpoint).digest('base64url');
