// How a server takes the port from the command that started it, which shows the waiting page until then.
import { once } from 'node:events';

/** Set for the server that the command starts. */
export const launchedBy = 'HANGTAG_LAUNCHED';

/** What the server tells the command, which answers that the port is free. */
export type FromServer = 'wants port' | 'ready';
export const portIsFree = 'port is free';
/** What the command tells the server where there are no signals. */
export const pleaseStop = 'stop';

export const isLaunched = (env: NodeJS.ProcessEnv): boolean =>
  env[launchedBy] !== undefined && process.send !== undefined;

/** Resolves when this process may listen. */
export async function takePort(): Promise<void> {
  process.send?.('wants port' satisfies FromServer);
  while ((await once(process, 'message'))[0] !== portIsFree);
}

/** Calls `onStop` when the command asks for it. */
export function obeyCommand(onStop: () => void): void {
  process.on('message', (message) => {
    if (message === pleaseStop) onStop();
  });
}

/** Calls `onGone` when the command has ended, however it did. */
export function reportReady(onGone: () => void): void {
  process.once('disconnect', onGone);
  process.send?.('ready' satisfies FromServer);
}
