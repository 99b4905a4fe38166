// How a server takes the port from the command that started it, which shows the waiting page until then.
import { once } from 'node:events';

/** Set for the server that the command starts. */
export const launchedBy = 'HANGTAG_LAUNCHED';

/** What the server tells the command, which answers that the port is free. */
export type FromServer = 'wants port' | 'ready';
export const portIsFree = 'port is free';

export const isLaunched = (env: NodeJS.ProcessEnv): boolean =>
  env[launchedBy] !== undefined && process.send !== undefined;

/** Resolves when this process may listen. */
export async function takePort(): Promise<void> {
  process.send?.('wants port' satisfies FromServer);
  await once(process, 'message');
}

/** Calls `onGone` when the command has ended, however it did. */
export function reportReady(onGone: () => void): void {
  process.once('disconnect', onGone);
  process.send?.('ready' satisfies FromServer);
}
