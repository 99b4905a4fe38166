import type { Config } from './config.ts';

/** Names of this machine alone or of all its addresses, which a browser on it opens as `localhost`. */
const thisMachine = new Set(['127.0.0.1', '::1', '0.0.0.0', '::']);

/** Where people reach this installation: the public address, else the one it listens on. Without a slash at its end. */
export function publicAddress({ publicUrl, host }: Pick<Config, 'publicUrl' | 'host'>, port: number): string {
  if (publicUrl) return publicUrl.origin;
  const name = thisMachine.has(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
