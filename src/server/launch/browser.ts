// Opens Hangtag in the browser of whoever sits at this computer.
import { spawn } from 'node:child_process';
import { startingPage } from '#contract/pages.ts';

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
