// Names a push endpoint without giving it away.

import { createHash } from 'node:crypto';

/** The browser computes the same hash. An endpoint is too random to be guessed from it. */
export const fingerprintOf = (endpoint: string): string => createHash('sha256').update(endpoint).digest('base64url');
