// The address at which people reach this server.

import type { Config } from './config.ts';

/** Listening addresses that a browser on this machine opens as `localhost`. */
const thisMachine = new Set(['127.0.0.1', '::1', '0.0.0.0', '::']);

/** The public address, else the listening address. Without a trailing slash. */
export function publicAddress({ publicUrl, host }: Pick<Config, 'publicUrl' | 'host'>, port: number): string {
  if (publicUrl) return publicUrl.origin;
  const name = thisMachine.has(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
