// The scripts that watch the marketplace's pages while a recording is made.

import { type BrowserApi, patternOf } from '../platform/browser.ts';
import type { OverMessage } from './observed.ts';

const scripts = ['record-page', 'record-pass'] as const;

export async function startWatching(browser: BrowserApi, origin: string): Promise<void> {
  await removeScripts(browser);
  await browser.scripting.registerContentScripts([
    watcher('record-page', 'MAIN', origin),
    watcher('record-pass', 'ISOLATED', origin),
  ]);
}

/** Pages that are open become as they were. */
export async function stopWatching(browser: BrowserApi, origin: string): Promise<void> {
  await removeScripts(browser);
  const over: OverMessage = { kind: 'recording-over' };
  for (const { id } of await browser.tabs.query({ url: patternOf(origin) }))
    if (id !== undefined) await browser.tabs.sendMessage(id, over).catch(() => undefined);
}

const watcher = (id: (typeof scripts)[number], world: 'MAIN' | 'ISOLATED', origin: string) => ({
  id,
  matches: [patternOf(origin)],
  js: [`${id}.js`],
  runAt: 'document_start' as const,
  world,
  persistAcrossSessions: false as const,
});

async function removeScripts(browser: BrowserApi): Promise<void> {
  // Fails if they are not there, such as before the first recording.
  await browser.scripting.unregisterContentScripts({ ids: [...scripts] }).catch(() => undefined);
}
