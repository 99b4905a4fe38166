// What a double click on Hangtag.app does: it starts Hangtag, or opens the one that runs and offers to quit it. It ends at once, because
// macOS passes a second double click to a program that is still there, and starts nothing.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, openSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeFolder } from '../adapters/files.ts';
import { dataFolder, openBrowser, Unavailable } from './command.ts';
import { findRunning, stopRunning } from './running.ts';
import { installService, removeService, startsAtSignIn } from './service/system-service.ts';

const openAtLogin = 'Open at Login';
const dontOpenAtLogin = 'Don’t Open at Login';
const quit = 'Quit Hangtag';

export async function clickMacApp(env: NodeJS.ProcessEnv): Promise<void> {
  try {
    const dataDir = dataFolder(env);
    const address = await findRunning(dataDir);
    if (address === null) await begin(env, dataDir);
    else await offer(env, dataDir, address);
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    ask(error.message, 'OK');
  }
}

async function begin(env: NodeJS.ProcessEnv, dataDir: string): Promise<void> {
  const isFirst = !existsSync(path.join(dataDir, 'postgres'));
  startApart(env, dataDir);
  if (!isFirst) return;
  const clicked = ask(
    'Hangtag opens in your browser in a moment. It shares only while it runs and your Mac is awake. To quit it, open Hangtag again.\n\n' +
      'Should it start whenever you log in?',
    'Not Now',
    openAtLogin,
  );
  if (clicked === openAtLogin) ask(await installService(env), 'OK');
}

async function offer(env: NodeJS.ProcessEnv, dataDir: string, address: string): Promise<void> {
  openBrowser(address);
  const atLogin = startsAtSignIn(env) ? dontOpenAtLogin : openAtLogin;
  const clicked = ask('Hangtag is running, and opens in your browser.', quit, atLogin, 'OK');
  if (clicked === quit) await stopRunning(dataDir);
  else if (clicked === openAtLogin) ask(await installService(env), 'OK');
  else if (clicked === dontOpenAtLogin) {
    // launchd ends what it has started, and the seller wants it to go on.
    await stopRunning(dataDir);
    const done = await removeService(env);
    startApart(env, dataDir);
    ask(done, 'OK');
  }
}

/** Outlives this process. Where the data folder can't be written, the waiting page says so. */
function startApart(env: NodeJS.ProcessEnv, dataDir: string): void {
  let log: number | 'ignore' = 'ignore';
  try {
    makeFolder(dataDir);
    log = openSync(path.join(dataDir, 'hangtag.log'), 'a');
  } catch {}
  const command = fileURLToPath(new URL('../../../bin/hangtag.mjs', import.meta.url));
  spawn(process.execPath, [command, 'start'], { detached: true, stdio: ['ignore', log, log], env }).unref();
}

const dialog = [
  'on run argv',
  'try',
  'tell current application to activate',
  'end try',
  'set answers to items 2 thru -1 of argv',
  'display dialog (item 1 of argv) with title "Hangtag" buttons answers default button (item -1 of argv)',
  'return button returned of result',
  'end run',
];

/** Shows the text, and returns the button that was clicked. The last one is the usual one. */
function ask(text: string, ...buttons: string[]): string {
  const lines = dialog.flatMap((line) => ['-e', line]);
  return spawnSync('osascript', [...lines, text, ...buttons], { encoding: 'utf8' }).stdout?.trim() ?? '';
}
