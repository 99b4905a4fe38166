// What all of the command `hangtag` uses.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { startingPage } from '#contract/pages.ts';

/** The data folder, before the configuration is read. */
export const dataFolder = (env: NodeJS.ProcessEnv): string => path.resolve(env.DATA_DIR?.trim() || './data');

/** Something that can't be done on this system, or not now. The message is one sentence. */
export class Unavailable extends Error {}

/** How Node.js runs the server: as `npm start` does. `heap-growth.ts` says why. */
export const serverFlags = ['--max-semi-space-size=32', '--v8-pool-size=1', '--expose-gc'];

/** Whether there is somebody who would see it. */
export const hasDesktop = (env: NodeJS.ProcessEnv, platform = process.platform): boolean => {
  if (env.CI || env.SSH_CONNECTION) return false;
  return platform === 'win32' || platform === 'darwin' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
};

const openers: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
  win32: ['rundll32.exe', 'url.dll,FileProtocolHandler'],
  darwin: ['open'],
};

/** On the page that leads to the dashboard, or to the welcome. A computer without a program for that has printed the address, too. */
export function openBrowser(address: string): void {
  const [program, ...args] = openers[process.platform] ?? ['xdg-open'];
  const opener = spawn(program, [...args, address + startingPage], { stdio: 'ignore', detached: true });
  opener.on('error', () => {});
  opener.unref();
}
